//! Shapes: what a plane can be asked about.

use alloc::format;
use alloc::string::String;

use crate::plane::Plane;
use crate::predicates::determinant::{difference, dot, numbers};
use crate::predicates::polynomial::{Number, Polynomial, digits, sign};
use crate::side::{Extent, Interval, Side};

/// A convex shape, seen from a plane: the one thing each shape has to tell.
pub trait Shape<const D: usize> {
    /// The sides of the backmost and of the frontmost point, exactly.
    fn extent(&self, plane: &Plane<D>) -> Extent;

    /// The signed distances of the backmost and of the frontmost point, rounded.
    fn interval(&self, plane: &Plane<D>) -> Interval;

    /// A backmost and a frontmost point: one of several where there are several. Vertices are given as
    /// they are; where a point must be computed, it is rounded, and infinite beyond all floats.
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

/// A point with the least and one with the greatest n·p, decided exactly; of several, the first.
///
/// # Panics
/// If there are none.
pub(crate) fn extremes_of_points<const D: usize>(
    points: &[[f64; D]],
    plane: &Plane<D>,
) -> [[f64; D]; 2] {
    let normal = plane.normal();
    let step = |from: &[f64; D], to: &[f64; D]| {
        sign::<{ digits(2) }>(&Step {
            normal: &normal,
            from,
            to,
        })
    };
    let first = points.first().expect("a shape has points");
    let [mut backmost, mut frontmost] = [first; 2];
    for point in &points[1..] {
        if step(backmost, point) == Side::Back {
            backmost = point;
        }
        if step(frontmost, point) == Side::Front {
            frontmost = point;
        }
    }
    [*backmost, *frontmost]
}

/// n·(q − p): degree 2, 2D terms.
struct Step<'a, const D: usize> {
    normal: &'a [f64; D],
    from: &'a [f64; D],
    to: &'a [f64; D],
}

impl<const D: usize> Polynomial for Step<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        dot(&numbers(self.normal), &difference(self.to, self.from))
    }
}

/// Why numbers are not a shape.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A coordinate is NaN or infinite, or becomes so.
    #[error("{} {} is {value}, not a finite number", numbered(what, *.index), ["x", "y", "z"][*axis])]
    NotFinite {
        /// Of what: "center", "start", "half-axis", "point" …
        what: &'static str,
        /// Which of several, counted from 0.
        index: Option<usize>,
        /// The axis: 0, 1 or 2.
        axis: usize,
        /// The coordinate.
        value: f64,
    },
    /// A radius is NaN, infinite or negative.
    #[error("the radius is {value}; it must be a finite number and not negative")]
    Radius {
        /// The radius.
        value: f64,
    },
    /// Half a size is negative.
    #[error("half-size {} is {value}; it must not be negative", ["x", "y", "z"][*axis])]
    NegativeHalfSize {
        /// The axis: 0, 1 or 2.
        axis: usize,
        /// Half the size.
        value: f64,
    },
    /// Both ends of an axis are the same point: it has no direction.
    #[error("both ends of the axis are the same point; it needs a direction")]
    NoAxis,
    /// There are fewer points than the shape needs.
    #[error("a {shape} needs at least {least} points; there are {count}")]
    TooFewPoints {
        /// Which shape.
        shape: &'static str,
        /// How many it needs.
        least: usize,
        /// How many there are.
        count: usize,
    },
    /// A polygon turns right or back at a corner, or repeats it.
    #[error(
        "the polygon turns right or back at corner {corner}, or repeats it; \
         corners of a convex polygon turn left, or go straight on"
    )]
    NotConvex {
        /// The corner, counted from 0.
        corner: usize,
    },
    /// The corners of a polygon go around it more than once.
    #[error("the polygon goes around {turns} times; its corners must go around once")]
    Winding {
        /// How often.
        turns: usize,
    },
    /// All corners of a polygon are on one line.
    #[error("the polygon has no area; its corners must not be on one line")]
    NoArea,
}

fn numbered(what: &str, index: Option<usize>) -> String {
    index.map_or_else(|| String::from(what), |index| format!("{what} {index}"))
}

/// Nothing, if all coordinates are finite.
pub(crate) fn finite<const D: usize>(
    what: &'static str,
    index: Option<usize>,
    coordinates: &[f64; D],
) -> Result<(), ShapeError> {
    match (0..D).find(|&axis| !coordinates[axis].is_finite()) {
        Some(axis) => Err(ShapeError::NotFinite {
            what,
            index,
            axis,
            value: coordinates[axis],
        }),
        None => Ok(()),
    }
}

/// Nothing, if all coordinates of all are finite.
pub(crate) fn all_finite<const D: usize>(
    what: &'static str,
    points: &[[f64; D]],
) -> Result<(), ShapeError> {
    for (index, point) in points.iter().enumerate() {
        finite(what, Some(index), point)?;
    }
    Ok(())
}

/// Nothing, if it is a radius.
pub(crate) fn radius(value: f64) -> Result<(), ShapeError> {
    if value.is_finite() && value >= 0.0 {
        Ok(())
    } else {
        Err(ShapeError::Radius { value })
    }
}
