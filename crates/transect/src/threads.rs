//! Runs two pieces of work: in parallel with the feature `rayon`, otherwise one after the other.

/// Returns the results of both pieces of work.
/// The first one runs on this thread and reuses memory that the thread freed.
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

/// Returns the results of both pieces of work, done one after the other.
#[cfg(not(feature = "rayon"))]
pub(crate) fn both<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}
