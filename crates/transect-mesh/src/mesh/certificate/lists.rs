//! Many short lists in one piece of memory.

use alloc::vec::Vec;

use crate::mesh::certificate::exact::NONE;

/// Lists, by their numbers. Items are added at the end of any list.
pub(super) struct Lists<T> {
    /// For each list, its first and its last entry, or [`NONE`].
    ends: Vec<[u32; 2]>,
    /// The items, each with the next entry of its list, or [`NONE`].
    entries: Vec<(T, u32)>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self {
            ends: Vec::new(),
            entries: Vec::new(),
        }
    }
}

impl<T> Lists<T> {
    /// Returns the number of lists.
    pub(super) fn count(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Adds an empty list.
    pub(super) fn add_list(&mut self) {
        self.ends.push([NONE; 2]);
    }

    pub(super) fn push(&mut self, list: u32, item: T) {
        let entry = self.entries.len() as u32;
        self.entries.push((item, NONE));
        let [first, last] = &mut self.ends[list as usize];
        if *first == NONE {
            *first = entry;
        } else {
            self.entries[*last as usize].1 = entry;
        }
        *last = entry;
    }

    /// Moves the items of a list to the end of another one.
    pub(super) fn append(&mut self, list: u32, other: u32) {
        let [first, last] = core::mem::replace(&mut self.ends[other as usize], [NONE; 2]);
        if first == NONE {
            return;
        }
        let [own_first, own_last] = &mut self.ends[list as usize];
        if *own_first == NONE {
            *own_first = first;
        } else {
            self.entries[*own_last as usize].1 = first;
        }
        *own_last = last;
    }

    pub(super) fn is_empty(&self, list: u32) -> bool {
        self.ends[list as usize][0] == NONE
    }

    /// Returns the last item of a list.
    pub(super) fn last(&self, list: u32) -> Option<&T> {
        let [_, last] = self.ends[list as usize];
        self.entries.get(last as usize).map(|(item, _)| item)
    }

    /// Returns the items of a list in their order.
    pub(super) fn of(&self, list: u32) -> impl Iterator<Item = &T> + Clone {
        let mut next = self.ends[list as usize][0];
        core::iter::from_fn(move || {
            let (item, after) = self.entries.get(next as usize)?;
            next = *after;
            Some(item)
        })
    }
}
