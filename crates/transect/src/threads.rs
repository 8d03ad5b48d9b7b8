//! Two pieces of work, in parallel with the feature `rayon`, otherwise one after the other.

/// Returns both results. The first piece of work stays on this thread, so it reuses memory that this thread has freed.
#[cfg(feature = "rayon")]
pub(crate) fn both<A, B: Send>(
    first: impl FnOnce() -> A,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    let mut answer = None;
    let first = rayon::in_place_scope(|scope| {
        scope.spawn(|_| answer = Some(second()));
        first()
    });
    (first, answer.expect("a scope ends when its work is done"))
}

/// Returns both results.
#[cfg(not(feature = "rayon"))]
pub(crate) fn both<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}
