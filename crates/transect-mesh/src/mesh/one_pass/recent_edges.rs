//! The edges that were seen last. Most edges of a file cancel against their reverse soon, and then they need no fingerprint.

use alloc::vec;
use alloc::vec::Vec;

use crate::mesh::one_pass::edge_sum::EdgeBits;

/// The number of slots, a power of two. They take 1.75 MiB.
const SLOTS: usize = 1 << 15;

/// The edges that were seen last, each with the number of its unmatched copies. Each edge has one slot, from which another edge
/// drives it.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentEdges {
    /// The slots, or nothing before the first edge. An empty slot has the number 0.
    slots: Vec<(EdgeBits, i64)>,
}

impl RecentEdges {
    /// Adds copies of an edge. Returns the edge that was in its slot before, if it is another one.
    #[inline]
    pub(super) fn add(&mut self, edge: &EdgeBits, times: i64) -> Option<(EdgeBits, i64)> {
        if self.slots.is_empty() {
            self.slots = vec![([0; 6], 0); SLOTS];
        }
        let slot = &mut self.slots[place(edge)];
        if slot.1 == 0 {
            *slot = (*edge, times);
            return None;
        }
        if slot.0 == *edge {
            slot.1 += times;
            return None;
        }
        Some(core::mem::replace(slot, (*edge, times)))
    }

    /// Returns the edges with unmatched copies.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&EdgeBits, i64)> {
        let used = self.slots.iter().filter(|(_, times)| *times != 0);
        used.map(|(edge, times)| (edge, *times))
    }
}

/// Returns the slot of an edge. The slots need no secret: a file whose edges share slots costs time, not correctness.
#[inline]
fn place(edge: &EdgeBits) -> usize {
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
    (mixed >> (64 - SLOTS.trailing_zeros())) as usize
}
