//! Runs three closures at the same time, on three threads, or one closure for each item of a list.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, PoisonError};
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

/// Returns the results of a closure for each item of a list, in its order. The items are spread over as many threads as
/// the machine has processors.
pub(crate) fn each_at_once<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let mut done = Vec::with_capacity(items.len());
    let pace = Pace {
        threads: processors(),
        window: usize::MAX,
    };
    let take = |result| {
        done.push(result);
        ControlFlow::Continue(())
    };
    in_order(items.len(), pace, |place| work(&items[place]), take);
    done
}

/// Returns the number of processors of the machine that this process may use.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |own| own.get())
}

/// The number of threads that share work, and the number of items by which a thread may be ahead of the first item that
/// is not done.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    pub(crate) threads: usize,
    pub(crate) window: usize,
}

/// The items that are begun and taken, and the results that wait for an earlier one.
struct Queue<R, T> {
    begun: usize,
    taken: usize,
    waiting: BTreeMap<usize, R>,
    take: T,
    is_stopped: bool,
}

/// Calls `work` with the indices of `count` items on several threads, and `take` with the results in the order of the
/// items, each as soon as all results before it are taken. If `take` breaks, no further item begins.
pub(crate) fn in_order<R: Send>(
    count: usize,
    pace: Pace,
    work: impl Fn(usize) -> R + Sync,
    take: impl FnMut(R) -> ControlFlow<()> + Send,
) {
    let queue = Mutex::new(Queue {
        begun: 0,
        taken: 0,
        waiting: BTreeMap::new(),
        take,
        is_stopped: false,
    });
    let lock = || queue.lock().unwrap_or_else(PoisonError::into_inner);
    let room = Condvar::new();
    let next = || {
        let mut queue = lock();
        while !queue.is_stopped && queue.begun < count && queue.begun - queue.taken >= pace.window {
            queue = room.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        let is_one = !queue.is_stopped && queue.begun < count;
        is_one.then(|| {
            queue.begun += 1;
            queue.begun - 1
        })
    };
    let stop = || {
        lock().is_stopped = true;
        room.notify_all();
    };
    let run = || {
        // Other threads do not wait for the item of a thread that panicked.
        let _end = OnPanic(&stop);
        while let Some(place) = next() {
            let result = work(place);
            let mut queue = lock();
            let queue = &mut *queue;
            queue.waiting.insert(place, result);
            while !queue.is_stopped
                && let Some(result) = queue.waiting.remove(&queue.taken)
            {
                queue.is_stopped = (queue.take)(result).is_break();
                queue.taken += 1;
            }
            room.notify_all();
        }
    };
    std::thread::scope(|scope| {
        let others = (1..pace.threads.min(count)).map(|_| scope.spawn(run));
        let others: Vec<_> = others.collect();
        run();
        others.into_iter().for_each(joined);
    });
}

/// Calls a function when it is dropped by a panic.
struct OnPanic<F: Fn()>(F);

impl<F: Fn()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.0)();
        }
    }
}

/// Waits for a thread and returns its result. If the thread panicked, the panic continues on the calling thread.
fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
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

    #[test]
    fn results_are_taken_in_order_and_no_thread_runs_ahead_of_the_window() {
        for (threads, window) in [(1, 1), (2, 1), (4, 3), (8, 1000)] {
            let taken = AtomicUsize::new(0);
            let mut results = Vec::new();
            let work = |place: usize| {
                let ahead = place - taken.load(Ordering::SeqCst).min(place);
                assert!(ahead <= window, "{ahead} ahead of {window}");
                // Every seventh item takes longer than the others.
                std::thread::sleep(Duration::from_micros(if place.is_multiple_of(7) {
                    900
                } else {
                    50
                }));
                place
            };
            let take = |place| {
                results.push(place);
                taken.store(results.len(), Ordering::SeqCst);
                ControlFlow::Continue(())
            };
            in_order(100, Pace { threads, window }, work, take);
            assert!(results.into_iter().eq(0..100), "{threads} threads");
        }
    }

    #[test]
    fn a_break_ends_the_work_and_a_panic_reaches_the_caller() {
        let begun = AtomicUsize::new(0);
        let mut taken = 0;
        let work = |_| begun.fetch_add(1, Ordering::SeqCst);
        let take = |_| {
            taken += 1;
            if taken == 5 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let pace = Pace {
            threads: 2,
            window: 4,
        };
        in_order(1000, pace, work, take);
        assert_eq!(taken, 5);
        assert!(begun.into_inner() <= 10);
        let caught = std::panic::catch_unwind(|| {
            let work = |place| assert_ne!(place, 3, "the third");
            in_order(1000, pace, work, |()| ControlFlow::Continue(()));
        });
        assert!(caught.is_err());
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
