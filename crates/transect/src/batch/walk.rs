//! The loop over the tiles (up to sixteen blocks each), planes and blocks of a batch. All classifications of columns
//! share this loop.

use core::ops::Range;

use fearless_simd::Simd;
use transect_exact::arrays::Few as _;

use crate::batch::blocks::{Blocks, careful};
use crate::batch::cull;
use crate::batch::kernel::{self, BLOCK, Signs, TILE};
use crate::batch::level::dispatch;
use crate::batch::scalar::sealed::Lanes as _;
use crate::batch::shapes::{Question, Shapes};
use crate::batch::words::Words;
use crate::region::{Overlap, Region};

/// All kinds of columns implement [`Shapes`] by the loops of this module.
impl<const D: usize, C: Blocks<D>> Shapes<D> for C {
    type Scalar = C::Scalar;

    fn rows(&self) -> usize {
        Blocks::rows(self)
    }

    fn words(
        self,
        query: &Question<'_, C::Scalar, D>,
        blocks: Range<usize>,
        sink: &mut dyn FnMut(usize, Words<'_>),
    ) {
        words(self, query, blocks, sink);
    }

    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap {
        Blocks::overlap(self, region, row)
    }
}

/// Passes the sides of the shapes of some blocks to `sink`, as words of 64 bits: tile after tile (up to sixteen blocks
/// each), and within a tile plane after plane. The first argument of `sink` is the index of the plane. If the planes
/// form one region, the words describe the relation to the region as a whole.
fn words<const D: usize, C: Blocks<D>>(
    shapes: C,
    query: &Question<'_, C::Scalar, D>,
    asked_of: Range<usize>,
    sink: &mut dyn FnMut(usize, Words<'_>),
) {
    let rows = Blocks::rows(&shapes);
    let [blocks, rest] = [rows / BLOCK, rows % BLOCK];
    let whole = asked_of.start..asked_of.end.min(blocks);
    if !whole.is_empty() {
        at_level(shapes, query, whole, sink);
    }
    if rest == 0 || !asked_of.contains(&blocks) {
        return;
    }
    let live = (1 << rest) - 1;
    let mut cut_off = |plane: usize, words: &Words<'_>, shift: usize| {
        let [front, within, back, null] = [words.front, words.within, words.back, words.null]
            .each(|word| word[0] >> shift & live);
        let words = [&[front][..], &[within], &[back], &[null]];
        sink(plane, Words::new(blocks, rest, words));
    };
    if blocks == 0 {
        let mut room = [[C::Scalar::ZERO; BLOCK]; _];
        let padded = shapes.padded(&mut room);
        let mut sink = |plane: usize, words: Words<'_>| cut_off(plane, &words, 0);
        at_level(padded, query, 0..1, &mut sink);
    } else {
        // The number of rows is not a multiple of 64, so the last 64 rows are classified as one more block. Only the
        // bits of the last `rest` rows are passed on, because `sink` already has the bits of the earlier rows.
        let query = Question {
            first_row: query.first_row + rows - BLOCK,
            ..*query
        };
        let last = shapes.last_block();
        let mut sink = |plane: usize, words: Words<'_>| cut_off(plane, &words, BLOCK - rest);
        at_level(last, &query, 0..1, &mut sink);
    }
}

/// Classifies whole blocks with the instructions of the batch's CPU feature level. Inlining is forbidden, so that the
/// loops are compiled once for all callers.
#[inline(never)]
fn at_level<const D: usize, C: Blocks<D>>(
    shapes: C,
    query: &Question<'_, C::Scalar, D>,
    blocks: Range<usize>,
    sink: &mut dyn FnMut(usize, Words<'_>),
) {
    dispatch!(shapes.level().0, simd => walk(simd, shapes, query, blocks, sink));
}

#[inline(always)]
fn walk<S: Simd, const D: usize, C: Blocks<D>>(
    simd: S,
    shapes: C,
    query: &Question<'_, C::Scalar, D>,
    blocks: Range<usize>,
    sink: &mut dyn FnMut(usize, Words<'_>),
) {
    if query.is_region {
        return cull::walk(simd, shapes, query, blocks, sink);
    }
    let known = shapes.known();
    let mut signs = Signs::default();
    for first in blocks.clone().step_by(TILE) {
        let count = TILE.min(blocks.end - first);
        let survey = match known {
            Some(survey) => survey,
            None => shapes.survey(simd, first..first + count),
        };
        for (place, (plane, filter)) in query.planes.iter().zip(query.filters).enumerate() {
            let threshold = shapes.threshold(filter, survey.largest);
            let facing = shapes.facing(&filter.is_negative);
            for index in 0..count {
                let values = facing.values(simd, filter, first + index);
                kernel::signs(simd, threshold, &mut signs, index, values);
            }
            let mut within = signs.front;
            let mut null = [0; TILE];
            for index in 0..count {
                if !signs.is_certain[index] || survey.may_have_nulls {
                    let one = (plane, filter, threshold);
                    let word = careful(
                        simd,
                        shapes,
                        one,
                        survey.may_have_nulls,
                        first + index,
                        query.first_row,
                    );
                    signs.front[index] = word.front;
                    within[index] = word.within;
                    signs.back[index] = word.back;
                    null[index] = word.null;
                }
            }
            let words = [&signs.front, &within, &signs.back, &null].each(|words| &words[..count]);
            sink(place, Words::new(first, count * BLOCK, words));
        }
    }
}
