//! Runs three closures at the same time, on three threads.

use std::panic::resume_unwind;
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

/// Waits for a thread and returns its result. If the thread panicked, the panic continues on the calling thread.
fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

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
