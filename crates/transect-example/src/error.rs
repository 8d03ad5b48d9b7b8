//! Errors in the requests to the example scene.

/// An error of a request. It names the field, and what is wrong with its value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExampleError {
    /// The body is not JSON. A number beyond the range of floats counts as invalid JSON.
    #[error("the request is not JSON: {reason}")]
    NotJson {
        /// The line of the body with the first error in the JSON, counted from 1.
        line: usize,
        /// The column of the error in its line of the body, counted from 1.
        column: usize,
        /// The JSON reader's description of the error.
        reason: String,
    },
    /// A required field is missing.
    #[error("{field} is missing")]
    Missing {
        /// The path of the field in the request, such as `shapes[2].radius`.
        field: String,
    },
    /// An object in the request has an unknown field.
    #[error("{field} is unknown; valid here are {known}")]
    Unknown {
        /// The path of the field in the request, such as `shapes[2].radius`.
        field: String,
        /// The names of the fields that the object may have.
        known: String,
    },
    /// The value of a field has the wrong type.
    #[error("{field} is {found}; it must be {expected}")]
    Wrong {
        /// The path of the field in the request, such as `shapes[2].radius`.
        field: String,
        /// The value of the field in the request.
        found: String,
        /// A description of the valid values of the field.
        expected: String,
    },
    /// A list in the request is too long.
    #[error("{field} has {count} entries; the limit is {most}")]
    TooMany {
        /// The path of the field in the request, such as `shapes[2].radius`.
        field: String,
        /// The length of the list that is too long.
        count: usize,
        /// The greatest allowed length of this list.
        most: usize,
    },
    /// The polygons together have too many corners.
    #[error("all polygons up to {field} have {count} corners; the limit is {most}")]
    TooManyCorners {
        /// The path of the field in the request, such as `shapes[2].radius`.
        field: String,
        /// The number of corners of all polygons up to this field.
        count: usize,
        /// The greatest allowed number of corners of all polygons.
        most: usize,
    },
    /// The equation of a plane cannot be parsed.
    #[error("{field}: {reason}")]
    Equation {
        /// The path of the field in the request, such as `shapes[2].radius`.
        field: String,
        /// The description of the error in the equation.
        reason: String,
        /// The position of the wrong character in the equation, counted from 1.
        at: Option<usize>,
    },
    /// The numbers of a field do not form a valid shape or plane.
    #[error("{field}: {reason}")]
    Geometry {
        /// The path of the field in the request, such as `shapes[2].radius`.
        field: String,
        /// The reason why the numbers are not a valid shape or plane.
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
}
