//! The state of the server: empty, loading, ready, or an error.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};

use axum::http::StatusCode;
use serde_json::{Value, json};
use transect::CuttingPlane;
use transect_draw::Up;
use transect_report::UserError;
use transect_report::file_name::file_name;

use crate::error::RequestError;
use crate::guard::Door;
use crate::identity::Stamps;
use crate::invitation::Invitations;
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
    /// The codes that open the page in another browser.
    pub(crate) invitations: Invitations,
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
    /// The files that were read, as they were when reading began.
    stamps: RwLock<Stamps>,
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
            invitations: Invitations::default(),
            models: options.models.clone(),
            plane: options.plane,
            up: options.up,
            unit: options.unit.clone(),
            example: options.example,
            ending: AtomicBool::new(false),
            phase: RwLock::new(phase),
            stamps: RwLock::default(),
        }
    }

    pub(crate) fn set(&self, phase: Phase) {
        *self.phase.write().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    pub(crate) fn phase(&self) -> Phase {
        let phase = self.phase.read().unwrap_or_else(PoisonError::into_inner);
        phase.clone()
    }

    /// Begins to read the files again. Returns `false` if there are no files, or if they are being read already.
    pub(crate) fn begin_again(&self) -> bool {
        let mut phase = self.phase.write().unwrap_or_else(PoisonError::into_inner);
        if matches!(*phase, Phase::Empty | Phase::Loading { .. }) {
            return false;
        }
        *phase = Phase::Loading {
            text: "reading the files again".into(),
            fraction: None,
        };
        true
    }

    /// Records the files that are read, with their present sizes and times.
    pub(crate) fn set_stamps(&self, stamps: Stamps) {
        *self.stamps.write().unwrap_or_else(PoisonError::into_inner) = stamps;
    }

    /// Returns `true` if a file has changed since it was read.
    fn have_files_changed(&self) -> bool {
        let stamps = self.stamps.read().unwrap_or_else(PoisonError::into_inner);
        stamps.have_changed()
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
                "path": file_name(&path.display().to_string()),
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
            "model": null,
            "changed": false,
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
                answer["changed"] = json!(self.have_files_changed());
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
                answer["model"] = json!(model.identity.text());
                answer["changed"] = json!(self.have_files_changed());
            }
        }
        answer
    }
}

impl Phase {
    /// Returns the model, or an error if it is not loaded.
    pub(crate) fn model(self) -> Result<Arc<Model>, RequestError> {
        let (message, hint) = match self {
            Self::Ready(model) => return Ok(model),
            Self::Empty => (
                "no model is open".into(),
                Some("start the viewer with a file: transect view office.glb".into()),
            ),
            Self::Loading { text, .. } => (format!("the model is not loaded yet: {text}"), None),
            Self::Error(error) => (error.message, error.hint),
        };
        Err(RequestError {
            hint,
            ..RequestError::new(StatusCode::SERVICE_UNAVAILABLE, message)
        })
    }
}
