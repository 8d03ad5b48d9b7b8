//! What every batch of shapes can do, and the walk over its blocks that all questions share.

use alloc::vec::Vec;
use core::ops::Range;

use fearless_simd::{Simd, dispatch};

use crate::batch::filter::Filter;
use crate::batch::kernel::{BLOCK, Certain, TILE};
use crate::batch::level::Level;
use crate::batch::scalar::Scalar;
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
    /// The first stage for the blocks from one on, as many as there are places to write to.
    fn blocks<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<Self::Scalar, D>,
        survey: Survey,
        first: usize,
        places: Range<usize>,
        certain: &mut Certain,
    );
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

    /// The rows after the last whole block; the last of them repeated to fill one.
    fn tail(&self) -> Self::Storage;
    fn padded(storage: &Self::Storage, level: Level) -> Self::Padded<'_>;
}

/// The words of some blocks for every plane: for each tile of blocks, each plane in turn. `sink` is told the place
/// of the plane, the first block, and the words. With `is_region`, a block of which all rows are
/// behind some plane is not asked of later ones; its words then say nothing but that.
pub(crate) fn words<const D: usize, C: Shapes<D>>(
    shapes: C,
    planes: &[Plane<D>],
    is_region: bool,
    blocks: Range<usize>,
    sink: &mut dyn FnMut(usize, usize, &[Word]),
) {
    match planes {
        // Without an allocation.
        [plane] => {
            let filters = [Filter::new(plane)];
            ask(shapes, planes, &filters, is_region, blocks, sink);
        }
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
    sink: &mut dyn FnMut(usize, usize, &[Word]),
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
        dispatch!(shapes.level().0, simd => walk(simd, shapes, &asked, whole, sink));
    }
    if rest > 0 && asked_of.contains(&blocks) {
        asked.first_row = blocks * BLOCK;
        let storage = shapes.tail();
        let padded = C::padded(&storage, shapes.level());
        let live = (1 << rest) - 1;
        let mut cut_off = |plane: usize, _: usize, words: &[Word]| {
            let word = Word {
                front: words[0].front & live,
                within: words[0].within & live,
                back: words[0].back & live,
                null: words[0].null & live,
            };
            sink(plane, blocks, &[word]);
        };
        dispatch!(shapes.level().0, simd => walk(simd, padded, &asked, 0..1, &mut cut_off));
    }
}

/// What is asked.
struct Asked<'a, T, const D: usize> {
    planes: &'a [Plane<D>],
    filters: &'a [Filter<T, D>],
    is_region: bool,
    /// The row of the whole batch that the walk begins at.
    first_row: usize,
}

#[inline(always)]
fn walk<S: Simd, const D: usize, C: Shapes<D>>(
    simd: S,
    shapes: C,
    asked: &Asked<'_, C::Scalar, D>,
    blocks: Range<usize>,
    sink: &mut dyn FnMut(usize, usize, &[Word]),
) {
    let known = shapes.known();
    let mut certain = Certain::default();
    let mut words = [Word::default(); TILE];
    for first in blocks.clone().step_by(TILE) {
        let count = TILE.min(blocks.end - first);
        let survey = match known {
            Some(survey) => survey,
            None => shapes.survey(simd, first..first + count),
        };
        let mut outside = [0; TILE];
        for (place, (plane, filter)) in asked.planes.iter().zip(asked.filters).enumerate() {
            if asked.is_region {
                for index in (0..count).filter(|&index| outside[index] != !0) {
                    let place = index..index + 1;
                    shapes.blocks(simd, filter, survey, first + index, place, &mut certain);
                }
            } else {
                shapes.blocks(simd, filter, survey, first, 0..count, &mut certain);
            }
            for index in 0..count {
                if outside[index] == !0 {
                    words[index] = ALL_BEHIND;
                    continue;
                }
                let (front, back) = (certain.front[index], certain.back[index]);
                let cut = certain.cut[index];
                words[index] = if (front | back | cut) == !0 && !survey.may_have_nulls {
                    Word {
                        front,
                        within: front,
                        back,
                        null: 0,
                    }
                } else {
                    careful(
                        simd,
                        shapes,
                        plane,
                        [front, back, cut],
                        first + index,
                        asked.first_row,
                    )
                };
                if asked.is_region {
                    outside[index] |= words[index].back | words[index].null;
                }
            }
            sink(place, first, &words[..count]);
        }
    }
}

const ALL_BEHIND: Word = Word {
    front: 0,
    within: 0,
    back: !0,
    null: 0,
};

/// A block that the first stage is not certain of, or that may have nulls.
#[cold]
#[inline(never)]
fn careful<S: Simd, const D: usize, C: Shapes<D>>(
    simd: S,
    shapes: C,
    plane: &Plane<D>,
    [front, back, cut]: [u64; 3],
    block: usize,
    first_row: usize,
) -> Word {
    simd.vectorize(
        #[inline(always)]
        || {
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
