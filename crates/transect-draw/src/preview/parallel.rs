//! Work divided among threads. Results do not depend on the number of threads.

use std::num::NonZero;
use std::sync::Mutex;

/// Returns the number of threads to draw with, at most eight. With more, the time for binning and encoding dominates.
pub(super) fn threads() -> usize {
    std::thread::available_parallelism()
        .map_or(1, NonZero::get)
        .min(8)
}

/// Calls `work` with the index of each item and the item itself. Each thread gets one chunk of successive items.
pub(super) fn in_chunks<T: Send>(
    items: &mut [T],
    threads: usize,
    work: impl Fn(usize, &mut T) + Sync,
) {
    let length = items.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        for (chunk, items) in items.chunks_mut(length).enumerate() {
            let work = &work;
            scope.spawn(move || {
                for (index, item) in items.iter_mut().enumerate() {
                    work(chunk * length + index, item);
                }
            });
        }
    });
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
