//! The error of numbers that do not describe a box.

use core::error::Error;
use core::fmt;

/// An error: numbers that do not describe a box.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum AabbError {
    /// A bound is NaN, or a center, a half-size, a corner or a computed bound is NaN or infinite.
    NotFinite {
        /// The name of the wrong argument: "min", "max", "corner", "center" or "half-size".
        end: &'static str,
        /// The axis of the wrong number: 0, 1 or 2.
        axis: usize,
        /// The number that is NaN or infinite.
        value: f64,
    },
    /// A lower bound is ∞ or an upper bound is −∞, so the box contains no point.
    Empty {
        /// The name of the wrong argument: "min" or "max".
        end: &'static str,
        /// The axis of the bound: 0, 1 or 2.
        axis: usize,
        /// The infinite bound.
        value: f64,
    },
    /// A lower bound is greater than the upper bound on the same axis.
    Inverted {
        /// The axis of the bounds: 0, 1 or 2.
        axis: usize,
        /// The lower bound.
        min: f64,
        /// The upper bound.
        max: f64,
    },
    /// A half-size is negative.
    NegativeHalfSize {
        /// The axis on which the half-size is negative: 0, 1 or 2.
        axis: usize,
        /// The negative half-size.
        value: f64,
    },
    /// A coordinate of a point is NaN or infinite.
    Point {
        /// The index of the point.
        index: usize,
        /// The axis of the coordinate: 0, 1 or 2.
        axis: usize,
        /// The coordinate that is NaN or infinite.
        value: f64,
    },
    /// There are no points, so there is no smallest box around them.
    NoPoints,
}

impl fmt::Display for AabbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { end, axis, value } => write!(
                f,
                "{end} {} is {value}, not a finite number",
                ["x", "y", "z"][*axis]
            ),
            Self::Empty { end, axis, value } => write!(
                f,
                "{end} {} is {value}; such a box contains no point",
                ["x", "y", "z"][*axis]
            ),
            Self::Inverted { axis, min, max } => write!(
                f,
                "min {0} is {min}, greater than max {0}, {max}",
                ["x", "y", "z"][*axis]
            ),
            Self::NegativeHalfSize { axis, value } => write!(
                f,
                "half-size {} is {value}; it must not be negative",
                ["x", "y", "z"][*axis]
            ),
            Self::Point { index, axis, value } => write!(
                f,
                "point {index} {} is {value}, not a finite number",
                ["x", "y", "z"][*axis]
            ),
            Self::NoPoints => f.write_str("0 points are too few for a box; it needs at least 1"),
        }
    }
}

impl Error for AabbError {}

/// The wrong bounds of a box, from which the function that returns the box makes the [`AabbError`]. If another function
/// made the error, the compiler would write errors and valid boxes to the same place in memory and copy them from there,
/// which stalls the CPU: a new box and its side would take four times as long.
pub(super) struct Wrong {
    kind: Kind,
    end: &'static str,
    axis: usize,
    /// The wrong bound, or the two bounds that are in the wrong order.
    values: [f64; 2],
}

enum Kind {
    NotFinite,
    Inverted,
    Empty,
}

impl Wrong {
    /// Finds the first wrong bound of a least and a greatest corner that do not describe a box.
    #[cold]
    #[inline(never)]
    pub(super) fn of<const D: usize>(min: [f64; D], max: [f64; D]) -> Self {
        let wrong = |kind, end, axis, values| Self {
            kind,
            end,
            axis,
            values,
        };
        for (end, corner) in [("min", min), ("max", max)] {
            for (axis, value) in corner.into_iter().enumerate() {
                if value.is_nan() {
                    return wrong(Kind::NotFinite, end, axis, [value; 2]);
                }
            }
        }
        for axis in 0..D {
            let values @ [min, max] = [min[axis], max[axis]];
            match (min, max) {
                _ if min > max => return wrong(Kind::Inverted, "min", axis, values),
                (f64::INFINITY, _) => return wrong(Kind::Empty, "min", axis, [min; 2]),
                (_, f64::NEG_INFINITY) => return wrong(Kind::Empty, "max", axis, [max; 2]),
                _ => {}
            }
        }
        unreachable!("the bounds are a box")
    }

    #[inline(always)]
    pub(super) fn error(self) -> AabbError {
        let Self {
            kind,
            end,
            axis,
            values: [value, max],
        } = self;
        match kind {
            Kind::NotFinite => AabbError::NotFinite { end, axis, value },
            Kind::Inverted => AabbError::Inverted {
                axis,
                min: value,
                max,
            },
            Kind::Empty => AabbError::Empty { end, axis, value },
        }
    }
}
