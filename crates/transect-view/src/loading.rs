//! Reads the model's files, while the server already answers requests.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use transect_report::UserError;
use transect_report::file_name::file_name;
use transect_report::numbers::grouped;

use crate::model::Model;
use crate::state::{Phase, State};

/// The memory that reading and showing a model takes, as a multiple of its file size.
const TIMES: u64 = 8;

/// Reads the model, reports the progress, and builds the trees that speed up sections. If a file has an error, the page
/// shows the error.
pub(crate) fn load(state: &State) {
    if state.models.is_empty() {
        return;
    }
    match read(state) {
        Ok(model) => {
            let model = Arc::new(model);
            state.set(Phase::Ready(Arc::clone(&model)));
            model.build_trees(|| state.ending.load(Ordering::Relaxed));
        }
        Err(error) => state.set(Phase::Error(error)),
    }
}

/// Returns the phase that the page shows after a panic during reading.
pub(crate) fn internal_error() -> Phase {
    Phase::Error(UserError::with_hint(
        "an internal error of transect: the model could not be read",
        "see the terminal of `transect view`; please report the error with the file",
    ))
}

fn read(state: &State) -> Result<Model, UserError> {
    check_sizes(&state.models)?;
    let count = state.models.len();
    let tell = |done: usize| {
        let Some(path) = state.models.get(done) else {
            return;
        };
        let bytes = std::fs::metadata(path).map_or(0, |file| file.len());
        let text = format!(
            "reading {}, {} bytes",
            file_name(&path.display().to_string()),
            grouped(usize::try_from(bytes).unwrap_or(usize::MAX))
        );
        let fraction = (count > 1).then(|| done as f64 / count as f64);
        state.set(Phase::Loading { text, fraction });
    };
    tell(0);
    let mut done = 0;
    let document = transect_io::read_each(&state.models, |_| {
        done += 1;
        tell(done);
    })?;
    state.set(Phase::Loading {
        text: "placing the objects".into(),
        fraction: None,
    });
    Model::of(document, state.unit.as_deref())
}

/// Rejects files that are larger than the free memory allows, if the free memory is known. Otherwise the system would
/// end the process without a message.
fn check_sizes(paths: &[PathBuf]) -> Result<(), UserError> {
    let Some(available) = available_memory() else {
        return Ok(());
    };
    let sizes = paths.iter().map(std::fs::metadata);
    let bytes = sizes
        .flatten()
        .fold(0_u64, |sum, file| sum.saturating_add(file.len()));
    if bytes.saturating_mul(TIMES) <= available {
        return Ok(());
    }
    let mebibytes = |bytes: u64| grouped(usize::try_from(bytes >> 20).unwrap_or(usize::MAX));
    Err(UserError::with_hint(
        format!(
            "the model is too large for this machine: {} MiB of files, and {} MiB of memory are free",
            mebibytes(bytes),
            mebibytes(available)
        ),
        format!(
            "a model takes up to {TIMES} times the size of its file in memory; show only a part of it"
        ),
    ))
}

/// Returns the bytes of free memory, if the system reports them.
fn available_memory() -> Option<u64> {
    let answer = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = answer
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
