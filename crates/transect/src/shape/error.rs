//! The error for numbers that do not describe a shape.

use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt;

/// An error: numbers that do not describe a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A given or computed coordinate is NaN or infinite.
    NotFinite {
        /// The name of the point or vector that has the invalid coordinate: "center", "start", "half-axis", "point" …
        what: &'static str,
        /// The index of the point or vector, if the shape has several of the same name.
        index: Option<usize>,
        /// The axis of the coordinate that is NaN or infinite: 0, 1 or 2.
        axis: usize,
        /// The coordinate that is NaN or infinite.
        value: f64,
    },
    /// A radius is NaN, infinite or negative.
    Radius {
        /// The invalid radius.
        value: f64,
    },
    /// A half-size is negative.
    NegativeHalfSize {
        /// The axis on which the half-size is negative: 0, 1 or 2.
        axis: usize,
        /// The negative half-size.
        value: f64,
    },
    /// Both ends of an axis are the same point, so the axis has no direction.
    NoAxis,
    /// There are fewer points than the shape needs.
    TooFewPoints {
        /// The name of the shape, for example "polygon".
        shape: &'static str,
        /// The least number of points that a shape of this kind needs.
        least: usize,
        /// The number of given points.
        count: usize,
    },
    /// At a corner, the polygon turns right or back on itself, or the corner is repeated.
    NotConvex {
        /// The index of the corner where the polygon is not convex.
        corner: usize,
    },
    /// The corners of a polygon go around it more than once.
    Winding {
        /// The number of times that the corners go around the polygon.
        turns: usize,
    },
    /// All corners of a polygon are on one line.
    NoArea,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite {
                what,
                index,
                axis,
                value,
            } => write!(
                f,
                "{} {} is {value}, not a finite number",
                numbered(what, *index),
                ["x", "y", "z"][*axis]
            ),
            Self::Radius { value } => write!(
                f,
                "the radius is {value}; it must be a finite number and not negative"
            ),
            Self::NegativeHalfSize { axis, value } => write!(
                f,
                "half-size {} is {value}; it must not be negative",
                ["x", "y", "z"][*axis]
            ),
            Self::NoAxis => {
                f.write_str("both ends of the axis are the same point; give two different points")
            }
            Self::TooFewPoints {
                shape,
                least,
                count,
            } => write!(
                f,
                "{count} points are too few for a {shape}; it needs at least {least}"
            ),
            Self::NotConvex { corner } => write!(
                f,
                "the polygon turns right or back at corner {corner}, or repeats that corner; \
         a convex polygon turns left or goes straight on at every corner"
            ),
            Self::Winding { turns } => write!(
                f,
                "the polygon goes around {turns} times; its corners must go around once"
            ),
            Self::NoArea => {
                f.write_str("the polygon has no area; its corners must not be on one line")
            }
        }
    }
}

impl Error for ShapeError {}

fn numbered(what: &str, index: Option<usize>) -> String {
    index.map_or_else(|| String::from(what), |index| format!("{what} {index}"))
}
