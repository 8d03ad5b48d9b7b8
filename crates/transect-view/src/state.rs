//! The state of the server: empty, loading, ready, or an error.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{PoisonError, RwLock};

use serde_json::Value;
use transect_answers::{Beginning, ModelFile, Phase};
use transect_mesh::WeldDistance;
use transect_report::file_name::file_name;

use crate::guard::Door;
use crate::invitation::Invitations;
use crate::latest::Latest;
use crate::options::Options;
use crate::stamps::Stamps;
use crate::work::Work;

/// The data that all requests share: access control, queues, options and the model.
pub(crate) struct State {
    pub(crate) door: Door,
    pub(crate) latest: Latest,
    pub(crate) work: Work,
    /// The codes that open the page in another browser.
    pub(crate) invitations: Invitations,
    /// The files of the model.
    pub(crate) models: Vec<PathBuf>,
    /// The distance within which gaps are closed, if any.
    pub(crate) weld: Option<WeldDistance>,
    /// The first view of the page.
    pub(crate) beginning: Beginning,
    /// `true` if the server is stopping.
    pub(crate) ending: AtomicBool,
    phase: RwLock<Phase>,
    /// The files that were read, as they were when reading began.
    stamps: RwLock<Stamps>,
}

impl State {
    pub(crate) fn new(door: Door, options: &Options) -> Self {
        let phase = if options.models.is_empty() {
            Phase::Empty
        } else {
            Phase::Loading {
                text: "reading".into(),
                fraction: None,
            }
        };
        Self {
            door,
            latest: Latest::default(),
            work: Work::default(),
            invitations: Invitations::default(),
            models: options.models.clone(),
            weld: options.weld,
            beginning: Beginning {
                plane: options.plane,
                up: options.up,
                unit: options.unit.clone(),
                inside: options.inside,
                example: options.example,
            },
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
        let files = model_files(&self.models);
        let phase = self.phase();
        phase.to_json(&self.beginning, &files, self.have_files_changed())
    }
}

/// Returns the names of files, with their present sizes.
pub(crate) fn model_files(paths: &[PathBuf]) -> Vec<ModelFile> {
    let file = |path: &PathBuf| ModelFile {
        name: file_name(&path.display().to_string()),
        bytes: std::fs::metadata(path).map_or(0, |file| file.len()),
    };
    paths.iter().map(file).collect()
}
