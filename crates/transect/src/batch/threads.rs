//! Divides large batches into parts. The parts are computed one after the other or on several threads, with the same
//! results.

use alloc::vec::Vec;
use core::ops::Range;

use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::batch::kernel::BLOCK;

#[cfg(feature = "rayon")]
use rayon::join as both;

/// The number of blocks up to which a second thread is not worthwhile. These blocks have 20 480 rows, which one thread
/// classifies in about ten microseconds.
const PART: usize = 320;

/// Calls both functions, one after the other.
#[cfg(not(feature = "rayon"))]
fn both<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}

/// The memory that the caller of a batch operation provides for its results. It is filled block by block.
pub(crate) trait Room: Send + Sized {
    /// Splits the output into the output of the first `blocks` blocks and the output of the rest.
    fn split(self, blocks: usize) -> [Self; 2];
}

/// The output of a function that only returns counts: it needs no memory.
impl Room for () {
    fn split(self, _: usize) -> [Self; 2] {
        [(), ()]
    }
}

/// A bitmap of shapes, with one word of 64 bits per block.
impl Room for &mut [u64] {
    fn split(self, blocks: usize) -> [Self; 2] {
        self.split_at_mut(blocks).into()
    }
}

/// The sides of the shapes, one per row.
impl Room for &mut [Side] {
    fn split(self, blocks: usize) -> [Self; 2] {
        self.split_at_mut(blocks * BLOCK).into()
    }
}

/// Signed distances, one per row.
impl Room for &mut [f64] {
    fn split(self, blocks: usize) -> [Self; 2] {
        self.split_at_mut(blocks * BLOCK).into()
    }
}

/// An array of outputs, each of which is split at the same block.
impl<R: Room, const N: usize> Room for [R; N] {
    fn split(self, blocks: usize) -> [Self; 2] {
        let mut rooms = self.map(|room| room.split(blocks).map(Some));
        [0, 1].each(|half| {
            let halves = rooms.each_mut().map(|halves| halves[half].take());
            halves.map(|room| room.expect("each half is taken once"))
        })
    }
}

/// Masks of planes, one mask per row with one bit per plane.
impl Room for &mut [u32] {
    fn split(self, blocks: usize) -> [Self; 2] {
        self.split_at_mut(blocks * BLOCK).into()
    }
}

/// An optional output, for example the bitmap of null rows.
impl<R: Room> Room for Option<R> {
    fn split(self, blocks: usize) -> [Self; 2] {
        match self.map(|room| room.split(blocks)) {
            Some(parts) => parts.each(Some),
            None => [None, None],
        }
    }
}

/// A list of outputs, each of which is split at the same block.
impl<R: Room> Room for Vec<R> {
    fn split(self, blocks: usize) -> [Self; 2] {
        let halves = self.into_iter().map(|room| {
            let [first, rest] = room.split(blocks);
            (first, rest)
        });
        let (first, rest) = halves.unzip();
        [first, rest]
    }
}

/// Returns the number of threads that can work at the same time: 1 without the feature `rayon`.
fn threads() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    1
}

/// Calls `ask` with ranges of blocks and the output memory of each range, and joins the results in the order of the
/// blocks. With the feature `rayon`, large batches are halved recursively, and the halves are computed at the same
/// time.
pub(crate) fn in_parts<R: Room, A: Send>(
    blocks: Range<usize>,
    room: R,
    ask: &(impl Fn(Range<usize>, R) -> A + Sync),
    join: &(impl Fn(A, A) -> A + Sync),
) -> A {
    if blocks.len() > PART && threads() > 1 {
        let count = blocks.len() / 2;
        let middle = blocks.start + count;
        let [first, rest] = room.split(count);
        let (before, after) = both(
            || in_parts(blocks.start..middle, first, ask, join),
            || in_parts(middle..blocks.end, rest, ask, join),
        );
        return join(before, after);
    }
    ask(blocks, room)
}

/// Returns the number of parts into which a table of `rows` rows is worth dividing: at most one part per thread, and
/// only one part for few rows.
pub(crate) fn parts_of(rows: usize) -> usize {
    threads().min(rows / (PART * BLOCK)).max(1)
}

/// Calls `work` for each part, on several threads. The results are in the order of the parts.
#[cfg(feature = "rayon")]
pub(crate) fn each<P: Send, A: Send>(parts: Vec<P>, work: impl Fn(P) -> A + Send + Sync) -> Vec<A> {
    use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
    match parts.len() {
        // A single part is not worth the hand-over to another thread.
        1 => parts.into_iter().map(work).collect(),
        _ => parts.into_par_iter().map(work).collect(),
    }
}

/// Calls `work` for each part, one after the other. The results are in the order of the parts.
#[cfg(not(feature = "rayon"))]
pub(crate) fn each<P: Send, A: Send>(parts: Vec<P>, work: impl Fn(P) -> A + Send + Sync) -> Vec<A> {
    parts.into_iter().map(work).collect()
}

/// Returns `count` copies of a value. Up to `parts` threads write a share of the copies each. So each thread is the
/// first to access the memory of its share, and the operating system provides this memory in parallel.
#[cfg(feature = "rayon")]
pub(crate) fn repeated<A: Copy + Send + Sync>(value: A, count: usize, parts: usize) -> Vec<A> {
    use rayon::iter::{
        IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _,
    };
    match parts {
        1 => alloc::vec![value; count],
        _ => {
            let places = (0..count)
                .into_par_iter()
                .with_min_len(count.div_ceil(parts));
            places.map(|_| value).collect()
        }
    }
}

/// Returns `count` copies of a value.
#[cfg(not(feature = "rayon"))]
pub(crate) fn repeated<A: Copy + Send + Sync>(value: A, count: usize, _: usize) -> Vec<A> {
    alloc::vec![value; count]
}
