//! What a request is refused for.

/// Why a request has no answer: which field, and what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExampleError {
    /// The body is no JSON; a number beyond all floats is none either.
    #[error("the request is no JSON: {reason}")]
    NotJson {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
    /// A field that has to be there.
    #[error("{field} is missing")]
    Missing {
        /// The field.
        field: String,
    },
    /// A field that has no meaning.
    #[error("{field} is unknown here; known are {known}")]
    Unknown {
        /// The field.
        field: String,
        /// Those that have one.
        known: String,
    },
    /// A value of another kind.
    #[error("{field} is {found}; it must be {expected}")]
    Wrong {
        /// The field.
        field: String,
        /// What is there.
        found: String,
        /// What has to be there.
        expected: String,
    },
    /// A list that is too long.
    #[error("{field} has {count} entries; it may have {most}")]
    TooMany {
        /// The field.
        field: String,
        /// How long it is.
        count: usize,
        /// How long it may be.
        most: usize,
    },
    /// Polygons with too many corners in all.
    #[error("all polygons up to {field} have {count} corners; they may have {most}")]
    TooManyCorners {
        /// The field.
        field: String,
        /// How many corners.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// The equation of a plane cannot be read.
    #[error("{field}: {reason}")]
    Equation {
        /// The field.
        field: String,
        /// What is wrong with it.
        reason: String,
        /// The character, counted from 1.
        at: Option<usize>,
    },
    /// The numbers are no such thing.
    #[error("{field}: {reason}")]
    Geometry {
        /// The field.
        field: String,
        /// Why not.
        reason: String,
    },
}

impl ExampleError {
    /// The field that is to be changed, as `shapes[2].radius`; none if the whole body is no JSON.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::NotJson { .. } => None,
            Self::Missing { field }
            | Self::Unknown { field, .. }
            | Self::Wrong { field, .. }
            | Self::TooMany { field, .. }
            | Self::TooManyCorners { field, .. }
            | Self::Equation { field, .. }
            | Self::Geometry { field, .. } => Some(field),
        }
    }

    /// The character of a plane's text, or the column of the body, counted from 1.
    #[must_use]
    pub fn at(&self) -> Option<usize> {
        match self {
            Self::NotJson { column, .. } => Some(*column),
            Self::Equation { at, .. } => *at,
            _ => None,
        }
    }

    /// The object under `error` of the reply, of status 400.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::json!({
            "message": self.to_string(),
            "field": self.field(),
            "at": self.at(),
            "hint": null,
        })
    }
}
