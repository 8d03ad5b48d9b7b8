//! Tests whether a region is empty, and finds the planes that make it empty.

use alloc::vec::Vec;

use crate::incidence::exclude_each_other;
use crate::plane::Plane;
use crate::region::line::Line;

/// Returns `true` if the region of the points in front of or on all planes is empty: every point lies behind at least
/// one of them.
pub(crate) fn is_empty<const D: usize>(planes: &[&Plane<D>]) -> bool {
    let mut all_are_parallel = D == 3;
    for line in Line::all(planes) {
        all_are_parallel = false;
        if line.clipped(|_, _| false).is_some() {
            return false;
        }
    }
    if !all_are_parallel {
        return !planes.is_empty();
    }
    // All planes are parallel here. By Helly's theorem in one dimension, on a line across the planes, the region is
    // empty exactly if two of the planes exclude each other: no point is in front of or on both.
    (0..planes.len()).any(|i| (0..i).any(|j| exclude_each_other(planes[i], planes[j])))
}

/// Returns the indices of planes that together exclude every point: no point is in front of or on all of them, and none
/// of these planes can be left out. Returns `None` if the region is not empty.
pub(crate) fn contradiction<const D: usize>(planes: &[&Plane<D>]) -> Option<Vec<usize>> {
    if !is_empty(planes) {
        return None;
    }
    let mut kept: Vec<usize> = (0..planes.len()).collect();
    for plane in 0..planes.len() {
        let others: Vec<usize> = kept.iter().copied().filter(|&kept| kept != plane).collect();
        let without: Vec<&Plane<D>> = others.iter().map(|&index| planes[index]).collect();
        if is_empty(&without) {
            kept = others;
        }
    }
    Some(kept)
}
