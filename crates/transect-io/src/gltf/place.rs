//! Errors of glTF elements, with their place in the document.

use crate::error::{Place, PlacedError, ReadErrorKind};

impl PlacedError {
    /// Returns an error of one element of the document.
    pub(super) fn at(element: impl Into<String>, kind: ReadErrorKind) -> Self {
        Self {
            place: Some(Place::Element(element.into())),
            kind,
        }
    }

    /// Returns the error of an element that violates the format.
    pub(super) fn syntax(element: impl Into<String>, what: impl Into<String>) -> Self {
        Self::at(element, ReadErrorKind::Syntax(what.into()))
    }

    /// Returns the error of an element that transect does not read.
    pub(super) fn unsupported(element: impl Into<String>, what: impl Into<String>) -> Self {
        Self::at(element, ReadErrorKind::Unsupported(what.into()))
    }

    /// Returns the error of a number that is NaN or infinite.
    pub(super) fn not_finite(element: impl Into<String>, what: &'static str, value: f64) -> Self {
        Self::at(element, ReadErrorKind::NotFinite { what, value })
    }

    /// Returns the error of an index that is out of range.
    pub(super) fn out_of_range(
        element: impl Into<String>,
        what: &'static str,
        index: u64,
        count: usize,
    ) -> Self {
        Self::at(
            element,
            ReadErrorKind::OutOfRange {
                what,
                index: i64::try_from(index).unwrap_or(i64::MAX),
                count: count as u64,
            },
        )
    }

    /// Returns the error of data that is shorter than its declared length.
    pub(super) fn truncated(
        element: impl Into<String>,
        what: &'static str,
        needed: u64,
        available: usize,
    ) -> Self {
        Self::at(
            element,
            ReadErrorKind::Truncated {
                what,
                needed,
                available: available as u64,
            },
        )
    }
}
