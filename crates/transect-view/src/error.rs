//! Errors of requests: a status, a message, a position, a hint, and a kind.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use transect::{EquationError, PlaneError};
use transect_report::equation::meant;
use transect_report::{ErrorKind, UserError};

/// The error of a request, as the response reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestError {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
    /// The position of the wrong character in an equation, counted from 1.
    pub(crate) at: Option<usize>,
    /// A hint: what to do about the error.
    pub(crate) hint: Option<String>,
    /// The kind of an error that is about the request or the model. `None` if the status says what is wrong.
    pub(crate) kind: Option<ErrorKind>,
}

impl RequestError {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            at: None,
            hint: None,
            kind: None,
        }
    }

    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message).of_kind(ErrorKind::Argument)
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

    /// Returns the error for a request that is no longer answered, because a newer request of the same client has
    /// arrived.
    pub(crate) fn overtaken() -> Self {
        let message = "overtaken: a newer request of the same client has arrived";
        Self::new(StatusCode::CONFLICT, message)
    }

    /// Returns the error for an invalid equation, with its position and a suggested equation.
    pub(crate) fn equation(text: &str, error: &EquationError) -> Self {
        Self {
            at: error.place(),
            hint: meant(text).map(|plane| format!("is {plane} meant?")),
            ..Self::bad(error.to_string())
        }
    }

    /// Returns the error for numbers that do not define a plane.
    pub(crate) fn plane(error: PlaneError) -> Self {
        let request_error = Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string());
        let request_error = request_error.of_kind(ErrorKind::Argument);
        match error {
            PlaneError::Dependent => {
                request_error.with_hint("choose three points that do not lie on one line")
            }
            PlaneError::ZeroNormal => {
                request_error.with_hint("give a normal that points to the front, such as [0, 0, 1]")
            }
            _ => request_error,
        }
    }
}

impl From<UserError> for RequestError {
    fn from(error: UserError) -> Self {
        Self {
            hint: error.hint,
            kind: Some(error.kind),
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.message)
        }
    }
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        let kind = self.kind.map(ErrorKind::name);
        let error =
            json!({"message": self.message, "at": self.at, "hint": self.hint, "kind": kind});
        (self.status, Json(json!({ "error": error }))).into_response()
    }
}
