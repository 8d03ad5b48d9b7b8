//! The places in a row of samples where the triangle changes.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, dispatch, u32x8};

use crate::preview::raster::CHUNK;
use crate::preview::vectors::level;

/// The number of samples that are compared at once.
pub(super) const BLOCK: usize = 64;

/// Compares up to [`BLOCK`] samples of two lists. The bit of a sample is 1 if its triangles differ.
pub(super) fn differing(a: &[u32], b: &[u32]) -> u64 {
    dispatch!(level(), simd => differing_by(simd, a, b))
}

#[inline(always)]
fn differing_by<S: Simd>(simd: S, a: &[u32], b: &[u32]) -> u64 {
    let [(a, a_rest), (b, b_rest)] = [a, b].map(|list| list.as_chunks::<CHUNK>());
    let mut bits = 0;
    let mut place = 0;
    for (a, b) in a.iter().zip(b) {
        let [a, b] = [a, b].map(|chunk| u32x8::load_array_ref(simd, chunk));
        bits |= (!a.simd_eq(b)).to_bitmask() << place;
        place += CHUNK;
    }
    for (a, b) in a_rest.iter().zip(b_rest) {
        bits |= u64::from(a != b) << place;
        place += 1;
    }
    bits
}

/// Returns the places of the bits that are 1, from the lowest to the highest.
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        let rest = bits.checked_sub(1)?;
        bits &= rest;
        Some(place)
    })
}

/// The runs of a row: ranges of successive samples that show the same triangle in each of the lists.
pub(super) struct Runs<'l, const N: usize> {
    lists: [&'l [u32]; N],
    /// The first sample of the next run.
    start: usize,
    /// The first sample of the current block, and the bits of its samples after which a run ends.
    block: usize,
    ends: u64,
}

impl<'l, const N: usize> Runs<'l, N> {
    /// Returns the runs of lists of the same length.
    pub(super) fn of(lists: [&'l [u32]; N]) -> Self {
        let mut runs = Self {
            lists,
            start: 0,
            block: 0,
            ends: 0,
        };
        runs.ends = runs.ends_in(0);
        runs
    }

    /// Compares the samples of a block with their next samples.
    fn ends_in(&self, block: usize) -> u64 {
        let mut ends = 0;
        for list in self.lists {
            let last = (block + BLOCK).min(list.len().saturating_sub(1));
            if block < last {
                ends |= differing(&list[block..last], &list[block + 1..last + 1]);
            }
        }
        ends
    }
}

impl<const N: usize> Iterator for Runs<'_, N> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let count = self.lists[0].len();
        if self.start == count {
            return None;
        }
        while self.ends == 0 && self.block + BLOCK < count {
            self.block += BLOCK;
            self.ends = self.ends_in(self.block);
        }
        let end = match self.ends {
            0 => count,
            ends => self.block + ends.trailing_zeros() as usize + 1,
        };
        self.ends &= self.ends.wrapping_sub(1);
        let run = self.start..end;
        self.start = end;
        Some(run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of many lengths, with changes at every place, against a comparison of single samples.
    #[test]
    fn runs_end_where_a_triangle_changes() {
        for count in [0, 1, 2, 7, 8, 9, 63, 64, 65, 66, 127, 128, 129, 136, 200] {
            for step in [1, 2, 3, 5, 8, 31, 64, 500] {
                let a: Vec<u32> = (0..count).map(|sample| sample / step).collect();
                let b: Vec<u32> = (0..count)
                    .map(|sample| (sample + 17) / (step + 3))
                    .collect();
                let mut expected = Vec::new();
                let mut start = 0;
                for sample in 1..=a.len() {
                    let is_end = sample == a.len()
                        || a[sample] != a[sample - 1]
                        || b[sample] != b[sample - 1];
                    if is_end {
                        expected.push(start..sample);
                        start = sample;
                    }
                }
                assert_eq!(
                    Runs::of([&a, &b]).collect::<Vec<_>>(),
                    expected,
                    "{count} {step}"
                );
            }
        }
    }

    #[test]
    fn ones_are_listed_from_the_lowest() {
        let list = |bits| ones(bits).collect::<Vec<_>>();
        assert!(list(0).is_empty());
        assert_eq!(list(0b1001_0010), [1, 4, 7]);
        assert_eq!(list(1 << 63), [63]);
        assert_eq!(list(u64::MAX), (0..64).collect::<Vec<_>>());
        let (a, b) = (
            [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
            [1, 0, 3, 4, 5, 6, 7, 0, 9, 0],
        );
        assert_eq!(list(differing(&a, &b)), [1, 7, 9]);
    }
}
