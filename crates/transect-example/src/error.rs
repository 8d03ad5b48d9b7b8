//! Errors of a request.

/// An error of a request: the field and the cause of the error.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExampleError {
    /// The body is not JSON. A number beyond the range of floats counts as invalid JSON.
    #[error("the request is not JSON: {reason}")]
    NotJson {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// The description of the error.
        reason: String,
    },
    /// A required field is missing.
    #[error("{field} is missing")]
    Missing {
        /// The path of the field.
        field: String,
    },
    /// The field is unknown.
    #[error("{field} is unknown; valid here are {known}")]
    Unknown {
        /// The path of the field.
        field: String,
        /// The list of valid fields.
        known: String,
    },
    /// The value has the wrong type.
    #[error("{field} is {found}; it must be {expected}")]
    Wrong {
        /// The path of the field.
        field: String,
        /// The value in the request.
        found: String,
        /// A description of valid values.
        expected: String,
    },
    /// A list in the request is too long.
    #[error("{field} has {count} entries; the limit is {most}")]
    TooMany {
        /// The path of the field.
        field: String,
        /// The length of the list.
        count: usize,
        /// The greatest allowed length of the list.
        most: usize,
    },
    /// The polygons together have too many corners.
    #[error("all polygons up to {field} have {count} corners; the limit is {most}")]
    TooManyCorners {
        /// The path of the field.
        field: String,
        /// The number of corners of all polygons.
        count: usize,
        /// The greatest allowed number of corners.
        most: usize,
    },
    /// The equation of a plane cannot be parsed.
    #[error("{field}: {reason}")]
    Equation {
        /// The path of the field.
        field: String,
        /// The description of the error.
        reason: String,
        /// The position of the wrong character in the equation, counted from 1.
        at: Option<usize>,
    },
    /// The numbers of a field do not form a valid shape or plane.
    #[error("{field}: {reason}")]
    Geometry {
        /// The path of the field.
        field: String,
        /// The cause of the error.
        reason: String,
    },
}

impl ExampleError {
    /// Returns the field to change, such as `shapes[2].radius`; `None` if the body is not JSON.
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

    /// Returns the position of the error, counted from 1: the character in a plane's equation, or the column of the
    /// body.
    #[must_use]
    pub fn at(&self) -> Option<usize> {
        match self {
            Self::NotJson { column, .. } => Some(*column),
            Self::Equation { at, .. } => *at,
            _ => None,
        }
    }

    /// Returns the JSON value of the key `error` in a reply with status 400.
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
