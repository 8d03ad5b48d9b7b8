//! The cut of a mesh by a convex region.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::CuttingPlane;
use transect_mesh::{Certificate, RegionCut as Cut};

use crate::cutting_plane::cutters;
use crate::mesh::{PyMesh, SharedMesh};
use crate::parts_certificate::{KeptCertificate, findings};
use crate::pickles::asked_again;
use crate::types::overlap;

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
    planes: Vec<CuttingPlane>,
    cut: Arc<Cut>,
    certificate: KeptCertificate,
}

impl RegionCut {
    pub(crate) fn new(input: SharedMesh, planes: Vec<CuttingPlane>, cut: Cut) -> Self {
        Self {
            input,
            planes,
            cut: Arc::new(cut),
            certificate: KeptCertificate::default(),
        }
    }

    fn certificate(&self, py: Python<'_>) -> PyResult<&Certificate> {
        let (input, cut, planes) = (self.input.clone(), self.cut.clone(), self.planes.clone());
        let compute = move || cut.certificate_for(&input, &planes);
        self.certificate.get(py, compute)
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

    /// Returns `True` if the certificate has no findings: both parts together are exactly the mesh.
    ///
    /// The certificate is computed by code that does not know how the parts were made, and kept.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> mesh.cut_by_region(tr.Region.box([0, 0, 0], [1, 1, 1])).is_correct()
    /// True
    fn is_correct(&self, py: Python<'_>) -> PyResult<bool> {
        self.certificate(py)
            .map(|certificate| certificate.is_correct())
    }

    /// Returns the findings of the certificate, as a list of `Finding`. Each is a fault.
    ///
    /// Part 0 is the part inside, and part 1 is the rest.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> mesh.cut_by_region(tr.Region.box([0, 0, 0], [1, 1, 1])).findings()
    /// []
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        findings(py, self.certificate(py)?)
    }

    fn __repr__(&self) -> String {
        let [inside, outside] =
            [&self.cut.inside, &self.cut.outside].map(|part| part.mesh.triangles().len());
        format!("<transect.RegionCut: {inside} faces inside, {outside} outside>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let planes = cutters(py, &self.planes)?;
        let mesh = PyMesh(self.input.clone());
        asked_again(py, mesh, "cut_by_region", planes, None)
    }
}
