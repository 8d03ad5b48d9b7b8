//! The edges that were seen last. Most edges of a file cancel against their reverse soon, and then they need no
//! fingerprint.

use alloc::vec;
use alloc::vec::Vec;

use crate::mesh::one_pass::edge_bits::EdgeBits;

/// The number of sets, a power of two.
const SETS: usize = 1 << 13;

/// The number of slots in a set. All slots take 1.75 MiB.
const WAYS: usize = 4;

/// The edges that were seen last, each with the number of its unmatched copies. An edge may be in the slots of one set.
/// If they are full, it replaces another edge.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentEdges {
    /// For each slot, a part of the mixed bits of its edge, or 0 if it is empty. So most other edges are not compared.
    marks: Vec<[u32; WAYS]>,
    slots: Vec<[(EdgeBits, i64); WAYS]>,
    /// The slot of its set whose edge is replaced next.
    next: usize,
}

impl RecentEdges {
    /// Adds copies of an edge. Returns an edge that was replaced.
    #[inline]
    pub(super) fn add(&mut self, edge: &EdgeBits, times: i64) -> Option<(EdgeBits, i64)> {
        if self.marks.is_empty() {
            self.marks = vec![[0; WAYS]; SETS];
            self.slots = vec![[([0; 6], 0); WAYS]; SETS];
        }
        let mixed = mixed(edge);
        let set = (mixed >> (64 - SETS.trailing_zeros())) as usize;
        let mark = mixed as u32 | 1;
        let (marks, slots) = (&mut self.marks[set], &mut self.slots[set]);
        for (own, slot) in marks.iter_mut().zip(&mut *slots) {
            if *own == mark && are_equal(&slot.0, edge) {
                slot.1 += times;
                if slot.1 == 0 {
                    *own = 0;
                }
                return None;
            }
        }
        if let Some(empty) = marks.iter().position(|own| *own == 0) {
            marks[empty] = mark;
            slots[empty] = (*edge, times);
            return None;
        }
        self.next = (self.next + 1) % WAYS;
        marks[self.next] = mark;
        Some(core::mem::replace(&mut slots[self.next], (*edge, times)))
    }

    /// Returns the edges with unmatched copies.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&EdgeBits, i64)> {
        let marks = self.marks.as_flattened().iter();
        let used = marks.zip(self.slots.as_flattened());
        used.filter(|(mark, _)| **mark != 0)
            .map(|(_, (edge, times))| (edge, *times))
    }
}

/// Returns `true` if two edges are equal, without a branch for each word.
#[inline]
fn are_equal(one: &EdgeBits, other: &EdgeBits) -> bool {
    let words = one.iter().zip(other);
    words.fold(0, |different, (one, other)| different | (one ^ other)) == 0
}

/// Returns the bits of an edge, mixed. They need no secret: a file whose edges share sets costs time, not correctness.
#[inline]
fn mixed(edge: &EdgeBits) -> u64 {
    /// The odd number nearest to 2⁶⁴ divided by the golden ratio.
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let [a, b, c, d, e, f] = *edge;
    // Two chains, so that the processor computes them at the same time.
    let chain = |x: u64, y: u64, z: u64| {
        let mixed = (x.wrapping_mul(SPREAD) ^ y)
            .wrapping_mul(SPREAD)
            .rotate_left(29);
        (mixed ^ z).wrapping_mul(SPREAD)
    };
    let mixed = (chain(a, b, c).rotate_left(31) ^ chain(d, e, f)).wrapping_mul(SPREAD);
    mixed ^ (mixed >> 32)
}
