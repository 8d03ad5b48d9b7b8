//! Sorts the keys in a bucket by a radix sort whose data stays in a cache.

use alloc::vec::Vec;
use core::mem::swap;

/// The largest number of bits of a digit: the counts of a digit fit a first-level cache.
const DIGIT_BITS: u32 = 11;

/// The number of key bits by which boxes are sorted in a bucket: two digits. Boxes whose keys differ only in lower bits
/// lie in the same one of four million cells.
const BITS: u32 = 2 * DIGIT_BITS;

/// The number of entries below which a comparison sort is used.
const FEW: usize = 128;

/// A radix sort of buckets, least digit first, which reuses its memory for the next bucket.
#[derive(Default)]
pub(crate) struct Sorter {
    entries: Vec<u64>,
    spare: Vec<u64>,
}

impl Sorter {
    /// Sorts the entries of a bucket by the keys in their upper halves; equal keys keep their order. The lower half of
    /// each returned entry is the index of the original entry in the bucket.
    pub(crate) fn order(&mut self, keyed: &[u64]) -> &[u64] {
        let keys = || keyed.iter().map(|entry| (entry >> 32) as u32);
        let least = keys().min().unwrap_or(0);
        let most = keys().max().unwrap_or(0);
        let bits = u32::BITS - (most - least).leading_zeros();
        let (bits, unseen) = (bits.min(BITS), bits.saturating_sub(BITS));
        self.entries.clear();
        self.entries.extend(
            keys()
                .zip(0_u64..)
                .map(|(key, place)| u64::from((key - least) >> unseen) << 32 | place),
        );
        if keyed.len() < FEW {
            self.entries.sort_unstable();
            return &self.entries;
        }
        self.spare.clear();
        self.spare.resize(keyed.len(), 0);
        let passes = bits.div_ceil(DIGIT_BITS);
        let width = if passes == 0 {
            0
        } else {
            bits.div_ceil(passes)
        };
        for pass in 0..passes {
            let shift = 32 + pass * width;
            let digit = |entry: u64| (entry >> shift) as usize & ((1 << width) - 1);
            let mut ends = [0_u32; 1 << DIGIT_BITS];
            let ends = &mut ends[..1 << width];
            for &entry in &self.entries {
                ends[digit(entry)] += 1;
            }
            let mut end = 0;
            for count in &mut *ends {
                (*count, end) = (end, end + *count);
            }
            for &entry in &self.entries {
                let place = &mut ends[digit(entry)];
                self.spare[*place as usize] = entry;
                *place += 1;
            }
            swap(&mut self.entries, &mut self.spare);
        }
        &self.entries
    }
}
