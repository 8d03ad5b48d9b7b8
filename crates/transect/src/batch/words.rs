//! Words of 64 bits: one bit per shape of a block.

use crate::batch::counts::SideCounts;
use crate::batch::kernel::BLOCK;

/// The exact sides of 64 shapes relative to one plane.
#[derive(Clone, Copy, Default)]
pub(crate) struct Word {
    /// Bits of the shapes strictly in front.
    pub(crate) front: u64,
    /// Bits of the shapes without any part behind the plane.
    pub(crate) within: u64,
    /// Bits of the shapes strictly behind.
    pub(crate) back: u64,
    /// Bits of the null rows, for example boxes with min > max and rows with a NaN. A null row has no other bit set.
    pub(crate) null: u64,
}

/// The exact sides of the shapes of some blocks relative to one plane, as in [`Word`], and their counts. For a region,
/// `back` marks the shapes that are behind one of its planes. `front` and `within` then both mark the shapes without
/// any part behind a plane.
pub(crate) struct Words<'w> {
    /// The index of the first block to which the words belong.
    pub(crate) first: usize,
    pub(crate) front: &'w [u64],
    pub(crate) within: &'w [u64],
    pub(crate) back: &'w [u64],
    pub(crate) null: &'w [u64],
    pub(crate) counts: SideCounts,
}

impl<'w> Words<'w> {
    /// Creates the words (64 bits, one per shape) with the sides of the shapes of some blocks. Each of the four slices
    /// has one word per block; `first` is the index of the first block, and `rows` the number of rows in all blocks.
    #[inline(always)]
    pub(crate) fn new(
        first: usize,
        rows: usize,
        [front, within, back, null]: [&'w [u64]; 4],
    ) -> Self {
        // `map` is not used here: its closure would be compiled without the instructions of the CPU feature level.
        let fronts = count_ones(front);
        let backs = count_ones(back);
        let nulls = count_ones(null);
        let counts = SideCounts {
            back: backs,
            on: rows - fronts - backs - nulls,
            front: fronts,
            null: nulls,
        };
        Self {
            first,
            front,
            within,
            back,
            null,
            counts,
        }
    }
}

/// Returns the number of set bits in all words together.
#[inline(always)]
fn count_ones(words: &[u64]) -> usize {
    let mut ones = 0;
    for word in words {
        ones += word.count_ones() as usize;
    }
    ones
}

/// Returns the indices of the set bits of a word: the rows within a block.
#[inline]
pub(crate) fn rows_of(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let row = word.trailing_zeros() as usize;
        let is_set = word != 0;
        word &= word.wrapping_sub(1);
        is_set.then_some(row)
    })
}

/// Returns a word with the bits of the rows that exist in a block of a batch with `rows` rows. The last block may have
/// fewer than 64 rows.
#[inline]
pub(crate) fn live(block: usize, rows: usize) -> u64 {
    match rows - block * BLOCK {
        rest @ 1..BLOCK => (1 << rest) - 1,
        _ => !0,
    }
}
