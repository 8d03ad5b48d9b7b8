//! The runs of `cargo xtask exactness`.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The number of cases and the seed of a run of `cargo xtask exactness`.
pub(crate) struct LongRun {
    pub(crate) cases: u64,
    pub(crate) seed: u64,
}

impl LongRun {
    /// Reads `EXACTNESS_CASES` and `EXACTNESS_SEED`.
    pub(crate) fn from_environment() -> Self {
        let number = |name: &str| -> u64 {
            let text = std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"));
            text.parse()
                .unwrap_or_else(|_| panic!("{name} is not a number: {text}"))
        };
        Self {
            cases: number("EXACTNESS_CASES"),
            seed: number("EXACTNESS_SEED"),
        }
    }
}

/// Calls `work` with each number below `count`, on all cores. Each call should take its seed from its number, so that the
/// number of cores does not change the cases.
pub(crate) fn on_all_cores(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    work(index);
                }
            });
        }
    });
}
