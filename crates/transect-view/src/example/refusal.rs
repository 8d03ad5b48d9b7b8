//! What a request is refused for.

/// Why a request has no answer: which field, and what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Refusal {
    /// The body is no JSON; a number beyond all floats is none either.
    #[error("the request is no JSON: {reason}")]
    NotJson {
        line: usize,
        column: usize,
        reason: String,
    },
    #[error("{field} is missing")]
    Missing { field: String },
    #[error("{field} is unknown here; known are {known}")]
    Unknown { field: String, known: String },
    #[error("{field} is {found}; it must be {expected}")]
    Wrong {
        field: String,
        found: String,
        expected: String,
    },
    #[error("{field} has {count} entries; it may have {most}")]
    TooMany {
        field: String,
        count: usize,
        most: usize,
    },
    #[error("all polygons up to {field} have {count} corners; they may have {most}")]
    TooManyCorners {
        field: String,
        count: usize,
        most: usize,
    },
    /// The equation of a plane cannot be read.
    #[error("{field}: {reason}")]
    Equation {
        field: String,
        reason: String,
        at: Option<usize>,
    },
    /// The numbers are no such thing.
    #[error("{field}: {reason}")]
    Geometry { field: String, reason: String },
}

impl Refusal {
    /// The field that is to be changed, as `shapes[2].radius`; none if the whole body is no JSON.
    pub(crate) fn field(&self) -> Option<&str> {
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
    pub(crate) fn at(&self) -> Option<usize> {
        match self {
            Self::NotJson { column, .. } => Some(*column),
            Self::Equation { at, .. } => *at,
            _ => None,
        }
    }

    /// The object under `error` of the reply, of status 400.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        serde_json::json!({
            "message": self.to_string(),
            "field": self.field(),
            "at": self.at(),
            "help": null,
        })
    }
}
