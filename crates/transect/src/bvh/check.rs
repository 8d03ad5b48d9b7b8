//! Checks that the rows of a table are boxes: no NaN, min ≤ max on each axis, and no box without a point, such as one
//! with a min of ∞.

use fearless_simd::Simd;

use crate::aabb::Aabb;
use crate::batch::AabbColumns;
use crate::batch::level::{dispatch, level_of_cpu};
use crate::batch::threads::{each, parts_of};
use crate::bvh::coordinate::Coordinate;
use crate::bvh::tree::BvhError;

/// The number of rows whose checks are combined without a branch before the result is tested.
pub(crate) const CHUNK: usize = 1024;

/// Returns an error for the first row that is not a box, if there is such a row.
pub(crate) fn check<T: Coordinate, const D: usize>(
    boxes: &AabbColumns<'_, T, D>,
) -> Result<(), BvhError> {
    let rows = boxes.len().div_ceil(parts_of(boxes.len())).max(1);
    let parts = (0..boxes.len()).step_by(rows);
    let parts = parts.map(|start| boxes.slice(start..boxes.len().min(start + rows)));
    let are_all = each(
        parts.collect(),
        |boxes| dispatch!(level_of_cpu(), simd => are_boxes(simd, &boxes)),
    );
    if are_all.into_iter().all(|are_boxes| are_boxes) {
        Ok(())
    } else {
        Err(first_that_is_none(boxes))
    }
}

#[cold]
pub(crate) fn first_that_is_none<T: Coordinate, const D: usize>(
    boxes: &AabbColumns<'_, T, D>,
) -> BvhError {
    let mut rows = (0..boxes.len()).filter_map(|row| Some((row, boxes.get(row)?)));
    let first = rows.find_map(|(row, [min, max])| Aabb::new(min, max).err().map(|why| (row, why)));
    let (row, why) = first.expect("a row is not a box");
    BvhError::NotABox { row, why }
}

#[inline(always)]
pub(crate) fn are_boxes<S: Simd, T: Coordinate, const D: usize>(
    _: S,
    boxes: &AabbColumns<'_, T, D>,
) -> bool {
    // Only plain loops are used here: closures would be compiled for the lowest CPU feature level, and would not be
    // inlined.
    let infinity = T::INFINITY;
    for axis in 0..D {
        let (min, max) = (boxes.min()[axis], boxes.max()[axis]);
        for (min, max) in min.chunks(CHUNK).zip(max.chunks(CHUNK)) {
            let mut all = true;
            for (&low, &high) in min.iter().zip(max) {
                // A NaN fails every comparison. Infinite bounds are valid unless the box contains no point.
                all &= (low < infinity) & (low <= high) & (high > -infinity);
            }
            if !all {
                return false;
            }
        }
    }
    true
}
