//! Two pieces of work at the same time: with the feature `rayon`. Otherwise one after the other.

/// Both answers. The first piece stays on this thread, so that it uses again what memory this thread has freed.
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

/// Both answers.
#[cfg(not(feature = "rayon"))]
pub(crate) fn both<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}
