//! Slots (indices) for the edges that a plane crosses while it rises in steps, called levels. After the plane has
//! passed an edge, its slot is free for another edge.

use alloc::vec;
use alloc::vec::Vec;

/// The slots, which are taken and released from level to level. The free slot with the lowest index is taken first.
pub(super) struct Slots {
    /// One bit per slot, set if the slot is free.
    free: Vec<u64>,
    /// All words of `free` before this index are zero.
    first: usize,
    /// The index after the last slot in use: all slots from this index on are free.
    used: u32,
    /// For each level, the first slot in the list of slots that are released there, or `NONE`.
    heads: Vec<u32>,
    /// For each slot, the next slot in its list, or `NONE`.
    links: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Slots {
    pub(super) fn new(levels: usize) -> Self {
        Self {
            free: Vec::new(),
            first: 0,
            used: 0,
            heads: vec![NONE; levels],
            links: Vec::new(),
        }
    }

    /// Returns the index after the last slot in use: all slots from this index on are free.
    pub(super) fn used(&self) -> u32 {
        self.used
    }

    /// Takes a free slot, which [`Self::release`] makes free again at the level `end`.
    pub(super) fn take(&mut self, end: usize) -> u32 {
        while self.free.get(self.first) == Some(&0) {
            self.first += 1;
        }
        if self.first == self.free.len() {
            self.free.push(u64::MAX);
            self.links.extend([NONE; 64]);
        }
        let word = &mut self.free[self.first];
        let slot = 64 * self.first as u32 + word.trailing_zeros();
        *word &= *word - 1;
        self.used = self.used.max(slot + 1);
        if let Some(head) = self.heads.get_mut(end) {
            self.links[slot as usize] = core::mem::replace(head, slot);
        }
        slot
    }

    /// Makes the slots free that were taken with this level as their end.
    pub(super) fn release(&mut self, level: usize) {
        let mut slot = self.heads[level];
        while slot != NONE {
            let word = slot as usize / 64;
            self.free[word] |= 1 << (slot % 64);
            self.first = self.first.min(word);
            slot = self.links[slot as usize];
        }
        while self.used > 0 && self.is_free(self.used - 1) {
            self.used -= 1;
        }
    }

    fn is_free(&self, slot: u32) -> bool {
        self.free[slot as usize / 64] >> (slot % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::Slots;

    #[test]
    fn slots_are_used_again_after_their_release_and_the_lowest_first() {
        let mut slots = Slots::new(4);
        slots.release(0);
        let taken: Vec<u32> = (0..130).map(|edge| slots.take(1 + edge % 2)).collect();
        assert!(taken.iter().copied().eq(0..130));
        slots.release(1);
        assert_eq!(slots.used(), 130);
        assert_eq!([slots.take(9), slots.take(3)], [0, 2]);
        slots.release(2);
        assert_eq!(slots.used(), 3);
        slots.release(3);
        assert_eq!((slots.used(), slots.take(9)), (1, 1));
    }
}
