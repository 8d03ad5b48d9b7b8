//! Checks facts: inputs with expected answers, as lines of JSON.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect_check::Outcome;
use transect_io::ReadError;

use crate::errors::{geometry, unread};
use crate::types::make;
use crate::work::long;

/// Checks facts of files: inputs with expected answers, one per line, as JSON.
///
/// Parameters
/// ----------
/// *paths : str or os.PathLike
///
/// Returns
/// -------
/// Outcome
///     The numbers of facts that hold, that fail and that are invalid, and one line of text per failure.
///
/// Examples
/// --------
/// >>> import pathlib, tempfile, transect as tr
/// >>> path = pathlib.Path(tempfile.mkdtemp()) / "facts.jsonl"
/// >>> _ = path.write_text('{"op": "point_side", "plane": [0, 0, 1, 0], "point": [0, 0, 2], "side": "front", "why": "above"}')
/// >>> tr.check(path)
/// Outcome(passed=1, failed=0, not_asked=0, failures=())
#[pyfunction]
#[pyo3(signature = (*paths))]
pub(crate) fn check<'py>(py: Python<'py>, paths: Vec<PathBuf>) -> PyResult<Bound<'py, PyAny>> {
    let outcome = long(py, None, move |progress| {
        let mut outcome = Outcome::default();
        for path in paths.iter().take_while(|_| !progress.is_cancelled()) {
            let name = path.display().to_string();
            let bytes = std::fs::read(path).map_err(|error| {
                unread(&ReadError {
                    path: path.clone(),
                    place: None,
                    kind: error.into(),
                })
            })?;
            outcome.add(&name, &bytes).map_err(geometry)?;
        }
        Ok::<_, PyErr>(outcome)
    })??;
    let failed = outcome.failures.iter().map(|failure| {
        format!(
            "{}:{}: {}: {}",
            failure.path, failure.line, failure.op, failure.why
        )
    });
    let invalid = outcome
        .errors
        .iter()
        .map(|error| format!("{}:{}: {}", error.path, error.line, error.error));
    let lines: Vec<String> = failed.chain(invalid).collect();
    let fields = (
        outcome.passed,
        outcome.failed,
        outcome.not_asked,
        PyTuple::new(py, lines)?,
    );
    make(py, "Outcome", fields)
}
