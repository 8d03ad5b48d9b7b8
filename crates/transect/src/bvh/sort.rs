//! Sorts the keys in a bucket by a radix sort whose data stays in the CPU's caches.

use alloc::vec::Vec;
use core::mem::swap;

/// The largest number of bits of a radix sort's digit. With 11 bits, one counter per value of a digit fits a
/// first-level cache.
const DIGIT_BITS: u32 = 11;

/// The number of key bits by which the boxes in a bucket are sorted: two digits. These bits distinguish four million
/// cells of space; boxes in the same cell keep their order.
const BITS: u32 = 2 * DIGIT_BITS;

/// The number of boxes below which a bucket is sorted by comparisons instead of by radix.
const FEW: usize = 128;

/// A radix sort of buckets, least significant digit first. Its memory is reused for the next bucket.
#[derive(Default)]
pub(crate) struct Sorter {
    entries: Vec<u64>,
    spare: Vec<u64>,
}

impl Sorter {
    /// Sorts the entries of a bucket by the keys in their upper 32 bits; entries with equal keys keep their order. If
    /// the keys differ in more than [`BITS`] bits, their lowest bits are ignored. The lower 32 bits of each returned
    /// entry are the index in `keyed` of the entry with this key.
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
