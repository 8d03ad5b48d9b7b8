//! The operations that every batch of shapes supports.

use alloc::vec::Vec;
use core::ops::Range;

use crate::batch::filter::Filter;
use crate::batch::kernel::BLOCK;
use crate::batch::scalar::Scalar;
use crate::batch::words::Words;
use crate::plane::Plane;
use crate::region::{Overlap, Region};

/// A batch of shapes, one shape per row.
pub(crate) trait Shapes<const D: usize>: Copy + Sync {
    type Scalar: Scalar;

    fn rows(&self) -> usize;
    /// Returns the range of all blocks; the last block may have fewer rows.
    fn all_blocks(&self) -> Range<usize> {
        0..self.rows().div_ceil(BLOCK)
    }
    /// Passes the exact result words of some blocks for every plane to `sink`: the index of the plane, and its words.
    fn words(
        self,
        asked: &Question<'_, Self::Scalar, D>,
        blocks: Range<usize>,
        sink: &mut dyn FnMut(usize, Words<'_>),
    );
    /// Returns the exact relation of a non-null row to a region.
    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap;
}

/// The planes that shapes are classified against: each plane by itself, or all planes as one region.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a, T, const D: usize> {
    pub(crate) planes: &'a [Plane<D>],
    pub(crate) filters: &'a [Filter<T, D>],
    pub(crate) is_region: bool,
    /// The row of the whole batch at which the classified columns begin.
    pub(crate) first_row: usize,
}

/// Passes the result words of some blocks to `sink`, for every plane or for all planes as one region.
pub(crate) fn words<const D: usize, C: Shapes<D>>(
    shapes: C,
    planes: &[Plane<D>],
    is_region: bool,
    blocks: Range<usize>,
    sink: &mut dyn FnMut(usize, Words<'_>),
) {
    let mut ask = |filters: &[Filter<C::Scalar, D>]| {
        let asked = Question {
            planes,
            filters,
            is_region,
            first_row: 0,
        };
        shapes.words(&asked, blocks.clone(), sink);
    };
    match planes {
        // A single plane needs no allocation.
        [plane] => ask(&[Filter::new(plane)]),
        _ => ask(&planes.iter().map(Filter::new).collect::<Vec<_>>()),
    }
}
