//! Large batches in parts, one after the other or on several threads: the answers are the same.

use alloc::vec::Vec;
use core::ops::Range;

use crate::batch::kernel::BLOCK;
use crate::side::Side;

#[cfg(feature = "rayon")]
use rayon::join as both;

/// Blocks that are not worth a second thread: 20 480 rows, which take some ten microseconds.
const PART: usize = 320;

/// One after the other.
#[cfg(not(feature = "rayon"))]
fn both<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}

/// What the caller gave room for, to be filled block by block.
pub(crate) trait Room: Send + Sized {
    /// That of the first blocks, and that of the rest.
    fn split(self, blocks: usize) -> [Self; 2];
}

/// Nothing but a count.
impl Room for () {
    fn split(self, _: usize) -> [Self; 2] {
        [(), ()]
    }
}

/// A word a block.
impl Room for &mut [u64] {
    fn split(self, blocks: usize) -> [Self; 2] {
        self.split_at_mut(blocks).into()
    }
}

/// A side a row.
impl Room for &mut [Side] {
    fn split(self, blocks: usize) -> [Self; 2] {
        self.split_at_mut(blocks * BLOCK).into()
    }
}

/// A number a row.
impl Room for &mut [f64] {
    fn split(self, blocks: usize) -> [Self; 2] {
        self.split_at_mut(blocks * BLOCK).into()
    }
}

/// So many of them, each split.
impl<R: Room, const N: usize> Room for [R; N] {
    fn split(self, blocks: usize) -> [Self; 2] {
        let mut rooms = self.map(|room| room.split(blocks).map(Some));
        [0, 1].map(|half| {
            let halves = rooms.each_mut().map(|halves| halves[half].take());
            halves.map(|room| room.expect("each half is taken once"))
        })
    }
}

/// A bit for each plane a row.
impl Room for &mut [u32] {
    fn split(self, blocks: usize) -> [Self; 2] {
        self.split_at_mut(blocks * BLOCK).into()
    }
}

/// What there may be.
impl<R: Room> Room for Option<R> {
    fn split(self, blocks: usize) -> [Self; 2] {
        match self.map(|room| room.split(blocks)) {
            Some(parts) => parts.map(Some),
            None => [None, None],
        }
    }
}

/// Several of them, each split.
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

/// How many threads there are to work on.
fn threads() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    1
}

/// Asks all blocks: with the feature `rayon` halves of many of them at once, and joins what is answered.
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

/// In how many parts so many rows are worth being worked on: one a thread, and one where they are few.
pub(crate) fn parts_of(rows: usize) -> usize {
    threads().min(rows / (PART * BLOCK)).max(1)
}

/// Works on each part, with the feature `rayon` on several at once; what comes of them is in their order.
#[cfg(feature = "rayon")]
pub(crate) fn each<P: Send, A: Send>(parts: Vec<P>, work: impl Fn(P) -> A + Send + Sync) -> Vec<A> {
    use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
    match parts.len() {
        1 => parts.into_iter().map(work).collect(),
        _ => parts.into_par_iter().map(work).collect(),
    }
}

/// Works on each part; what comes of them is in their order.
#[cfg(not(feature = "rayon"))]
pub(crate) fn each<P: Send, A: Send>(parts: Vec<P>, work: impl Fn(P) -> A + Send + Sync) -> Vec<A> {
    parts.into_iter().map(work).collect()
}

/// So many times the same: written by those threads that will have the memory.
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

/// So many times the same.
#[cfg(not(feature = "rayon"))]
pub(crate) fn repeated<A: Copy + Send + Sync>(value: A, count: usize, _: usize) -> Vec<A> {
    alloc::vec![value; count]
}
