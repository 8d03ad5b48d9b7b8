//! Pickles of data: meshes with attributes, scenes, sections, layers and drawings. They hold the numbers themselves.
//! The pickle of a cut holds the question, and `asked_again` describes the call that asks it: reading the parts of a
//! cut would take as long as cutting again.

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use serde::{Deserialize, Serialize};
use transect::{Plane, Side};
use transect_draw::Drawing;
use transect_io::Document;
use transect_mesh::{Mesh, Sections};

/// The version of the package, which pickles begin with.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The content of an object. Values are borrowed when they are written, and owned when they are read.
#[derive(Serialize, Deserialize)]
pub(crate) enum Pickle<'a> {
    Mesh(Cow<'a, Mesh>),
    Scene {
        document: Cow<'a, Document>,
        is_of_files: bool,
    },
    Section(SectionPickle<'a>),
    Layer {
        height: f64,
        plane: Plane,
        section: SectionPickle<'a>,
    },
    SceneLayer {
        height: f64,
        plane: Plane,
        sections: Vec<(Cow<'a, str>, SectionPickle<'a>)>,
    },
    Drawing(Box<Cow<'a, Drawing>>),
}

/// The content of a section.
#[derive(Serialize, Deserialize)]
pub(crate) struct SectionPickle<'a> {
    pub(crate) sections: Cow<'a, Sections>,
    pub(crate) plane: Plane,
    /// The side on which points in the plane count.
    pub(crate) on_plane: Side,
    /// `true` if points with an odd winding number are inside.
    pub(crate) is_odd: bool,
}

impl Pickle<'_> {
    /// Reads the bytes of a pickle.
    pub(crate) fn of_bytes(bytes: &[u8]) -> PyResult<Self> {
        let damaged = |error: postcard::Error| {
            PyValueError::new_err(format!("the pickle is damaged: {error}"))
        };
        let (version, content) =
            postcard::take_from_bytes::<Cow<'_, str>>(bytes).map_err(damaged)?;
        if version != VERSION {
            return Err(PyValueError::new_err(format!(
                "the pickle was made by transect {version}, and this is transect {VERSION}; write files to keep results"
            )));
        }
        postcard::from_bytes(content).map_err(damaged)
    }

    /// Returns the value of `__reduce__`: the function `_unpickled` and its argument.
    pub(crate) fn reduced<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let bytes = postcard::to_allocvec(&(VERSION, self)).map_err(|error| {
            // A path that is not text cannot be written.
            PyValueError::new_err(format!("the object cannot be pickled: {error}"))
        })?;
        let function = py.import("transect._transect")?.getattr("_unpickled")?;
        (function, (PyBytes::new(py, &bytes),)).into_pyobject(py)
    }
}

/// Returns the value of `__reduce__` for an answer that is computed again: a call of a method of `asked`.
pub(crate) fn asked_again<'py>(
    py: Python<'py>,
    asked: impl IntoPyObject<'py>,
    method: &str,
    argument: impl IntoPyObject<'py>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let caller = py.import("operator")?.getattr("methodcaller")?;
    let call = caller.call((method, argument), options)?;
    (call, (asked,)).into_pyobject(py)
}
