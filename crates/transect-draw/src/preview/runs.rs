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

/// Finds the places where the triangle changes along the rows of a part of the picture. The bit of a sample is 1 if the
/// next sample of its row shows another triangle. Each row has [`words`] numbers of [`BLOCK`] bits.
pub(super) fn write_ends(triangles: &[u32], width: usize, ends: &mut Vec<u64>) {
    ends.clear();
    for line in triangles.chunks_exact(width) {
        for start in (0..width).step_by(BLOCK) {
            // The last sample of a row has no next one.
            let last = (start + BLOCK).min(width - 1).max(start);
            ends.push(differing(&line[start..last], &line[start + 1..=last]));
        }
    }
}

/// Returns the number of words of bits per row of `width` samples.
pub(super) fn words(width: usize) -> usize {
    width.div_ceil(BLOCK)
}

/// The runs of a row: ranges of successive samples that show the same triangle in each of several layers.
pub(super) struct Runs<'e, const N: usize> {
    /// The bits of the row's samples in each layer, from [`write_ends`].
    ends: [&'e [u64]; N],
    count: usize,
    /// The first sample of the next run.
    start: usize,
    /// The index of the current word, and its bits that are not used yet.
    word: usize,
    bits: u64,
}

impl<'e, const N: usize> Runs<'e, N> {
    /// Returns the runs of a row of `count` samples.
    pub(super) fn of(ends: [&'e [u64]; N], count: usize) -> Self {
        let mut runs = Self {
            ends,
            count,
            start: 0,
            word: 0,
            bits: 0,
        };
        if count > 0 {
            runs.bits = runs.bits_of(0);
        }
        runs
    }

    fn bits_of(&self, word: usize) -> u64 {
        self.ends.iter().fold(0, |bits, ends| bits | ends[word])
    }
}

impl<const N: usize> Iterator for Runs<'_, N> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        if self.start == self.count {
            return None;
        }
        while self.bits == 0 && self.word + 1 < words(self.count) {
            self.word += 1;
            self.bits = self.bits_of(self.word);
        }
        let end = match self.bits {
            0 => self.count,
            bits => self.word * BLOCK + bits.trailing_zeros() as usize + 1,
        };
        self.bits &= self.bits.wrapping_sub(1);
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
                let mut ends = [Vec::new(), Vec::new()];
                for (ends, list) in ends.iter_mut().zip([&a, &b]) {
                    write_ends(list, a.len().max(1), ends);
                }
                let runs = Runs::of([&ends[0], &ends[1]], a.len());
                assert_eq!(runs.collect::<Vec<_>>(), expected, "{count} {step}");
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
