//! The read limit: what it takes to have seen the bytes.

use std::hint::black_box;
use std::ops::Range;

use fearless_simd::{Level, dispatch};
use transect::Side;

use crate::report::READ;
use crate::rounds::Contestant;

/// Adds up the numbers of each record, as whole numbers, in the widest registers there are, whatever the build is for.
pub(crate) struct ReadLoop<Record> {
    records: Vec<Record>,
    level: Level,
}

impl<Record: Copy> ReadLoop<Record> {
    pub(crate) fn new(records: &[Record]) -> Self {
        Self {
            records: records.to_vec(),
            level: Level::new(),
        }
    }
}

/// How many sums grow side by side: no addition waits for the one before.
const SUMS: usize = 128;

#[inline(always)]
fn sum(numbers: &[f32]) -> u32 {
    let (blocks, rest) = numbers.as_chunks::<SUMS>();
    let mut sums = [0_u32; SUMS];
    for block in blocks {
        for (sum, number) in sums.iter_mut().zip(block) {
            *sum = sum.wrapping_add(number.to_bits());
        }
    }
    let all = sums.iter().copied();
    let rest = rest.iter().map(|number| number.to_bits());
    all.chain(rest).fold(0, u32::wrapping_add)
}

/// Records that are nothing but numbers.
pub(crate) trait Numbers: Sized {
    fn numbers(records: &[Self]) -> &[f32];
}

impl Numbers for crate::ask::Point {
    fn numbers(records: &[Self]) -> &[f32] {
        records.as_flattened()
    }
}

impl Numbers for crate::ask::Bounds {
    fn numbers(records: &[Self]) -> &[f32] {
        records.as_flattened().as_flattened()
    }
}

impl<Record: Numbers> Contestant for ReadLoop<Record> {
    fn name(&self) -> &'static str {
        READ
    }

    fn run(&mut self, chunk: Range<usize>) {
        let numbers = Record::numbers(&self.records[chunk]);
        black_box(dispatch!(self.level, _simd => sum(numbers)));
    }

    fn wrong(&self, _: &[Side]) -> Option<usize> {
        None
    }
}
