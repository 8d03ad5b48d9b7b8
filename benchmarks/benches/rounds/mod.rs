//! The measurement that the benches of batches share: interleaved rounds in one process, beside a loop that only reads
//! the same bytes.

use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;

use fearless_simd::{Simd, dispatch};

/// The number of rows that a job processes at a time.
pub(crate) const CHUNK: usize = 100_000;

/// The random number generator xorshift64*, which gives the same numbers on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a random number that is at least 0 and less than 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 40) as f64 / f64::from(1 << 24)
    }
}

/// Columns of one number type. In D dimensions, points have D columns (coordinates) and boxes have 2·D columns
/// (bounds).
pub(crate) type Columns<T> = Vec<Vec<T>>;

/// Returns boxes whose lower corners are random points of a cube of side 1000. A box is at most 10 long along each
/// axis.
pub(crate) fn anywhere(rows: usize, dimensions: usize) -> Columns<f32> {
    let mut random = Random(7);
    let mut columns = vec![Vec::with_capacity(rows); 2 * dimensions];
    for _ in 0..rows {
        for axis in 0..dimensions {
            let least = random.unit() * 1000.0;
            columns[axis].push(least as f32);
            columns[axis + dimensions].push((least + random.unit() * 10.0) as f32);
        }
    }
    columns
}

pub(crate) fn slices<T, const D: usize>(
    columns: &Columns<T>,
    first: usize,
    rows: Range<usize>,
) -> [&[T]; D] {
    std::array::from_fn(|axis| &columns[first + axis][rows.clone()])
}

/// Reads the numbers of the columns, in whole blocks of 64 rows. Every classification must read them, too, so the time
/// of this loop is a lower limit. The result keeps the compiler from removing the reads.
pub(crate) fn read<T: Bits>(columns: &[&[T]]) -> bool {
    #[inline(always)]
    fn all<S: Simd, T: Bits>(_: S, columns: &[&[T]]) -> bool {
        // Read all columns side by side, as batches do: several streams from memory are faster than one.
        let mut seen = [T::default(); 64];
        for block in 0..columns[0].len() / 64 {
            for column in columns {
                for (seen, &number) in seen.iter_mut().zip(&column.as_chunks::<64>().0[block]) {
                    *seen = seen.or(number);
                }
            }
        }
        seen.into_iter().fold(T::default(), T::or) == T::default()
    }
    dispatch!(fearless_simd::Level::new(), simd => all(simd, columns))
}

pub(crate) trait Bits: Copy + Default + PartialEq {
    fn or(self, other: Self) -> Self;
}

impl Bits for f32 {
    fn or(self, other: Self) -> Self {
        Self::from_bits(self.to_bits() | other.to_bits())
    }
}

impl Bits for f64 {
    fn or(self, other: Self) -> Self {
        Self::from_bits(self.to_bits() | other.to_bits())
    }
}

/// A job to measure: a function that processes the rows of one chunk.
pub(crate) struct Job<'a> {
    pub(crate) name: String,
    pub(crate) run: Box<dyn FnMut(Range<usize>) + 'a>,
}

/// Measures the jobs. For each job, adds up the shortest times of its chunks, and prints the sum in ns per row.
/// Also prints the ratio of this sum to that of the first job, the loop that only reads.
pub(crate) fn measure(title: &str, rows: usize, jobs: &mut [Job<'_>]) {
    let repeats = (200_000 / rows).max(1);
    let rounds = if rows >= 1_000_000 { 25 } else { 300 };
    let chunks = rows.div_ceil(CHUNK);
    let mut least = vec![vec![f64::INFINITY; chunks]; jobs.len()];
    for _ in 0..rounds {
        for (job, least) in jobs.iter_mut().zip(&mut least) {
            for (chunk, least) in least.iter_mut().enumerate() {
                let range = chunk * CHUNK..rows.min((chunk + 1) * CHUNK);
                let start = Instant::now();
                for _ in 0..repeats {
                    (job.run)(black_box(range.clone()));
                }
                *least = least.min(start.elapsed().as_secs_f64() / repeats as f64);
            }
        }
    }
    let total = |times: &[f64]| times.iter().sum::<f64>() * 1e9 / rows as f64;
    let limit = total(&least[0]);
    for (job, times) in jobs.iter().zip(&least) {
        let time = total(times);
        println!(
            "{title:38} {rows:>9}  {:34} {time:8.4} ns  × {:.3}",
            job.name,
            time / limit
        );
    }
}
