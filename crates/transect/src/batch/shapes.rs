//! What every batch of shapes can do, and the walk over its blocks that all questions share.

use alloc::vec::Vec;
use core::ops::Range;

use fearless_simd::Simd;

use crate::batch::cull;
use crate::batch::filter::Filter;
use crate::batch::kernel::{BLOCK, Certain, Signs, TILE};
use crate::batch::level::{Level, dispatch};
use crate::batch::scalar::Scalar;
use crate::batch::sides::Counts;
use crate::plane::Plane;
use crate::region::{Overlap, Region};
use crate::side::Side;

/// The sides of 64 shapes of one plane, exactly.
#[derive(Clone, Copy, Default)]
pub(crate) struct Word {
    /// All of the shape is strictly in front.
    pub(crate) front: u64,
    /// No part of it is behind.
    pub(crate) within: u64,
    /// All of it is strictly behind.
    pub(crate) back: u64,
    /// It is no shape: inverted or with a NaN. No other bit is set then.
    pub(crate) null: u64,
}

/// What is known of the numbers of some blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Survey {
    /// No coordinate is larger in magnitude, nulls aside.
    pub(crate) largest: f64,
    /// Whether a row may be null.
    pub(crate) may_have_nulls: bool,
}

/// A batch of shapes, of which 64 make a block.
pub(crate) trait Shapes<const D: usize>: Copy + Sync {
    type Scalar: Scalar;
    /// Room for the last rows as a whole block.
    type Storage;
    /// The batch over it.
    type Padded<'s>: Shapes<D, Scalar = Self::Scalar>;

    fn rows(&self) -> usize;
    /// All blocks, the last one perhaps of fewer rows.
    fn all_blocks(&self) -> Range<usize> {
        0..self.rows().div_ceil(BLOCK)
    }
    fn level(&self) -> Level;

    /// The survey of all rows, if it was made before.
    fn known(&self) -> Option<Survey> {
        None
    }
    /// The survey of some blocks, all whole.
    fn survey<S: Simd>(&self, simd: S, blocks: Range<usize>) -> Survey;
    /// What the fast stage's values have to exceed, for numbers up to `largest`.
    fn threshold(filter: &Filter<Self::Scalar, D>, largest: f64) -> Self::Scalar {
        filter.threshold(largest)
    }
    /// The first stage for the blocks from one on, as many as there are places to write to.
    fn signs<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<Self::Scalar, D>,
        threshold: Self::Scalar,
        first: usize,
        places: Range<usize>,
        signs: &mut Signs,
    );
    /// The first stage for a block in which it is not certain of all rows.
    fn certain<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<Self::Scalar, D>,
        threshold: Self::Scalar,
        block: usize,
    ) -> Certain;
    /// Which shapes of a block are behind one of the planes, which in front of all, and which null: if that is certain
    /// of all of them at once. Where nothing is known of it, never.
    #[inline(always)]
    fn lying<S: Simd>(
        &self,
        _: S,
        _: &[Filter<Self::Scalar, D>],
        _: Self::Scalar,
        _: usize,
    ) -> Option<[u64; 3]> {
        None
    }
    /// Which rows of a block are null.
    fn nulls<S: Simd>(&self, simd: S, block: usize) -> u64;
    /// The second stage: what it knows, and of which rows that is all. Without one, of none.
    #[inline(always)]
    fn refined<S: Simd>(&self, _: S, _: &Plane<D>, _: usize) -> (Word, u64) {
        (Word::default(), 0)
    }
    /// The third stage: the sides of one row's backmost and frontmost point. A coordinate that is not
    /// finite panics, called by its row, which is `first` more than its place here.
    fn exact(&self, plane: &Plane<D>, row: usize, first: usize) -> [Side; 2];

    /// How a row that is no null lies to a region, exactly.
    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap;

    /// The last 64 rows.
    fn last_block(&self) -> Self;
    /// All rows where they make no block; the last of them repeated to fill one.
    fn tail(&self) -> Self::Storage;
    fn padded(storage: &Self::Storage, level: Level) -> Self::Padded<'_>;
}

/// The sides of some blocks of one plane, exactly: bits as those of [`Word`], and their counts. Of a region: `back` is
/// behind one of its planes, `front` and `within` are behind none.
pub(crate) struct Words<'w> {
    /// The first block.
    pub(crate) first: usize,
    pub(crate) front: &'w [u64],
    pub(crate) within: &'w [u64],
    pub(crate) back: &'w [u64],
    pub(crate) null: &'w [u64],
    pub(crate) counts: Counts,
}

/// The words of some blocks for every plane: for each tile of blocks, each plane in turn. `sink` is told the place
/// of the plane, and the words. With `is_region`, of all planes as one.
pub(crate) fn words<const D: usize, C: Shapes<D>>(
    shapes: C,
    planes: &[Plane<D>],
    is_region: bool,
    blocks: Range<usize>,
    sink: &mut dyn FnMut(usize, Words<'_>),
) {
    match planes {
        // Without an allocation.
        [plane] => ask(
            shapes,
            planes,
            &[Filter::new(plane)],
            is_region,
            blocks,
            sink,
        ),
        _ => {
            let filters: Vec<_> = planes.iter().map(Filter::new).collect();
            ask(shapes, planes, &filters, is_region, blocks, sink);
        }
    }
}

fn ask<const D: usize, C: Shapes<D>>(
    shapes: C,
    planes: &[Plane<D>],
    filters: &[Filter<C::Scalar, D>],
    is_region: bool,
    asked_of: Range<usize>,
    sink: &mut dyn FnMut(usize, Words<'_>),
) {
    let [blocks, rest] = [shapes.rows() / BLOCK, shapes.rows() % BLOCK];
    let whole = asked_of.start..asked_of.end.min(blocks);
    let mut asked = Asked {
        planes,
        filters,
        is_region,
        first_row: 0,
    };
    if !whole.is_empty() {
        at_level(shapes, &asked, whole, sink);
    }
    if rest == 0 || !asked_of.contains(&blocks) {
        return;
    }
    let live = (1 << rest) - 1;
    let mut cut_off = |plane: usize, words: &Words<'_>, shift: usize| {
        let [front, within, back, null] =
            [words.front, words.within, words.back, words.null].map(|word| word[0] >> shift & live);
        let words = Words {
            first: blocks,
            front: &[front],
            within: &[within],
            back: &[back],
            null: &[null],
            counts: Counts::of_bits(rest, front, back, null),
        };
        sink(plane, words);
    };
    if blocks == 0 {
        let storage = shapes.tail();
        let padded = C::padded(&storage, shapes.level());
        let mut sink = |plane: usize, words: Words<'_>| cut_off(plane, &words, 0);
        at_level(padded, &asked, 0..1, &mut sink);
    } else {
        // The last 64 rows are a block, too; those before the rest have been told.
        asked.first_row = shapes.rows() - BLOCK;
        let last = shapes.last_block();
        let mut sink = |plane: usize, words: Words<'_>| cut_off(plane, &words, BLOCK - rest);
        at_level(last, &asked, 0..1, &mut sink);
    }
}

/// What is asked.
pub(crate) struct Asked<'a, T, const D: usize> {
    pub(crate) planes: &'a [Plane<D>],
    pub(crate) filters: &'a [Filter<T, D>],
    is_region: bool,
    /// The row of the whole batch that the walk begins at.
    pub(crate) first_row: usize,
}

/// The walk with the instructions of the batch's level. (Not inlined: the loops are compiled once for all callers.)
#[inline(never)]
fn at_level<const D: usize, C: Shapes<D>>(
    shapes: C,
    asked: &Asked<'_, C::Scalar, D>,
    blocks: Range<usize>,
    sink: &mut dyn FnMut(usize, Words<'_>),
) {
    dispatch!(shapes.level().0, simd => walk(simd, shapes, asked, blocks, sink));
}

#[inline(always)]
fn walk<S: Simd, const D: usize, C: Shapes<D>>(
    simd: S,
    shapes: C,
    asked: &Asked<'_, C::Scalar, D>,
    blocks: Range<usize>,
    sink: &mut dyn FnMut(usize, Words<'_>),
) {
    if asked.is_region {
        return cull::walk(simd, shapes, asked, blocks, sink);
    }
    let known = shapes.known();
    let mut signs = Signs::default();
    for first in blocks.clone().step_by(TILE) {
        let count = TILE.min(blocks.end - first);
        let survey = match known {
            Some(survey) => survey,
            None => shapes.survey(simd, first..first + count),
        };
        for (place, (plane, filter)) in asked.planes.iter().zip(asked.filters).enumerate() {
            let threshold = C::threshold(filter, survey.largest);
            shapes.signs(simd, filter, threshold, first, 0..count, &mut signs);
            let mut within = signs.front;
            let mut null = [0; TILE];
            for index in 0..count {
                if !signs.is_certain[index] || survey.may_have_nulls {
                    let one = (plane, filter, threshold);
                    let word = careful(simd, shapes, one, first + index, asked.first_row);
                    signs.front[index] = word.front;
                    within[index] = word.within;
                    signs.back[index] = word.back;
                    null[index] = word.null;
                }
            }
            let front = count_ones(&signs.front[..count]);
            let back = count_ones(&signs.back[..count]);
            let none = count_ones(&null[..count]);
            let words = Words {
                first,
                front: &signs.front[..count],
                within: &within[..count],
                back: &signs.back[..count],
                null: &null[..count],
                counts: Counts {
                    back,
                    on: count * BLOCK - front - back - none,
                    front,
                    null: none,
                },
            };
            sink(place, words);
        }
    }
}

/// How many bits are set.
#[inline(always)]
pub(crate) fn count_ones(words: &[u64]) -> usize {
    let mut ones = 0;
    for word in words {
        ones += word.count_ones() as usize;
    }
    ones
}

/// A block that the first stage is not certain of, or that may have nulls.
#[cold]
#[inline(never)]
pub(crate) fn careful<S: Simd, const D: usize, C: Shapes<D>>(
    simd: S,
    shapes: C,
    (plane, filter, threshold): (&Plane<D>, &Filter<C::Scalar, D>, C::Scalar),
    block: usize,
    first_row: usize,
) -> Word {
    simd.vectorize(
        #[inline(always)]
        || {
            let Certain { front, back, cut } = shapes.certain(simd, filter, threshold, block);
            let null = shapes.nulls(simd, block);
            let mut word = Word {
                front: front & !null,
                within: front & !null,
                back: back & !null,
                null,
            };
            let is_open = !(front | back | cut | null);
            if is_open == 0 {
                return word;
            }
            let (refined, known) = shapes.refined(simd, plane, block);
            let closed = known & is_open;
            word.front |= refined.front & closed;
            word.within |= refined.within & closed;
            word.back |= refined.back & closed;
            let mut rest = is_open & !known;
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                let row = block * BLOCK + rest.trailing_zeros() as usize;
                let [backmost, frontmost] = shapes.exact(plane, row, first_row);
                word.front |= if backmost == Side::Front { bit } else { 0 };
                word.within |= if backmost == Side::Back { 0 } else { bit };
                word.back |= if frontmost == Side::Back { bit } else { 0 };
                rest ^= bit;
            }
            word
        },
    )
}

/// The side of one row's point.
///
/// # Panics
/// If a coordinate is not finite: then it is on no side.
pub(crate) fn exact_side<const D: usize>(plane: &Plane<D>, point: &[f64; D], row: usize) -> Side {
    check_finite(point, row);
    plane.form().side(point)
}

/// # Panics
/// If a coordinate is not finite: then it is on no side.
pub(crate) fn check_finite<const D: usize>(point: &[f64; D], row: usize) {
    for (axis, coordinate) in point.iter().enumerate() {
        assert!(
            coordinate.is_finite(),
            "row {row} is on no side: coordinate {} is {coordinate}",
            ["x", "y", "z"][axis]
        );
    }
}
