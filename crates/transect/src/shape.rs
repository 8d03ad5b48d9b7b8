//! Shapes: what a plane can be asked about.

use crate::plane::Plane;
use crate::side::{Extent, Interval, Side};

/// A convex shape, seen from a plane: the one thing each shape has to tell.
pub trait Shape<const D: usize> {
    /// The sides of the backmost and of the frontmost point, exactly.
    fn extent(&self, plane: &Plane<D>) -> Extent;

    /// The signed distances of the backmost and of the frontmost point, rounded.
    fn interval(&self, plane: &Plane<D>) -> Interval;

    /// A backmost and a frontmost point: one of several where there are several, rounded where the
    /// shape is curved.
    fn extremes(&self, plane: &Plane<D>) -> [[f64; D]; 2];
}

impl<const D: usize> Plane<D> {
    /// The side of a shape, exactly: `On` if the plane meets it; of a point: `On` if it lies in it.
    #[must_use]
    pub fn side(&self, shape: &impl Shape<D>) -> Side {
        shape.extent(self).side()
    }

    /// The sides of a shape's backmost and frontmost points, exactly.
    #[must_use]
    pub fn extent(&self, shape: &impl Shape<D>) -> Extent {
        shape.extent(self)
    }

    /// The signed distances of a shape's backmost and frontmost points, rounded.
    #[must_use]
    pub fn interval(&self, shape: &impl Shape<D>) -> Interval {
        shape.interval(self)
    }
}

/// A point is a shape of one point.
impl<const D: usize> Shape<D> for [f64; D] {
    fn extent(&self, plane: &Plane<D>) -> Extent {
        Extent::of_point(plane.form().side(self))
    }

    fn interval(&self, plane: &Plane<D>) -> Interval {
        let distance = plane.signed_distance(self);
        Interval {
            backmost: distance,
            frontmost: distance,
        }
    }

    fn extremes(&self, _plane: &Plane<D>) -> [[f64; D]; 2] {
        [*self, *self]
    }
}

/// The extent of the convex hull of points.
///
/// # Panics
/// If there are none.
pub(crate) fn extent_of_points<const D: usize>(points: &[[f64; D]], plane: &Plane<D>) -> Extent {
    let extents = points.iter().map(|point| point.extent(plane));
    extents.reduce(Extent::join).expect("a shape has points")
}

/// The interval of the convex hull of points.
///
/// # Panics
/// If there are none.
pub(crate) fn interval_of_points<const D: usize>(
    points: &[[f64; D]],
    plane: &Plane<D>,
) -> Interval {
    let intervals = points.iter().map(|point| point.interval(plane));
    intervals
        .reduce(Interval::join)
        .expect("a shape has points")
}

/// The points with the least and with the greatest rounded value; of several, the first.
///
/// # Panics
/// If there are none.
pub(crate) fn extremes_of_points<const D: usize>(
    points: &[[f64; D]],
    plane: &Plane<D>,
) -> [[f64; D]; 2] {
    let first = points.first().expect("a shape has points");
    let mut extremes = [(plane.value(first), first); 2];
    for point in &points[1..] {
        let value = plane.value(point);
        if value < extremes[0].0 {
            extremes[0] = (value, point);
        }
        if value > extremes[1].0 {
            extremes[1] = (value, point);
        }
    }
    extremes.map(|(_, point)| *point)
}
