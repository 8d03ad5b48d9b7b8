//! Trees over boxes that are stored as records of a least and a greatest corner.

use alloc::vec::Vec;

use transect_exact::arrays::Few as _;

use crate::batch::AabbColumns;
use crate::bvh::coordinate::Coordinate;
use crate::bvh::tree::{Bvh, BvhError};

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Builds the tree of boxes stored as records `[min, max]`, like [`Bvh::build`]. The records are copied into
    /// columns first, which takes as much memory as the records.
    ///
    /// ```
    /// use transect::{Plane, bvh::Bvh};
    /// let rows = [[[0.0_f32, 0.0], [1.0, 1.0]], [[2.0, 0.0], [3.0, 1.0]]];
    /// let mut tree = Bvh::build_from_rows(&rows)?;
    /// let plane = Plane::new([1.0, 0.0], -2.5)?;
    /// assert_eq!(tree.on(&plane).ids().collect::<Vec<_>>(), [1]);
    /// tree.refit_boxes_from_rows(&[0], &[[[2.0, 0.0], [4.0, 1.0]]])?;
    /// assert_eq!(tree.on(&plane).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same errors as [`Bvh::build`].
    pub fn build_from_rows(rows: &[[[T; D]; 2]]) -> Result<Self, BvhError> {
        in_columns(rows, Self::build)
    }

    /// Moves some boxes, like [`Bvh::refit_boxes`]: record i has the new bounds of the box with the i-th id.
    ///
    /// # Errors
    /// Returns the same errors as [`Bvh::refit_boxes`].
    ///
    /// # Panics
    /// Panics if there is not one record per id.
    pub fn refit_boxes_from_rows(
        &mut self,
        ids: &[u32],
        rows: &[[[T; D]; 2]],
    ) -> Result<(), BvhError> {
        in_columns(rows, |boxes| self.refit_boxes(ids, boxes))
    }
}

fn in_columns<T: Coordinate, const D: usize, R>(
    rows: &[[[T; D]; 2]],
    task: impl FnOnce(&AabbColumns<'_, T, D>) -> R,
) -> R {
    let column = |end: usize, axis: usize| rows.iter().map(move |row| row[end][axis]).collect();
    let columns: [[Vec<T>; D]; 2] =
        [0, 1].each(|end| core::array::from_fn(|axis| column(end, axis)));
    let [min, max] = columns
        .each_ref()
        .each(|corner| corner.each_ref().map(Vec::as_slice));
    task(&AabbColumns::new(min, max))
}
