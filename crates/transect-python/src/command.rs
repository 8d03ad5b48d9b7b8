//! The command `transect`, for the console script of the package and for the viewer.

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use transect::CuttingPlane;
use transect_view::{PageFile, PageFileOptions};

use crate::cutting_plane::cutter_of;
use crate::errors::refused;
use crate::section::inside_rule;
use crate::work::long;

/// Runs the command `transect` with the given arguments, the first of which is the name of the program, and returns its
/// exit status.
///
/// The command uses the standard streams and the signals of the process. So only a process that runs nothing else calls
/// this function: the console script `transect`.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| transect_cli::run(arguments).number())
}

/// Returns `true` if the package contains the page of the viewer.
#[pyfunction]
pub(crate) fn has_page() -> bool {
    transect_view::has_page()
}

/// Returns an error if the package was built without the page of the viewer.
pub(crate) fn require_page() -> PyResult<()> {
    if has_page() {
        return Ok(());
    }
    Err(PyRuntimeError::new_err(
        "this package was built without the page of the viewer\nhint: in a clone of the project, run \
         `cargo xtask web`, then build the package again",
    ))
}

/// Returns one HTML file with the page, the model of some files, and the answers for some planes.
#[pyfunction]
pub(crate) fn page_file<'py>(
    py: Python<'py>,
    models: Vec<PathBuf>,
    planes: Vec<Bound<'py, PyAny>>,
    unit: Option<String>,
    inside: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let planes = planes.iter().map(cutter_of);
    let options = PageFileOptions {
        models,
        planes: planes.collect::<PyResult<_>>()?,
        up: None,
        unit,
        weld: None,
        inside: inside_rule(inside)?,
    };
    let page = long(py, None, move |_| PageFile::new(&options, |_| ()))?;
    let page = page.map_err(|error| refused(&error))?;
    Ok(PyBytes::new(py, &page.html))
}

/// Returns the flags with which the command takes a plane.
pub(crate) fn flags_of(plane: &CuttingPlane) -> Vec<String> {
    let flag = |name: &str, [x, y, z]: [f64; 3]| format!("--{name}={x},{y},{z}");
    match plane {
        CuttingPlane::Coefficients(plane) => vec![format!("--plane={plane}")],
        CuttingPlane::Points(plane) => plane.points().map(|point| flag("through", point)).into(),
        CuttingPlane::PointAndNormal(plane) => {
            vec![flag("point", plane.point()), flag("normal", plane.normal())]
        }
    }
}
