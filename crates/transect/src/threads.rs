//! Runs two functions: in parallel with the feature `rayon`, otherwise one after the other.

/// Calls both functions in parallel and returns their results. The first function runs on the calling thread, so that
/// it reuses memory that this thread freed.
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

/// Calls both functions, one after the other, and returns their results.
#[cfg(not(feature = "rayon"))]
pub(crate) fn both<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}
