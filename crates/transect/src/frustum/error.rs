//! The errors of frusta and cameras.

use core::error::Error;
use core::fmt;

use crate::frustum::side::FrustumSide;

/// An error: numbers that do not describe a frustum.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum FrustumError {
    /// A number of the matrix is NaN or infinite.
    MatrixNotFinite {
        /// The index of the matrix row that holds the number.
        row: usize,
        /// The index of the matrix column that holds the number.
        column: usize,
        /// The number that is NaN or infinite.
        value: f64,
    },
    /// A coefficient of a plane is beyond the range of floats.
    Overflow {
        /// The side of the frustum to which the plane belongs.
        side: FrustumSide,
    },
    /// The normal of a plane is exactly zero and its offset is negative, so no point is in front of the plane.
    Empty {
        /// The side of the frustum to which the plane belongs.
        side: FrustumSide,
        /// The offset of the plane whose normal is zero, which is negative.
        offset: f64,
    },
    /// A number that describes a camera or a rectangle on the screen is outside its range.
    OutOfRange {
        /// The name of the number that is outside its range.
        what: &'static str,
        /// The number that is outside its range.
        value: f64,
        /// The condition that the number must meet.
        expected: &'static str,
    },
    /// The `forward` and `up` directions of the camera are parallel, or one of them is zero.
    UpAlongForward,
    /// The frustum lacks the plane of a side on which a rectangle of the screen depends.
    NoPlane {
        /// The side whose plane the frustum lacks.
        side: FrustumSide,
    },
}

impl fmt::Display for FrustumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MatrixNotFinite { row, column, value } => write!(
                f,
                "row {row}, column {column} of the matrix is {value}, not a finite number"
            ),
            Self::Overflow { side } => {
                write!(
                    f,
                    "a coefficient of the {side:?} plane is too large for a 64-bit float"
                )
            }
            Self::Empty { side, offset } => write!(
                f,
                "the frustum is empty: its {side:?} plane requires {offset} ≥ 0 of every point"
            ),
            Self::OutOfRange {
                what,
                value,
                expected,
            } => write!(f, "{what} is {value}; {expected}"),
            Self::UpAlongForward => {
                f.write_str("the camera's forward and up directions are parallel, or one is zero")
            }
            Self::NoPlane { side } => write!(f, "the frustum has no {side:?} plane"),
        }
    }
}

impl Error for FrustumError {}

/// Returns an error unless a number is in its range.
pub(crate) fn in_range(
    what: &'static str,
    value: f64,
    is_in_range: bool,
    expected: &'static str,
) -> Result<(), FrustumError> {
    if is_in_range {
        return Ok(());
    }
    Err(FrustumError::OutOfRange {
        what,
        value,
        expected,
    })
}
