//! Numbers of elements in a list that is built, in the order of their first use.

use alloc::vec;
use alloc::vec::Vec;

/// Numbers of elements in a list that is built. A stored number counts from 1 on through all lists, so those of earlier
/// lists are less than `first` and need not be removed.
#[derive(Default)]
pub(in crate::mesh) struct Numbers {
    stored: Vec<u32>,
    first: u32,
}

impl Numbers {
    pub(in crate::mesh) fn new(count: usize) -> Self {
        Self {
            stored: vec![0; count],
            first: 1,
        }
    }

    /// Returns the number of an element, if it has one.
    #[inline]
    pub(in crate::mesh) fn get(&self, element: u32) -> Option<u32> {
        self.stored[element as usize].checked_sub(self.first)
    }

    /// Gives an element a number.
    #[inline]
    pub(in crate::mesh) fn set(&mut self, element: u32, number: u32) {
        self.stored[element as usize] = self.first + number;
    }

    /// Begins the next list. The list before has `count` numbers.
    pub(in crate::mesh) fn advance(&mut self, count: usize) {
        self.first += count as u32;
        // A list has at most 2³¹ numbers.
        if self.first > 1 << 31 {
            self.stored.fill(0);
            self.first = 1;
        }
    }
}
