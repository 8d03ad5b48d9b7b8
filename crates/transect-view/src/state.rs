//! The state of the server: empty, loading, ready, or an error.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};

use axum::http::StatusCode;
use serde_json::{Value, json};
use transect_report::UserError;

use crate::beginning::Beginning;
use crate::error::RequestError;
use crate::guard::Door;
use crate::identity::Stamps;
use crate::invitation::Invitations;
use crate::latest::Latest;
use crate::model::Model;
use crate::options::Options;
use crate::work::Work;

/// The data that all requests share: access control, queues, options and the model.
pub(crate) struct State {
    pub(crate) door: Door,
    pub(crate) latest: Latest,
    pub(crate) work: Work,
    /// The codes that open the page in another browser.
    pub(crate) invitations: Invitations,
    /// The files and the first view of the page, from the options.
    pub(crate) beginning: Beginning,
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
            beginning: Beginning::of(options),
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
        let mut answer = self.beginning.to_json();
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
                let kind = error.kind.name();
                answer["error"] =
                    json!({"message": error.message, "hint": error.hint, "kind": kind});
                answer["changed"] = json!(self.have_files_changed());
            }
            Phase::Ready(model) => {
                answer = self.beginning.state_of(&model, self.have_files_changed());
            }
        }
        answer
    }
}

impl Phase {
    /// Returns the model, or an error if it is not loaded.
    pub(crate) fn model(self) -> Result<Arc<Model>, RequestError> {
        let (message, hint, kind) = match self {
            Self::Ready(model) => return Ok(model),
            Self::Empty => (
                "no model is open".into(),
                Some("start the viewer with a file: transect view office.glb".into()),
                None,
            ),
            Self::Loading { text, .. } => {
                let message = format!("the model is not loaded yet: {text}");
                (message, None, None)
            }
            Self::Error(error) => (error.message, error.hint, Some(error.kind)),
        };
        Err(RequestError {
            hint,
            kind,
            ..RequestError::new(StatusCode::SERVICE_UNAVAILABLE, message)
        })
    }
}
