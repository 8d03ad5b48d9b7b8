//! The state of the model that is shown: absent, being read, invalid or ready.

use std::sync::Arc;

use serde_json::{Value, json};
use transect_report::UserError;

use crate::beginning::{Beginning, ModelFile};
use crate::error::{AnswerError, Status};
use crate::model::Model;

/// The state of the model: absent, being read, invalid or ready.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Phase {
    /// There is no model.
    Empty,
    /// The model is being read.
    Loading {
        /// A description of the current step of reading.
        text: String,
        /// The share of the files that are read, from 0 to 1; `None` for a single file, and after the last file.
        fraction: Option<f64>,
    },
    /// The model could not be read.
    Error(UserError),
    /// The model is ready.
    Ready(Arc<Model>),
}

impl Phase {
    /// Returns the model, or the error of a question about a model that is not ready.
    ///
    /// # Errors
    /// Returns an [`AnswerError`] with the status [`Status::NoModel`].
    pub fn model(&self) -> Result<Arc<Model>, AnswerError> {
        let (message, hint, kind) = match self {
            Self::Ready(model) => return Ok(Arc::clone(model)),
            Self::Empty => (
                "no model is open".into(),
                Some("start the viewer with a file: transect view office.glb".into()),
                None,
            ),
            Self::Loading { text, .. } => {
                let message = format!("the model is not loaded yet: {text}");
                (message, None, None)
            }
            Self::Error(error) => (error.message.clone(), error.hint.clone(), Some(error.kind)),
        };
        Err(AnswerError {
            hint,
            kind,
            ..AnswerError::new(Status::NoModel, message)
        })
    }

    /// Returns the state of the page as JSON: the answer to `GET state`. `files` are the files of the model, and
    /// `changed` is `true` if one of them has changed since it was read.
    #[must_use]
    pub fn to_json(&self, beginning: &Beginning, files: &[ModelFile], changed: bool) -> Value {
        let mut answer = beginning.to_json(files);
        match self {
            Self::Empty => {
                answer["state"] = json!("empty");
                answer["tree"] = json!("ready");
            }
            Self::Loading { text, fraction } => {
                answer["progress"] = json!({"text": text, "fraction": fraction});
            }
            Self::Error(error) => {
                answer["state"] = json!("error");
                let kind = error.kind.name();
                answer["error"] =
                    json!({"message": error.message, "hint": error.hint, "kind": kind});
                answer["changed"] = json!(changed);
            }
            Self::Ready(model) => {
                let tree = if model.has_trees() {
                    "ready"
                } else {
                    "building"
                };
                answer["state"] = json!("ready");
                answer["unit"] = json!(model.unit);
                answer["tree"] = json!(tree);
                answer["sources"] = model.sources();
                answer["model"] = json!(model.identity.text());
                answer["changed"] = json!(changed);
            }
        }
        answer
    }
}
