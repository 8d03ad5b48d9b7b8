//! Meshes and scenes divided by several planes.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::mesh::Division as Parts;
use transect::{Plane, Side};

use crate::errors::geometry;
use crate::mesh::{PyMesh, SharedMesh};
use crate::pickles::asked_again;
use crate::plane::{PyPlane, planes_of};
use crate::types::{make, side};
use crate::work::long;

/// The largest number of planes: they have up to 65,536 parts.
const MOST: usize = 16;

/// Returns the planes of a list, which divide a mesh or a scene.
pub(crate) fn dividing_planes(object: &Bound<'_, PyAny>) -> PyResult<Vec<Plane>> {
    if object.is_instance_of::<pyo3::types::PyString>() {
        return Err(PyTypeError::new_err("planes are a list, not one str"));
    }
    let planes = planes_of(object)?;
    if planes.len() > MOST {
        return Err(geometry(format!(
            "a division has at most {MOST} planes, because each plane doubles the number of parts: there are {}",
            planes.len()
        )));
    }
    Ok(planes)
}

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
    planes: Vec<Plane>,
    division: Arc<Parts>,
}

impl Division {
    pub(crate) fn new(input: SharedMesh, planes: Vec<Plane>, division: Parts) -> Self {
        Self {
            input,
            planes,
            division: Arc::new(division),
        }
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

    /// Computes the certificate of all cuts, and returns `True` if it has no error.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> mesh.divide(["z = 3", "x = 1"]).is_correct()
    /// True
    fn is_correct(&self, py: Python<'_>) -> PyResult<bool> {
        let (input, planes) = (self.input.clone(), self.planes.clone());
        let division = self.division.clone();
        long(py, None, move |_| {
            division.certificate(&input, &planes).is_correct()
        })
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
        let planes: Vec<PyPlane> = self.planes.iter().copied().map(PyPlane).collect();
        asked_again(py, PyMesh(self.input.clone()), "divide", planes, None)
    }
}
