//! How time is measured: interleaved rounds in one process, the least of each chunk, summed over the chunks.
//!
//! A shared machine is disturbed for milliseconds at a time. Chunks of about 100,000 boxes are shorter than that, so
//! that the least time of each is that of a quiet machine; and each engine's turn at a chunk comes next to the
//! others', so that slow times are slow for all.

use std::ops::Range;
use std::time::{Duration, Instant};

use transect::Side;

/// How many boxes a chunk holds: whole words of bitmaps.
pub(crate) const CHUNK: usize = 1600 * 64;

/// How long to measure.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Effort {
    Quick,
    Full,
}

impl Effort {
    /// For one table of figures; at least two rounds come in any case.
    fn time(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(300),
            Self::Full => Duration::from_secs(4),
        }
    }

    /// Whether there is no time for so many.
    pub(crate) fn leaves_out(self, count: usize) -> bool {
        self == Self::Quick && count > 2_000_000
    }
}

/// What is measured.
pub(crate) trait Contestant {
    fn name(&self) -> &'static str;

    /// Answers for the things of a chunk, and keeps the answers.
    fn run(&mut self, chunk: Range<usize>);

    /// How many of the answers differ from the exact ones; none if it answers nothing.
    fn wrong(&self, exact: &[Side]) -> Option<usize>;
}

/// The nanoseconds that each contestant takes for one of `count` things, asked of `chunk` of them at a time.
pub(crate) fn measure<C: ?Sized>(
    contestants: &mut [Box<C>],
    mut run: impl FnMut(&mut C, Range<usize>),
    count: usize,
    chunk: usize,
    effort: Effort,
) -> Vec<f64> {
    let chunks: Vec<Range<usize>> = (0..count)
        .step_by(chunk)
        .map(|start| start..count.min(start + chunk))
        .collect();
    // A clock's tick is about 30 ns: a chunk that is shorter than some µs is run several times.
    let repeats = (CHUNK / 4 / count.max(1)).max(1) as u32;
    let mut least = vec![vec![Duration::MAX; chunks.len()]; contestants.len()];
    let started = Instant::now();
    let mut rounds = 0;
    while rounds < 2 || started.elapsed() < effort.time() {
        for (place, chunk) in chunks.iter().enumerate() {
            for (contestant, least) in contestants.iter_mut().zip(&mut least) {
                let started = Instant::now();
                for _ in 0..repeats {
                    run(contestant, chunk.clone());
                }
                least[place] = least[place].min(started.elapsed());
            }
        }
        rounds += 1;
    }
    let total = |least: &Vec<Duration>| least.iter().sum::<Duration>().as_secs_f64();
    let things = count as f64 * f64::from(repeats);
    least
        .iter()
        .map(|least| total(least) * 1e9 / things)
        .collect()
}
