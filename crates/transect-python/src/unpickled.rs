//! The objects that pickles hold.

use std::sync::Arc;

use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;

use crate::drawing::PyDrawing;
use crate::layers::Layer;
use crate::mesh::{PyMesh, SharedMesh};
use crate::pickles::Pickle;
use crate::scene::PyScene;
use crate::scene_layers::SceneLayer;
use crate::section::PySection;

/// Makes the object again that a pickle holds.
#[pyfunction]
#[pyo3(name = "_unpickled")]
pub(crate) fn unpickled<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    match Pickle::of_bytes(bytes)? {
        Pickle::Mesh(mesh) => PyMesh(SharedMesh::new(mesh.into_owned())).into_bound_py_any(py),
        Pickle::Scene {
            document,
            is_of_files,
        } => {
            let document = Arc::new(document.into_owned());
            let scene = PyScene {
                document,
                is_of_files,
            };
            scene.into_bound_py_any(py)
        }
        Pickle::Section(section) => PySection::of(section).into_bound_py_any(py),
        Pickle::Layer {
            height,
            plane,
            section,
        } => {
            let section = Py::new(py, PySection::of(section))?;
            Layer::new(height, plane, section).into_bound_py_any(py)
        }
        Pickle::SceneLayer {
            height,
            plane,
            sections,
        } => {
            let sections = sections.into_iter().map(|(name, section)| {
                let section = Py::new(py, PySection::of(section))?;
                Ok((name.into_owned(), section))
            });
            let sections = sections.collect::<PyResult<_>>()?;
            SceneLayer::new(height, plane, sections).into_bound_py_any(py)
        }
        Pickle::Drawing(drawing) => PyDrawing((*drawing).into_owned()).into_bound_py_any(py),
    }
}
