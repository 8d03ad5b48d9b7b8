//! The state of the server: empty, loading, ready, or an error.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};

use axum::http::StatusCode;
use serde_json::{Value, json};
use transect::CuttingPlane;
use transect_draw::Up;
use transect_report::UserError;

use crate::error::RequestError;
use crate::guard::Door;
use crate::latest::Latest;
use crate::model::Model;
use crate::options::Options;
use crate::plane_request::as_requested;
use crate::work::Work;

/// The data that all requests share: access control, queues, options and the model.
pub(crate) struct State {
    pub(crate) door: Door,
    pub(crate) latest: Latest,
    pub(crate) work: Work,
    /// The files of the model, as given in the options.
    pub(crate) models: Vec<PathBuf>,
    /// The plane that the page shows first, if one was given in the options.
    plane: Option<CuttingPlane>,
    /// The axis that points up, if it was given in the options.
    up: Option<Up>,
    /// The unit of the coordinates, if it was given in the options.
    pub(crate) unit: Option<String>,
    /// `true` if the page starts with the example scene.
    pub(crate) example: bool,
    /// `true` if the server is stopping.
    pub(crate) ending: AtomicBool,
    phase: RwLock<Phase>,
}

/// The state of the model: absent, loading, invalid or loaded.
#[derive(Clone)]
pub(crate) enum Phase {
    /// No model file was given.
    Empty,
    /// The model files are being read.
    Loading {
        /// A description of the current step of reading.
        text: String,
        /// The share of the files that are read, from 0 to 1; `None` for a single file, and after the last file.
        fraction: Option<f64>,
    },
    /// A model file could not be read.
    Error(UserError),
    /// The model is loaded.
    Ready(Arc<Model>),
}

impl State {
    pub(crate) fn new(door: Door, options: &Options) -> Self {
        let phase = match options.models.is_empty() {
            true => Phase::Empty,
            false => Phase::Loading {
                text: "reading".into(),
                fraction: None,
            },
        };
        Self {
            door,
            latest: Latest::default(),
            work: Work::default(),
            models: options.models.clone(),
            plane: options.plane,
            up: options.up,
            unit: options.unit.clone(),
            example: options.example,
            ending: AtomicBool::new(false),
            phase: RwLock::new(phase),
        }
    }

    pub(crate) fn set(&self, phase: Phase) {
        *self.phase.write().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    pub(crate) fn phase(&self) -> Phase {
        let phase = self.phase.read().unwrap_or_else(PoisonError::into_inner);
        phase.clone()
    }

    /// Returns the model, or an error if it is not loaded.
    pub(crate) fn model(&self) -> Result<Arc<Model>, RequestError> {
        let (message, hint) = match self.phase() {
            Phase::Ready(model) => return Ok(model),
            Phase::Empty => (
                "no model is open".into(),
                Some("start the viewer with a file: transect view office.glb".into()),
            ),
            Phase::Loading { text, .. } => (format!("the model is not loaded yet: {text}"), None),
            Phase::Error(error) => (error.message, error.hint),
        };
        Err(RequestError {
            hint,
            ..RequestError::new(StatusCode::SERVICE_UNAVAILABLE, message)
        })
    }

    /// Returns the answer to `GET /api/state`.
    pub(crate) fn to_json(&self) -> Value {
        let phase = self.phase();
        let mut answer = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "state": "loading",
            "progress": null,
            "error": null,
            "sources": self.models.iter().map(|path| json!({
                "path": path.display().to_string(),
                "format": null,
                "bytes": std::fs::metadata(path).map_or(0, |file| file.len()),
            })).collect::<Vec<_>>(),
            "plane": self.plane.map(|plane| plane.plane().to_string()),
            "plane_request": self.plane.as_ref().map(as_requested),
            "up": self.up.map(|up| match up {
                Up::X => "x",
                Up::Y => "y",
                Up::Z => "z",
            }),
            "unit": self.unit,
            "example": self.example,
            "tree": "building",
        });
        match phase {
            Phase::Empty => {
                answer["state"] = json!("empty");
                answer["tree"] = json!("ready");
            }
            Phase::Loading { text, fraction } => {
                answer["progress"] = json!({"text": text, "fraction": fraction});
            }
            Phase::Error(error) => {
                answer["state"] = json!("error");
                answer["error"] = json!({"message": error.message, "hint": error.hint});
            }
            Phase::Ready(model) => {
                answer["state"] = json!("ready");
                answer["unit"] = json!(model.unit);
                answer["tree"] = json!(if model.has_trees() {
                    "ready"
                } else {
                    "building"
                });
                answer["sources"] = model.sources();
            }
        }
        answer
    }
}
