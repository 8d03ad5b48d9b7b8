//! Errors of requests, as responses.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use transect_answers::AnswerError;

/// The error of a request: of the question that it asks, or of the request itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RequestError {
    Answer(AnswerError),
    Request {
        status: StatusCode,
        message: String,
        /// A hint: what to do about the error.
        hint: Option<String>,
    },
}

impl RequestError {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self::Request {
            status,
            message: message.into(),
            hint: None,
        }
    }

    pub(crate) fn bad(message: impl Into<String>) -> Self {
        AnswerError::bad(message).into()
    }

    /// Returns the error with another hint. The error of an answer keeps its own.
    pub(crate) fn with_hint(mut self, text: impl Into<String>) -> Self {
        if let Self::Request { hint, .. } = &mut self {
            *hint = Some(text.into());
        }
        self
    }
}

impl From<AnswerError> for RequestError {
    fn from(error: AnswerError) -> Self {
        Self::Answer(error)
    }
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        match self {
            Self::Answer(error) => {
                let status = StatusCode::from_u16(error.status.number());
                let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                (status, Json(error.to_json())).into_response()
            }
            Self::Request {
                status,
                message,
                hint,
            } => {
                let error = json!({
                    "message": message, "at": null, "field": null, "hint": hint, "kind": null,
                });
                (status, Json(json!({ "error": error }))).into_response()
            }
        }
    }
}
