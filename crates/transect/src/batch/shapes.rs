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
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a batch of shapes of this dimension",
    label = "this type does not implement `transect::batch::Batch`",
    note = "batches are `PointColumns`, `PointRows`, `AabbColumns`, `AabbRows`, `SphereColumns` and `ParallelepipedColumns` of `transect::batch`"
)]
pub(crate) trait Shapes<const D: usize>: Copy + Sync {
    type Scalar: Scalar;

    fn rows(&self) -> usize;
    /// Returns the range of the indices of all blocks; the last block may have fewer than 64 rows.
    fn all_blocks(&self) -> Range<usize> {
        0..self.rows().div_ceil(BLOCK)
    }
    /// Passes the exact sides of the shapes of some blocks to `sink`, as words of 64 bits (one bit per shape). The
    /// first argument of `sink` is the index of the plane that the words belong to; it is 0 if all planes form one
    /// region.
    fn words(
        self,
        query: &Question<'_, Self::Scalar, D>,
        blocks: Range<usize>,
        sink: &mut dyn FnMut(usize, Words<'_>),
    );
    /// Returns the exact relation of a non-null row to a region.
    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap;
}

/// The planes that shapes are classified against, either each plane by itself or all planes as one region.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a, T, const D: usize> {
    pub(crate) planes: &'a [Plane<D>],
    pub(crate) filters: &'a [Filter<T, D>],
    pub(crate) is_region: bool,
    /// The index, in the whole batch, of the first row of the columns that are classified.
    pub(crate) first_row: usize,
}

/// Passes the exact sides of the shapes of some blocks to `sink`, as words of 64 bits: for each plane, or for all
/// planes as one region.
pub(crate) fn words<const D: usize, C: Shapes<D>>(
    shapes: C,
    planes: &[Plane<D>],
    is_region: bool,
    blocks: Range<usize>,
    sink: &mut dyn FnMut(usize, Words<'_>),
) {
    let mut ask = |filters: &[Filter<C::Scalar, D>]| {
        let query = Question {
            planes,
            filters,
            is_region,
            first_row: 0,
        };
        shapes.words(&query, blocks.clone(), sink);
    };
    match planes {
        // For a single plane, the filter (the plane with rounded coefficients) is an array on the stack, so nothing is
        // allocated.
        [plane] => ask(&[Filter::new(plane)]),
        _ => ask(&planes.iter().map(Filter::new).collect::<Vec<_>>()),
    }
}
