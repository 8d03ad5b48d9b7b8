//! The extents of shapes with corners relative to a plane that is kept in the form in which it was given.

use transect_exact::arrays::array;
use transect_exact::polynomial::digits;
use transect_exact::vector::is_finite;
use transect_exact::{Dyadic, Side};

use crate::aabb::Aabb;
use crate::kept_plane::{Form as _, KeptPlane};
use crate::segment::Segment;
use crate::side::Extent;
use crate::triangle::Triangle;

/// A shape that can be classified exactly against a [`PlaneThrough`](crate::PlaneThrough) or a
/// [`PlaneAt`](crate::PlaneAt).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be classified against a kept plane of this dimension",
    label = "this type does not implement `transect::ExtentThrough`",
    note = "these shapes are points `[f64; D]` and `[f32; D]`, segments, triangles, boxes and spheres"
)]
pub trait ExtentThrough<const D: usize> {
    /// Returns the sides of the shape's backmost and frontmost points, exactly.
    fn extent_through(&self, plane: &impl KeptPlane<D>) -> Extent;
}

impl<const D: usize> ExtentThrough<D> for [f64; D] {
    fn extent_through(&self, plane: &impl KeptPlane<D>) -> Extent {
        Extent::of_point(plane.kept().side_of_point(self))
    }
}

impl<const D: usize> ExtentThrough<D> for Segment<D> {
    fn extent_through(&self, plane: &impl KeptPlane<D>) -> Extent {
        extent_of_points(self.ends, plane)
    }
}

impl<const D: usize> ExtentThrough<D> for Triangle<D> {
    fn extent_through(&self, plane: &impl KeptPlane<D>) -> Extent {
        extent_of_points(self.corners, plane)
    }
}

impl<const D: usize> ExtentThrough<D> for Aabb<D> {
    fn extent_through(&self, plane: &impl KeptPlane<D>) -> Extent {
        if plane.kept().form().float_normal().is_some() || !self.is_bounded() {
            return extent_between(&ends_of_box(self, plane), plane);
        }
        let ends = [self.min(), self.max()];
        let corner = |chosen: usize| array(|axis| ends[chosen >> axis & 1][axis]);
        extent_of_points((0..1 << D).map(corner), plane)
    }
}

/// Returns the backmost and the frontmost corner of a box, which may have infinite coordinates.
pub(crate) fn ends_of_box<const D: usize>(
    aabb: &Aabb<D>,
    plane: &impl KeptPlane<D>,
) -> [[f64; D]; 2] {
    let normal = plane.kept().form().float_normal();
    aabb.backmost_and_frontmost(&normal.unwrap_or_else(|| signs(plane)))
}

/// Returns a vector with the exact signs of the coefficients of a plane's normal.
#[cold]
fn signs<const D: usize>(plane: &impl KeptPlane<D>) -> [f64; D] {
    let (normal, _) = plane.kept().form().coefficients::<Dyadic<{ digits(3) }>>();
    normal
        .each_ref()
        .map(|coefficient| match coefficient.side() {
            Side::Back => -1.0,
            Side::On => 0.0,
            Side::Front => 1.0,
        })
}

/// Returns the sides of the backmost and of the frontmost corner of a box, which may have infinite coordinates.
fn extent_between<const D: usize>(
    [backmost, frontmost]: &[[f64; D]; 2],
    plane: &impl KeptPlane<D>,
) -> Extent {
    let side = |corner: &[f64; D], if_unbounded| {
        if is_finite(corner) {
            plane.kept().side_of_point(corner)
        } else {
            if_unbounded
        }
    };
    Extent {
        backmost: side(backmost, Side::Back),
        frontmost: side(frontmost, Side::Front),
    }
}

/// Returns the extent of the convex hull of points.
///
/// # Panics
/// Panics if `points` is empty.
pub(crate) fn extent_of_points<const D: usize>(
    points: impl IntoIterator<Item = [f64; D]>,
    plane: &impl KeptPlane<D>,
) -> Extent {
    let sides = points
        .into_iter()
        .map(|point| plane.kept().side_of_point(&point));
    let extents = sides.map(Extent::of_point);
    extents.reduce(Extent::join).expect("a shape has points")
}
