//! The signed distances of shapes from a plane that is kept in the form in which it was given.

use transect_exact::vector::is_finite;

use crate::aabb::Aabb;
use crate::kept_plane::KeptPlane;
use crate::kept_plane::extent::ends_of_box;
use crate::segment::Segment;
use crate::side::Interval;
use crate::triangle::Triangle;

/// A shape whose signed distances from a [`PlaneThrough`](crate::PlaneThrough) or a [`PlaneAt`](crate::PlaneAt) can be
/// computed.
#[diagnostic::on_unimplemented(
    message = "the distances of `{Self}` from a kept plane of this dimension cannot be computed",
    label = "this type does not implement `transect::IntervalThrough`",
    note = "these shapes are points `[f64; D]`, segments, triangles, boxes and spheres"
)]
pub trait IntervalThrough<const D: usize> {
    /// Returns the signed distances of the shape's backmost and frontmost points, rounded.
    fn interval_through(&self, plane: &impl KeptPlane<D>) -> Interval;
}

impl<const D: usize> IntervalThrough<D> for [f64; D] {
    fn interval_through(&self, plane: &impl KeptPlane<D>) -> Interval {
        interval_of_points(&[*self], plane)
    }
}

impl<const D: usize> IntervalThrough<D> for Segment<D> {
    fn interval_through(&self, plane: &impl KeptPlane<D>) -> Interval {
        interval_of_points(&self.ends, plane)
    }
}

impl<const D: usize> IntervalThrough<D> for Triangle<D> {
    fn interval_through(&self, plane: &impl KeptPlane<D>) -> Interval {
        interval_of_points(&self.corners, plane)
    }
}

impl<const D: usize> IntervalThrough<D> for Aabb<D> {
    fn interval_through(&self, plane: &impl KeptPlane<D>) -> Interval {
        let [backmost, frontmost] = ends_of_box(self, plane);
        let distance = |corner: &[f64; D], if_unbounded| {
            if is_finite(corner) {
                plane.kept().signed_distance(corner)
            } else {
                if_unbounded
            }
        };
        Interval {
            backmost: distance(&backmost, f64::NEG_INFINITY),
            frontmost: distance(&frontmost, f64::INFINITY),
        }
    }
}

/// Returns the interval of the convex hull of points.
fn interval_of_points<const D: usize>(points: &[[f64; D]], plane: &impl KeptPlane<D>) -> Interval {
    let distances = points
        .iter()
        .map(|point| plane.kept().signed_distance(point));
    let all = [f64::INFINITY, f64::NEG_INFINITY];
    let [backmost, frontmost] = distances.fold(all, |[low, high], distance| {
        [low.min(distance), high.max(distance)]
    });
    Interval {
        backmost,
        frontmost,
    }
}
