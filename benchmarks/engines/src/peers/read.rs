//! The read limit: the time of a loop that reads the bytes of the boxes and does not classify them.

use std::hint::black_box;
use std::ops::Range;

use fearless_simd::{Level, Simd, SimdBase as _, dispatch};
use rayon::iter::ParallelIterator as _;
use rayon::slice::ParallelSlice as _;
use transect::Side;

use crate::ask::{Bounds, Point};
use crate::report::READ;
use crate::rounds::Contestant;

/// A loop that adds up the numbers of records as integers. It uses the widest registers of the CPU in every build.
pub(crate) struct ReadLoop {
    words: Vec<u32>,
    words_of_one: usize,
    level: Level,
}

impl ReadLoop {
    pub(crate) fn new<Record: Numbers>(records: &[Record]) -> Self {
        let words = records.iter().flat_map(Record::numbers);
        let words: Vec<u32> = words.map(f32::to_bits).collect();
        Self {
            words_of_one: words.len() / records.len(),
            words,
            level: Level::new(),
        }
    }
}

/// The number of partial sums. The loop adds to them in turn, so that no addition waits for the previous one.
const SUMS: usize = 8;

#[inline(always)]
fn sum<S: Simd>(simd: S, words: &[u32]) -> u32 {
    let width = <S::u32s>::LEN;
    let mut sums = [<S::u32s>::splat(simd, 0); SUMS];
    let mut blocks = words.chunks_exact(SUMS * width);
    for block in &mut blocks {
        for (place, sum) in sums.iter_mut().enumerate() {
            *sum += <S::u32s>::from_slice(simd, &block[place * width..(place + 1) * width]);
        }
    }
    let mut rest = blocks.remainder().chunks_exact(width);
    let [first, others @ ..] = sums;
    let mut sum = others.into_iter().fold(first, |sum, other| sum + other);
    for words in &mut rest {
        sum += <S::u32s>::from_slice(simd, words);
    }
    let words = sum.as_slice().iter().chain(rest.remainder());
    words.copied().fold(0, u32::wrapping_add)
}

impl ReadLoop {
    fn words_of(&self, records: &Range<usize>) -> &[u32] {
        &self.words[records.start * self.words_of_one..records.end * self.words_of_one]
    }

    fn sum_of(&self, words: &[u32]) -> u32 {
        dispatch!(self.level, simd => sum(simd, words))
    }

    /// Reads the records on all threads, in pieces of half a megabyte.
    pub(crate) fn run_together(&self, records: Range<usize>) {
        let pieces = self.words_of(&records).par_chunks(1 << 17);
        black_box(
            pieces
                .map(|words| self.sum_of(words))
                .reduce(|| 0, u32::wrapping_add),
        );
    }
}

/// A record that consists of numbers only, such as a point or a box.
pub(crate) trait Numbers {
    fn numbers(&self) -> impl Iterator<Item = f32>;
}

impl Numbers for Point {
    fn numbers(&self) -> impl Iterator<Item = f32> {
        self.iter().copied()
    }
}

impl Numbers for Bounds {
    fn numbers(&self) -> impl Iterator<Item = f32> {
        self.as_flattened().iter().copied()
    }
}

impl Contestant for ReadLoop {
    fn name(&self) -> &'static str {
        READ
    }

    fn run(&mut self, chunk: Range<usize>) {
        black_box(self.sum_of(self.words_of(&chunk)));
    }

    fn wrong(&self, _: &[Side]) -> Option<usize> {
        None
    }
}
