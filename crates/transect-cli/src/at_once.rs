//! Runs three closures at the same time, on three threads, or one closure for each item of a list.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;

/// Returns the results of three closures that run at the same time. The last one runs on the calling thread.
pub(crate) fn at_once<A: Send, B: Send, C>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
    here: impl FnOnce() -> C,
) -> (A, B, C) {
    std::thread::scope(|scope| {
        let (first, second) = (scope.spawn(first), scope.spawn(second));
        let here = here();
        (joined(first), joined(second), here)
    })
}

/// Returns the results of a closure for each item of a list, in its order. The items are spread over as many threads as the
/// machine has processors.
pub(crate) fn each_at_once<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, |own| own.get());
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    let run = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else {
                return;
            };
            let result = work(item);
            let mut done = done.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            done.push((place, result));
        }
    };
    std::thread::scope(|scope| {
        let others = (1..threads.min(items.len())).map(|_| scope.spawn(run));
        let others: Vec<_> = others.collect();
        run();
        others.into_iter().for_each(joined);
    });
    let mut done = done
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Waits for a thread and returns its result. If the thread panicked, the panic continues on the calling thread.
fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn each_item_has_its_result_in_order() {
        let items: Vec<usize> = (0..100).collect();
        let squares = each_at_once(&items, |item| item * item);
        assert!(
            squares
                .iter()
                .copied()
                .eq(items.iter().map(|item| item * item))
        );
        assert!(each_at_once(&[] as &[usize], |item| *item).is_empty());
    }

    /// Each closure waits for a message from another one. If they ran one after the other, the first closure would
    /// never get its message.
    #[test]
    fn one_core_draws_while_another_writes() {
        let patience = Duration::from_secs(60);
        let [(a, from_a), (b, from_b), (c, from_c)] = [channel(), channel(), channel()];
        let answer = at_once(
            move || {
                a.send(1).expect("a receiver");
                from_b.recv_timeout(patience)
            },
            move || {
                b.send(2).expect("a receiver");
                from_c.recv_timeout(patience)
            },
            || {
                c.send(3).expect("a receiver");
                from_a.recv_timeout(patience)
            },
        );
        assert_eq!(answer, (Ok(2), Ok(3), Ok(1)));
    }
}
