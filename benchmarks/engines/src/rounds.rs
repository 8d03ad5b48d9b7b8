//! The time measurement: interleaved rounds in one process.
//! For each engine and chunk of the data, the shortest time of all rounds counts. These times are added up.
//!
//! Other work disturbs a shared machine for milliseconds at a time. Chunks of about 100,000 boxes take less time than
//! that, so the shortest time of a chunk is that of an undisturbed machine. The engines take turns at each chunk, so a
//! disturbance slows all engines.

use std::ops::Range;
use std::time::{Duration, Instant};

use transect::Side;

/// The number of boxes in a chunk. It is a multiple of 64, so that no two chunks share a word (64 bits) of a bitmap.
pub(crate) const CHUNK: usize = 1600 * 64;

/// The amount of time that is spent on measuring.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Effort {
    Quick,
    Full,
}

impl Effort {
    /// Returns the duration of the rounds for one table of measurements. At least two rounds run in any case.
    fn time(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(300),
            Self::Full => Duration::from_secs(4),
        }
    }

    /// Returns `true` if a measurement of this many items takes too long for the effort and is left out.
    pub(crate) fn leaves_out(self, count: usize) -> bool {
        self == Self::Quick && count > 2_000_000
    }
}

/// An engine whose time is measured for one question and its data.
pub(crate) trait Contestant {
    fn name(&self) -> &'static str;

    /// Answers the question for the items of a chunk, and stores the answers.
    fn run(&mut self, chunk: Range<usize>);

    /// Returns the number of answers that differ from the exact ones. Returns `None` if the contestant gives no
    /// answers, because it only reads the data.
    fn wrong(&self, exact: &[Side]) -> Option<usize>;
}

/// Returns the nanoseconds per item of each contestant, for `count` items in chunks of `chunk` items.
pub(crate) fn measure<C: ?Sized>(
    contestants: &mut [Box<C>],
    run: impl FnMut(&mut C, Range<usize>),
    count: usize,
    chunk: usize,
    effort: Effort,
) -> Vec<f64> {
    // A tick of the clock is about 30 ns, so a chunk that takes less than a few µs is processed several times per
    // measurement.
    let repeats = (CHUNK / 4 / count.max(1)).max(1) as u32;
    measure_repeated(contestants, run, [count, chunk], repeats, effort)
}

/// Measures like [`measure`], but processes each chunk `repeats` times between two readings of the clock.
pub(crate) fn measure_repeated<C: ?Sized>(
    contestants: &mut [Box<C>],
    mut run: impl FnMut(&mut C, Range<usize>),
    [count, chunk]: [usize; 2],
    repeats: u32,
    effort: Effort,
) -> Vec<f64> {
    let chunks: Vec<Range<usize>> = (0..count)
        .step_by(chunk)
        .map(|start| start..count.min(start + chunk))
        .collect();
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
