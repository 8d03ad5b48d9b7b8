//! Errors of families of planes as text.

use alloc::string::String;
use core::fmt::{Display, Formatter};

use crate::decimal::DecimalError;
use crate::equation::EquationError;

/// An error: text that is not a family of parallel planes. Characters are counted from 1.
///
/// ```
/// use transect::grid::PlaneFamily;
/// let error = "x=0..40/0".parse::<PlaneFamily>().expect_err("no cells");
/// assert_eq!(error.to_string(), "character 9: the number of cells is not a number above 0: `0`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FamilyError {
    /// There is no `=` after the expression.
    NoEquals {
        /// The position of the end of the text.
        at: usize,
    },
    /// There is no range.
    NoRange {
        /// The position at which the range should begin.
        at: usize,
    },
    /// There is neither a number of cells nor a width after the range.
    NoCells {
        /// The position of the end of the text.
        at: usize,
    },
    /// An end of the range is not a number.
    NotANumber {
        /// The position of the number.
        at: usize,
        /// The text in place of a number.
        text: String,
        /// The reason.
        error: DecimalError,
    },
    /// An end of the range, or the width of the range, is beyond the range of 64-bit floats.
    OutOfRange {
        /// The position of the range.
        at: usize,
    },
    /// The second end of the range is not above the first.
    NotAscending {
        /// The position of the range.
        at: usize,
    },
    /// The number of cells is not a number above 0.
    NotACount {
        /// The position of the number.
        at: usize,
        /// The text in place of the number.
        text: String,
    },
    /// The width of the cells is not a number above 0.
    NotAWidth {
        /// The position of the number.
        at: usize,
        /// The text in place of the number.
        text: String,
    },
    /// The heights of the planes have too many digits.
    TooManyDigits {
        /// The position of the width.
        at: usize,
    },
    /// The expression is wrong, or floats do not hold the planes.
    Expression(EquationError),
}

impl FamilyError {
    /// Returns the position of the wrong character, counted from 1, or `None` if the expression as a whole is wrong.
    #[must_use]
    pub fn place(&self) -> Option<usize> {
        match *self {
            Self::NoEquals { at }
            | Self::NoRange { at }
            | Self::NoCells { at }
            | Self::NotANumber { at, .. }
            | Self::OutOfRange { at }
            | Self::NotAscending { at }
            | Self::NotACount { at, .. }
            | Self::NotAWidth { at, .. }
            | Self::TooManyDigits { at } => Some(at),
            Self::Expression(ref error) => error.place(),
        }
    }
}

impl Display for FamilyError {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NoEquals { at } => write!(f, "character {at}: the = is missing"),
            Self::NoRange { at } => write!(f, "character {at}: the range is missing"),
            Self::NoCells { at } => write!(f, "character {at}: the number of cells is missing"),
            Self::NotANumber { at, text, error } => write!(f, "character {at}: `{text}`: {error}"),
            Self::OutOfRange { at } => write!(
                f,
                "character {at}: a number is beyond the range of 64-bit floats"
            ),
            Self::NotAscending { at } => write!(f, "character {at}: the range does not ascend"),
            Self::NotACount { at, text } => write!(
                f,
                "character {at}: the number of cells is not a number above 0: `{text}`"
            ),
            Self::NotAWidth { at, text } => write!(
                f,
                "character {at}: the width of the cells is not a number above 0: `{text}`"
            ),
            Self::TooManyDigits { at } => {
                write!(f, "character {at}: the heights have too many digits")
            }
            Self::Expression(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FamilyError {}
