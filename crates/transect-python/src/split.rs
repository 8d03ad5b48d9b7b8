//! Two halves of a mesh.

use std::sync::Arc;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::CuttingPlane;
use transect_mesh::Split;
use transect_report::SectionRule;

use crate::certificate::certificate;
use crate::cutting_plane::cutter;
use crate::mesh::{PyMesh, SharedMesh};
use crate::pickles::asked_again;
use crate::plane::PyPlane;
use crate::section::PySection;
use crate::work::long;

/// The two halves of a mesh that a plane cut. It unpacks into the half in front and the half behind.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> split = mesh.split("z = 3")
/// >>> split.section.area
/// 4.5
/// >>> split.certificate().is_correct
/// True
#[pyclass(module = "transect", name = "Split", frozen)]
pub(crate) struct PySplit {
    input: SharedMesh,
    plane: CuttingPlane,
    split: Arc<Split>,
}

impl PySplit {
    pub(crate) fn new(input: SharedMesh, plane: CuttingPlane, split: Split) -> Self {
        Self {
            input,
            plane,
            split: Arc::new(split),
        }
    }
}

#[pymethods]
impl PySplit {
    /// The half in front of the plane.
    #[getter]
    fn front(&self) -> PyMesh {
        PyMesh(SharedMesh::Front(self.split.clone()))
    }

    /// The half behind the plane.
    #[getter]
    fn back(&self) -> PyMesh {
        PyMesh(SharedMesh::Back(self.split.clone()))
    }

    /// The plane. The coefficients of a `PlaneThrough` or a `PlaneAt` may be rounded.
    #[getter]
    fn plane(&self) -> PyPlane {
        PyPlane(*self.plane.plane())
    }

    /// The section, with vertices in the plane counted as in front.
    #[getter]
    fn section(&self) -> PySection {
        PySection::new(
            Arc::new(self.split.sections.clone()),
            *self.plane.plane(),
            SectionRule::default(),
        )
    }

    /// Computes the certificate: it compares the halves with the input, by code that does not know how they were made.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> mesh.split("z = 3").certificate().is_correct
    /// True
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (input, split, plane) = (self.input.clone(), self.split.clone(), self.plane);
        let found = long(py, None, move |_| split.certificate(&input, &plane))?;
        certificate(py, &found)
    }

    fn __len__(&self) -> usize {
        2
    }

    fn __getitem__(&self, index: isize) -> PyResult<PyMesh> {
        match index {
            0 | -2 => Ok(self.front()),
            1 | -1 => Ok(self.back()),
            _ => Err(PyIndexError::new_err("a split has two halves")),
        }
    }

    fn __repr__(&self) -> String {
        let [front, back] =
            [&self.split.front, &self.split.back].map(|half| half.triangles().len());
        format!(
            "<transect.Split at {}: {front} faces in front, {back} behind>",
            self.plane.plane()
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let plane = cutter(py, &self.plane)?;
        asked_again(py, PyMesh(self.input.clone()), "split", plane, None)
    }
}
