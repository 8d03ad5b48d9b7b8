//! Meshes and scenes divided by several planes.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::{CuttingPlane, Side};
use transect_mesh::{Certificate, Division as Parts};

use crate::cutting_plane::cutters;
use crate::mesh::{PyMesh, SharedMesh};
use crate::parts_certificate::{KeptCertificate, findings};
use crate::pickles::asked_again;
use crate::types::{make, side};

/// Returns the sides of a part as a tuple.
pub(crate) fn sides_of<'py>(py: Python<'py>, sides: &[Side]) -> PyResult<Bound<'py, PyTuple>> {
    let sides: PyResult<Vec<_>> = sides.iter().map(|&own| side(py, own)).collect();
    PyTuple::new(py, sides?)
}

/// The parts into which several planes divide a mesh.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> division = mesh.divide(["z = 3", "x = 1"])
/// >>> [(part.sides, round(part.mesh.volume, 3)) for part in division.parts][0]
/// ((<Side.FRONT: 1>, <Side.FRONT: 1>), 1.333)
/// >>> len(division.parts), division.is_correct()
/// (4, True)
#[pyclass(module = "transect", frozen)]
pub(crate) struct Division {
    input: SharedMesh,
    planes: Vec<CuttingPlane>,
    division: Arc<Parts>,
    certificate: KeptCertificate,
}

impl Division {
    pub(crate) fn new(input: SharedMesh, planes: Vec<CuttingPlane>, division: Parts) -> Self {
        Self {
            input,
            planes,
            division: Arc::new(division),
            certificate: KeptCertificate::default(),
        }
    }

    fn certificate(&self, py: Python<'_>) -> PyResult<&Certificate> {
        let (input, planes) = (self.input.clone(), self.planes.clone());
        let division = self.division.clone();
        let compute = move || division.certificate(&input, &planes);
        self.certificate.get(py, compute)
    }
}

#[pymethods]
impl Division {
    /// The parts that have faces, as a list of `Part`: front before back, where the first plane counts most.
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let parts = self.division.parts.iter().enumerate();
        parts
            .map(|(index, part)| {
                let mesh = PyMesh(SharedMesh::Part(self.division.clone(), index));
                make(py, "Part", (sides_of(py, &part.sides)?, mesh))
            })
            .collect()
    }

    /// Returns `True` if the certificate has no findings: all parts together are exactly the mesh.
    ///
    /// The certificate is computed by code that does not know how the parts were made, and kept.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> mesh.divide(["z = 3", "x = 1"]).is_correct()
    /// True
    fn is_correct(&self, py: Python<'_>) -> PyResult<bool> {
        self.certificate(py)
            .map(|certificate| certificate.is_correct())
    }

    /// Returns the findings of the certificate, as a list of `Finding`. Each is a fault.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> mesh.divide(["z = 3", "x = 1"]).findings()
    /// []
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        findings(py, self.certificate(py)?)
    }

    fn __len__(&self) -> usize {
        self.division.parts.len()
    }

    fn __repr__(&self) -> String {
        let [planes, parts] = [self.planes.len(), self.division.parts.len()];
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        format!(
            "<transect.Division: {parts} part{} by {planes} plane{}>",
            plural(parts),
            plural(planes)
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let planes = cutters(py, &self.planes)?;
        asked_again(py, PyMesh(self.input.clone()), "divide", planes, None)
    }
}
