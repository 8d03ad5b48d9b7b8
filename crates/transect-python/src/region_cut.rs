//! The cut of a mesh by a convex region.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::mesh::RegionCut as Cut;
use transect::{Plane, Region};

use crate::mesh::{PyMesh, SharedMesh};
use crate::pickles::asked_again;
use crate::plane::PyPlane;
use crate::types::overlap;
use crate::work::long;

/// The part of a mesh inside a convex region, and the rest.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> cut = mesh.cut_by_region(["z = 0", "3 = z"])
/// >>> cut.inside.volume, cut.outside.volume, cut.is_correct()
/// (31.5, 4.5, True)
#[pyclass(module = "transect", name = "RegionCut", frozen)]
pub(crate) struct RegionCut {
    input: SharedMesh,
    planes: Vec<Plane>,
    cut: Arc<Cut>,
}

impl RegionCut {
    pub(crate) fn new(input: SharedMesh, planes: Vec<Plane>, cut: Cut) -> Self {
        Self {
            input,
            planes,
            cut: Arc::new(cut),
        }
    }
}

#[pymethods]
impl RegionCut {
    /// The relation of the mesh to the region.
    #[getter]
    fn relation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        overlap(py, self.cut.relation)
    }

    /// The part inside, closed by cut faces.
    #[getter]
    fn inside(&self) -> PyMesh {
        PyMesh(SharedMesh::Inside(self.cut.clone()))
    }

    /// The rest, as one mesh.
    #[getter]
    fn outside(&self) -> PyMesh {
        PyMesh(SharedMesh::Outside(self.cut.clone()))
    }

    /// The area of the cut face of each plane, as an array.
    #[getter]
    fn face_areas<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let areas = self.cut.inside.face_areas(self.planes.len());
        areas.into_pyarray(py)
    }

    /// Computes the certificate of the cut, and returns `True` if it has no error.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> mesh.cut_by_region(tr.Region.box([0, 0, 0], [1, 1, 1])).is_correct()
    /// True
    fn is_correct(&self, py: Python<'_>) -> PyResult<bool> {
        let (input, cut, planes) = (self.input.clone(), self.cut.clone(), self.planes.clone());
        long(py, None, move |_| {
            cut.certificate(&input, Region::new(&planes)).is_correct()
        })
    }

    fn __repr__(&self) -> String {
        let [inside, outside] =
            [&self.cut.inside, &self.cut.outside].map(|part| part.mesh.triangles().len());
        format!("<transect.RegionCut: {inside} faces inside, {outside} outside>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let planes: Vec<PyPlane> = self.planes.iter().copied().map(PyPlane).collect();
        let mesh = PyMesh(self.input.clone());
        asked_again(py, mesh, "cut_by_region", planes, None)
    }
}
