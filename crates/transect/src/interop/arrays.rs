//! Conversions of arrays and tuples of numbers.

use alloc::borrow::Cow;

use crate::aabb::{Aabb, AabbError};
use crate::capsule::Capsule;
use crate::coordinates::{Coordinates, RoundedFrom};
use crate::segment::Segment;
use crate::shape::ShapeError;
use crate::side::Interval;
use crate::sphere::Sphere;
use crate::transform::{Transform, TransformError};
use crate::triangle::Triangle;

/// Returns the array itself.
impl<const D: usize> Coordinates<D> for [f64; D] {
    fn coordinates(self) -> [f64; D] {
        self
    }

    fn all(points: &[Self]) -> Cow<'_, [Self]> {
        Cow::Borrowed(points)
    }
}

/// Returns the coordinates themselves, without rounding.
impl<const D: usize> RoundedFrom<D> for [f64; D] {
    fn rounded_from(coordinates: [f64; D]) -> Self {
        coordinates
    }
}

/// Converts the coordinates from `f32` to `f64` exactly.
impl<const D: usize> Coordinates<D> for [f32; D] {
    fn coordinates(self) -> [f64; D] {
        self.map(f64::from)
    }
}

/// Rounds each coordinate to the nearest `f32`.
impl<const D: usize> RoundedFrom<D> for [f32; D] {
    fn rounded_from(coordinates: [f64; D]) -> Self {
        coordinates.map(|coordinate| coordinate as f32)
    }
}

coordinates! {
    (f32, f32): [f32; 2];
    (f64, f64): [f64; 2];
    (f32, f32, f32): [f32; 3];
    (f64, f64, f64): [f64; 3];
    (f32, f32, f32, f32): [f32; 4];
    (f64, f64, f64, f64): [f64; 4];
}

points! {
    [const D: usize] [f32; D]: D;
}

/// Converts the columns of a matrix with the bottom row 0, 0, 0, 1 to an affine map.
impl TryFrom<[[f64; 4]; 4]> for Transform {
    type Error = TransformError;
    fn try_from(columns: [[f64; 4]; 4]) -> Result<Self, TransformError> {
        Self::from_matrix(&columns)
    }
}

/// Converts the columns of a matrix with the bottom row 0, 0, 0, 1 to an affine map, exactly.
impl TryFrom<[[f32; 4]; 4]> for Transform {
    type Error = TransformError;
    fn try_from(columns: [[f32; 4]; 4]) -> Result<Self, TransformError> {
        Self::from_matrix(&columns)
    }
}

/// Converts a box to its least and its greatest corner.
impl<const D: usize> From<Aabb<D>> for [[f64; D]; 2] {
    fn from(aabb: Aabb<D>) -> Self {
        [aabb.min(), aabb.max()]
    }
}

/// Converts the least and the greatest corner to the box between them.
impl<const D: usize> TryFrom<[[f64; D]; 2]> for Aabb<D> {
    type Error = AabbError;
    fn try_from([min, max]: [[f64; D]; 2]) -> Result<Self, AabbError> {
        Self::new(min, max)
    }
}

/// Converts a segment to its two ends.
impl<const D: usize> From<Segment<D>> for [[f64; D]; 2] {
    fn from(segment: Segment<D>) -> Self {
        segment.ends
    }
}

/// Converts two ends to the segment between them.
impl<const D: usize> TryFrom<[[f64; D]; 2]> for Segment<D> {
    type Error = ShapeError;
    fn try_from([start, end]: [[f64; D]; 2]) -> Result<Self, ShapeError> {
        Self::new(start, end)
    }
}

/// Converts a triangle to its three corners.
impl<const D: usize> From<Triangle<D>> for [[f64; D]; 3] {
    fn from(triangle: Triangle<D>) -> Self {
        triangle.corners
    }
}

/// Converts three corners to a triangle.
impl<const D: usize> TryFrom<[[f64; D]; 3]> for Triangle<D> {
    type Error = ShapeError;
    fn try_from(corners: [[f64; D]; 3]) -> Result<Self, ShapeError> {
        Self::new(corners)
    }
}

/// Converts a sphere to its center and radius.
impl From<Sphere<3>> for [f64; 4] {
    fn from(sphere: Sphere<3>) -> Self {
        let [x, y, z] = sphere.center();
        [x, y, z, sphere.radius()]
    }
}

/// Converts a center and a radius to a sphere.
impl TryFrom<[f64; 4]> for Sphere<3> {
    type Error = ShapeError;
    fn try_from([x, y, z, radius]: [f64; 4]) -> Result<Self, ShapeError> {
        Self::new([x, y, z], radius)
    }
}

/// Converts a circle to its center and radius.
impl From<Sphere<2>> for [f64; 3] {
    fn from(circle: Sphere<2>) -> Self {
        let [x, y] = circle.center();
        [x, y, circle.radius()]
    }
}

/// Converts a center and a radius to a circle.
impl TryFrom<[f64; 3]> for Sphere<2> {
    type Error = ShapeError;
    fn try_from([x, y, radius]: [f64; 3]) -> Result<Self, ShapeError> {
        Self::new([x, y], radius)
    }
}

/// Converts a capsule to its start, end and radius.
impl From<Capsule<3>> for [f64; 7] {
    fn from(capsule: Capsule<3>) -> Self {
        let [[a, b, c], [d, e, f]] = capsule.ends();
        [a, b, c, d, e, f, capsule.radius()]
    }
}

/// Converts a start, an end and a radius to a capsule.
impl TryFrom<[f64; 7]> for Capsule<3> {
    type Error = ShapeError;
    fn try_from([a, b, c, d, e, f, radius]: [f64; 7]) -> Result<Self, ShapeError> {
        Self::new([a, b, c], [d, e, f], radius)
    }
}

/// Converts an interval to an array: the signed distance of the backmost point, then that of the frontmost point.
impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.backmost, interval.frontmost]
    }
}
