//! Errors of questions: a status, a message, a position, a hint, and a kind.

use serde_json::{Value, json};
use transect::{EquationError, PlaneError};
use transect_example::ExampleError;
use transect_report::equation::meant;
use transect_report::{ErrorKind, UserError};

/// The status of a question that has no answer. The numbers are those of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// The question is not valid.
    Invalid = 400,
    /// There is no such question or file.
    NotFound = 404,
    /// The question exists, but takes another method.
    OtherMethod = 405,
    /// A newer question has replaced this one.
    Overtaken = 409,
    /// The question is about another model.
    OtherModel = 412,
    /// The question is valid, but has no answer for its values.
    Impossible = 422,
    /// The answer could not be made, which is an error of the program.
    Internal = 500,
    /// There is no model, or not yet.
    NoModel = 503,
}

impl Status {
    /// Returns the number of the status, as HTTP has it.
    #[must_use]
    pub fn number(self) -> u16 {
        self as u16
    }
}

/// The error of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnswerError {
    /// The status of the question.
    pub status: Status,
    /// The cause, in words.
    pub message: String,
    /// The position of the wrong character in an equation, counted from 1.
    pub at: Option<usize>,
    /// The field of the question that has the wrong value, such as `shapes[2].radius`, if it is known.
    pub field: Option<String>,
    /// A hint: what to do about the error.
    pub hint: Option<String>,
    /// The kind of an error that is about the question or the model. `None` if the status says what is wrong.
    pub kind: Option<ErrorKind>,
}

impl AnswerError {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            at: None,
            field: None,
            hint: None,
            kind: None,
        }
    }

    /// Returns the error of a question that is not valid.
    #[must_use]
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(Status::Invalid, message).of_kind(ErrorKind::Argument)
    }

    /// Returns the error of a question about another model than the one that is shown.
    #[must_use]
    pub fn other_model() -> Self {
        let error = Self::new(Status::OtherModel, "the server shows another model now");
        error.with_hint("reload the page")
    }

    /// Returns the error of a request to a path that has no question.
    #[must_use]
    pub fn unknown() -> Self {
        let error = Self::new(Status::NotFound, "there is no such endpoint");
        error.with_hint("docs/viewer.md lists the endpoints")
    }

    /// Returns the error of a request by a method that its path does not have.
    #[must_use]
    pub fn other_method() -> Self {
        let error = Self::new(
            Status::OtherMethod,
            "this endpoint does not support this method",
        );
        error.with_hint("docs/viewer.md lists the method of each endpoint")
    }

    pub(crate) fn of_kind(self, kind: ErrorKind) -> Self {
        Self {
            kind: Some(kind),
            ..self
        }
    }

    pub(crate) fn with_hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// Returns the error for a question that is no longer answered, because a newer question of the same client has
    /// arrived.
    #[must_use]
    pub fn overtaken() -> Self {
        let message = "overtaken: a newer request of the same client has arrived";
        Self::new(Status::Overtaken, message)
    }

    /// Returns the error for an invalid equation, with its position and a suggested equation.
    pub(crate) fn equation(text: &str, error: &EquationError) -> Self {
        Self {
            at: error.place(),
            hint: meant(text).map(|plane| format!("is {plane} meant?")),
            ..Self::bad(error.to_string())
        }
    }

    /// Returns the error of a question about the example scene.
    pub(crate) fn example(error: &ExampleError) -> Self {
        Self {
            at: error.at(),
            field: error.field().map(String::from),
            ..Self::bad(error.to_string())
        }
    }

    /// Returns the error for numbers that do not define a plane.
    pub(crate) fn plane(error: PlaneError) -> Self {
        let answer_error = Self::new(Status::Impossible, error.to_string());
        let answer_error = answer_error.of_kind(ErrorKind::Argument);
        match error {
            PlaneError::Dependent => {
                answer_error.with_hint("choose three points that do not lie on one line")
            }
            PlaneError::ZeroNormal => {
                answer_error.with_hint("give a normal that points to the front, such as [0, 0, 1]")
            }
            _ => answer_error,
        }
    }

    /// Returns the error as the body of an answer.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let kind = self.kind.map(ErrorKind::name);
        json!({"error": {
            "message": self.message,
            "at": self.at,
            "field": self.field,
            "hint": self.hint,
            "kind": kind,
        }})
    }
}

impl std::fmt::Display for AnswerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for AnswerError {}

impl From<UserError> for AnswerError {
    fn from(error: UserError) -> Self {
        Self {
            hint: error.hint,
            kind: Some(error.kind),
            ..Self::new(Status::Impossible, error.message)
        }
    }
}

impl From<AnswerError> for UserError {
    fn from(error: AnswerError) -> Self {
        Self {
            message: error.message,
            hint: error.hint,
            kind: error.kind.unwrap_or(ErrorKind::Internal),
        }
    }
}
