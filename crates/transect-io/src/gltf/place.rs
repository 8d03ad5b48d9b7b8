//! Faults of glTF elements, which know their place in the document.

use crate::error::{Place, PlacedError, ReadErrorKind};

impl PlacedError {
    /// A fault of one element of the document.
    pub(super) fn at(element: impl Into<String>, kind: ReadErrorKind) -> Self {
        Self {
            place: Some(Place::Element(element.into())),
            kind,
        }
    }

    /// An element that is not what the format says.
    pub(super) fn syntax(element: impl Into<String>, what: impl Into<String>) -> Self {
        Self::at(element, ReadErrorKind::Syntax(what.into()))
    }

    /// An element that transect does not read.
    pub(super) fn unsupported(element: impl Into<String>, what: impl Into<String>) -> Self {
        Self::at(element, ReadErrorKind::Unsupported(what.into()))
    }

    /// A number that is NaN or infinite.
    pub(super) fn not_finite(element: impl Into<String>, what: &'static str, value: f64) -> Self {
        Self::at(element, ReadErrorKind::NotFinite { what, value })
    }

    /// An index that names nothing.
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

    /// Bytes that are announced and missing.
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
