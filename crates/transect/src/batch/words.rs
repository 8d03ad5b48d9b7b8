//! What is said of 64 shapes at a time: a bit a shape.

use crate::batch::counts::SideCounts;
use crate::batch::kernel::BLOCK;

/// The sides of 64 shapes of one plane, exactly.
#[derive(Clone, Copy, Default)]
pub(crate) struct Word {
    /// All of the shape is strictly in front.
    pub(crate) front: u64,
    /// No part of it is behind.
    pub(crate) within: u64,
    /// All of it is strictly behind.
    pub(crate) back: u64,
    /// It is no shape: inverted or with a NaN. No other bit is set then.
    pub(crate) null: u64,
}

/// The sides of some blocks of one plane, exactly: bits as those of [`Word`], and their counts. Of a region: `back` is
/// behind one of its planes, `front` and `within` are behind none.
pub(crate) struct Words<'w> {
    /// The first block.
    pub(crate) first: usize,
    pub(crate) front: &'w [u64],
    pub(crate) within: &'w [u64],
    pub(crate) back: &'w [u64],
    pub(crate) null: &'w [u64],
    pub(crate) counts: SideCounts,
}

impl<'w> Words<'w> {
    /// The words of some blocks from one on, of which so many bits are rows: front, within, back and null.
    #[inline(always)]
    pub(crate) fn new(
        first: usize,
        rows: usize,
        [front, within, back, null]: [&'w [u64]; 4],
    ) -> Self {
        // Not by `map`: it would be compiled without the level's instructions.
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

/// How many bits are set.
#[inline(always)]
fn count_ones(words: &[u64]) -> usize {
    let mut ones = 0;
    for word in words {
        ones += word.count_ones() as usize;
    }
    ones
}

/// The places of the bits that are set in a word.
#[inline]
pub(crate) fn rows_of(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let row = word.trailing_zeros() as usize;
        let is_set = word != 0;
        word &= word.wrapping_sub(1);
        is_set.then_some(row)
    })
}

/// The bits of a block that are rows.
#[inline]
pub(crate) fn live(block: usize, rows: usize) -> u64 {
    match rows - block * BLOCK {
        rest @ 1..BLOCK => (1 << rest) - 1,
        _ => !0,
    }
}
