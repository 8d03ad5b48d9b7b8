//! Work divided among threads. Results do not depend on the number of threads.

use std::num::NonZero;
use std::sync::Mutex;

/// Returns the number of threads to draw with, at most eight. With more, the time for binning and encoding dominates.
pub(super) fn threads() -> usize {
    std::thread::available_parallelism()
        .map_or(1, NonZero::get)
        .min(8)
}

/// Calls `work` with each item; a free thread takes the next item. Each thread has a workspace of its own.
pub(super) fn in_turns<T: Send, W>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    workspace: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) + Sync,
) {
    let queue = Mutex::new(items);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut space = workspace();
                loop {
                    let next = queue.lock().map(|mut queue| queue.next());
                    let Ok(Some(item)) = next else {
                        break;
                    };
                    work(&mut space, item);
                }
            });
        }
    });
}
