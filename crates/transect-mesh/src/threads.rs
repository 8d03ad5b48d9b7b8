//! Runs two functions: in parallel with the feature `rayon`, otherwise one after the other.

/// The least number of triangles for which the functions run in parallel. For fewer triangles, waking a thread takes
/// more time than the parallel work saves. Without this limit, a scene of many small objects would wake a thread
/// several times per object.
#[cfg(feature = "rayon")]
const LEAST: usize = 2048;

/// Calls both functions and returns their results. For at least [`LEAST`] triangles, they run in parallel. The first
/// function runs on the calling thread, so that it reuses memory that this thread freed.
#[cfg(feature = "rayon")]
pub(crate) fn both<A, B: Send>(
    triangles: usize,
    first: impl FnOnce() -> A,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    if triangles < LEAST {
        return (first(), second());
    }
    let mut answer = None;
    let first = rayon::in_place_scope(|scope| {
        scope.spawn(|_| answer = Some(second()));
        first()
    });
    (first, answer.expect("a scope ends when its work is done"))
}

/// Calls both functions, one after the other, and returns their results.
#[cfg(not(feature = "rayon"))]
pub(crate) fn both<A, B>(
    _triangles: usize,
    first: impl FnOnce() -> A,
    second: impl FnOnce() -> B,
) -> (A, B) {
    (first(), second())
}
