//! What a request is refused for: a status, a sentence, a place, and what to do.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use transect::{EquationError, PlaneError};
use transect_report::UserError;
use transect_report::equation::meant;

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestError {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
    /// The character at fault, counted from 1.
    pub(crate) at: Option<usize>,
    /// What to do.
    pub(crate) hint: Option<String>,
}

impl RequestError {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            at: None,
            hint: None,
        }
    }

    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    pub(crate) fn with_hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// A newer request of the same client is there.
    pub(crate) fn overtaken() -> Self {
        let message = "overtaken: a newer request of the same client is there";
        Self::new(StatusCode::CONFLICT, message)
    }

    /// An equation that is none: where, and which is meant.
    pub(crate) fn equation(text: &str, error: &EquationError) -> Self {
        Self {
            at: error.place(),
            hint: meant(text).map(|plane| format!("is {plane} meant?")),
            ..Self::bad(error.to_string())
        }
    }

    /// Numbers that are no plane.
    pub(crate) fn plane(error: PlaneError) -> Self {
        let refusal = Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string());
        match error {
            PlaneError::Dependent => {
                refusal.with_hint("choose three points that do not lie on one line")
            }
            PlaneError::ZeroNormal => {
                refusal.with_hint("the normal points to where the front lies, such as [0, 0, 1]")
            }
            _ => refusal,
        }
    }
}

impl From<UserError> for RequestError {
    fn from(problem: UserError) -> Self {
        Self {
            hint: problem.hint,
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, problem.message)
        }
    }
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        let error = json!({"message": self.message, "at": self.at, "hint": self.hint});
        (self.status, Json(json!({ "error": error }))).into_response()
    }
}
