//! Waiting for another process.

use std::time::{Duration, Instant};

/// Waits until a condition holds. Returns `false` if it does not hold in time.
pub(crate) fn within(time: Duration, mut condition: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < time {
        if condition() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}
