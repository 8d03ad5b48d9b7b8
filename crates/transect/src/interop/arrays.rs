//! Conversions of arrays and tuples of numbers.

use crate::aabb::{Aabb, AabbError};
use crate::capsule::Capsule;
use crate::interop::Coordinates;
use crate::segment::Segment;
use crate::shape::ShapeError;
use crate::side::Interval;
use crate::sphere::Sphere;
use crate::triangle::Triangle;

/// The array itself.
impl<const D: usize> Coordinates<D> for [f64; D] {
    fn coordinates(self) -> [f64; D] {
        self
    }
    fn rounded_from(coordinates: [f64; D]) -> Self {
        coordinates
    }
}

/// `f32` is widened exactly; the conversion back rounds to the nearest `f32`.
impl<const D: usize> Coordinates<D> for [f32; D] {
    fn coordinates(self) -> [f64; D] {
        self.map(f64::from)
    }
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

/// The least and the greatest corner.
impl<const D: usize> From<Aabb<D>> for [[f64; D]; 2] {
    fn from(aabb: Aabb<D>) -> Self {
        [aabb.min(), aabb.max()]
    }
}

/// The box between its least and its greatest corner.
impl<const D: usize> TryFrom<[[f64; D]; 2]> for Aabb<D> {
    type Error = AabbError;
    fn try_from([min, max]: [[f64; D]; 2]) -> Result<Self, AabbError> {
        Self::new(min, max)
    }
}

/// The two ends.
impl<const D: usize> From<Segment<D>> for [[f64; D]; 2] {
    fn from(segment: Segment<D>) -> Self {
        segment.ends
    }
}

/// The segment between two ends.
impl<const D: usize> From<[[f64; D]; 2]> for Segment<D> {
    fn from(ends: [[f64; D]; 2]) -> Self {
        Self { ends }
    }
}

/// The three corners.
impl<const D: usize> From<Triangle<D>> for [[f64; D]; 3] {
    fn from(triangle: Triangle<D>) -> Self {
        triangle.corners
    }
}

/// The triangle with these corners.
impl<const D: usize> From<[[f64; D]; 3]> for Triangle<D> {
    fn from(corners: [[f64; D]; 3]) -> Self {
        Self { corners }
    }
}

/// Center and radius.
impl From<Sphere<3>> for [f64; 4] {
    fn from(sphere: Sphere<3>) -> Self {
        let [x, y, z] = sphere.center();
        [x, y, z, sphere.radius()]
    }
}

/// Center and radius.
impl TryFrom<[f64; 4]> for Sphere<3> {
    type Error = ShapeError;
    fn try_from([x, y, z, radius]: [f64; 4]) -> Result<Self, ShapeError> {
        Self::new([x, y, z], radius)
    }
}

/// Center and radius.
impl From<Sphere<2>> for [f64; 3] {
    fn from(circle: Sphere<2>) -> Self {
        let [x, y] = circle.center();
        [x, y, circle.radius()]
    }
}

/// Center and radius.
impl TryFrom<[f64; 3]> for Sphere<2> {
    type Error = ShapeError;
    fn try_from([x, y, radius]: [f64; 3]) -> Result<Self, ShapeError> {
        Self::new([x, y], radius)
    }
}

/// Start, end and radius.
impl From<Capsule<3>> for [f64; 7] {
    fn from(capsule: Capsule<3>) -> Self {
        let [[a, b, c], [d, e, f]] = capsule.ends();
        [a, b, c, d, e, f, capsule.radius()]
    }
}

/// Start, end and radius.
impl TryFrom<[f64; 7]> for Capsule<3> {
    type Error = ShapeError;
    fn try_from([a, b, c, d, e, f, radius]: [f64; 7]) -> Result<Self, ShapeError> {
        Self::new([a, b, c], [d, e, f], radius)
    }
}

/// The signed distances of the backmost and of the frontmost point.
impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.backmost, interval.frontmost]
    }
}
