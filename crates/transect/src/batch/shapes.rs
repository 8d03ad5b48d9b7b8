//! What questions ask of every batch of shapes.

use alloc::vec::Vec;
use core::ops::Range;

use crate::batch::filter::Filter;
use crate::batch::kernel::BLOCK;
use crate::batch::scalar::Scalar;
use crate::batch::words::Words;
use crate::plane::Plane;
use crate::region::{Overlap, Region};

/// A batch of shapes, one a row.
pub(crate) trait Shapes<const D: usize>: Copy + Sync {
    type Scalar: Scalar;

    fn rows(&self) -> usize;
    /// All blocks, the last one perhaps of fewer rows.
    fn all_blocks(&self) -> Range<usize> {
        0..self.rows().div_ceil(BLOCK)
    }
    /// The words of some blocks for every plane, exactly: `sink` is told the place of the plane, and the words.
    fn words(
        self,
        asked: &Question<'_, Self::Scalar, D>,
        blocks: Range<usize>,
        sink: &mut dyn FnMut(usize, Words<'_>),
    );
    /// How a row that is no null lies to a region, exactly.
    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap;
}

/// What is asked.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a, T, const D: usize> {
    pub(crate) planes: &'a [Plane<D>],
    pub(crate) filters: &'a [Filter<T, D>],
    pub(crate) is_region: bool,
    /// The row of the whole batch that the walk begins at.
    pub(crate) first_row: usize,
}

/// The words of some blocks for every plane, or of all planes as one region.
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
        // Without an allocation.
        [plane] => ask(&[Filter::new(plane)]),
        _ => ask(&planes.iter().map(Filter::new).collect::<Vec<_>>()),
    }
}
