//! Planes kept as three points.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::{PlaneThrough as Through, PointError};

use crate::array::vector;
use crate::errors::geometry;
use crate::kept_plane::{hash, side_of};
use crate::plane::PyPlane;

/// A plane kept as three points, which are counter-clockwise as seen from the front.
///
/// The coefficients of `Plane.through` are rounded, so the points may lie off that plane. The points never lie off
/// their `PlaneThrough`: cut along a face of a mesh with it.
///
/// Parameters
/// ----------
/// a, b, c : array_like, shape (3,)
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> corners = [[0.1, 0.2, 0.3], [0.7, 0.1, 0.2], [0.3, 0.9, 0.4]]
/// >>> tr.PlaneThrough(*corners).side(corners)
/// array([0, 0, 0], dtype=int8)
/// >>> tr.Plane.through(*corners).side(corners).any()
/// np.True_
#[pyclass(module = "transect", frozen, eq)]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct PlaneThrough(pub(crate) Through);

#[pymethods]
impl PlaneThrough {
    #[new]
    fn new(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, c: &Bound<'_, PyAny>) -> PyResult<Self> {
        let points = [vector(a, "a")?, vector(b, "b")?, vector(c, "c")?];
        Through::new(points).map(Self).map_err(geometry)
    }

    /// The three points.
    #[getter]
    fn points(&self) -> [(f64, f64, f64); 3] {
        self.0.points().map(Into::into)
    }

    /// The plane of the coefficients, which may be rounded: for measuring.
    #[getter]
    fn plane(&self) -> PyPlane {
        PyPlane(*self.0.plane())
    }

    /// Returns the same plane with front and back exchanged. This is exact.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.PlaneThrough([0, 0, 1], [1, 0, 1], [0, 1, 1]).flipped().side([0, 0, 0])
    /// <Side.FRONT: 1>
    fn flipped(&self) -> Self {
        Self(self.0.flipped())
    }

    /// Returns the exact side of a point or of a box, or of each point of a batch.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> plane = tr.PlaneThrough([0, 0, 1], [1, 0, 1], [0, 1, 1])
    /// >>> plane.side(tr.Box([0, 0, 0], [1, 1, 1]))
    /// <Side.ON: 0>
    fn side<'py>(&self, shapes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        side_of(&self.0, "PlaneThrough", shapes)
    }

    /// Returns the signed distance of a point: positive in front, rounded.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.PlaneThrough([0, 0, 1], [1, 0, 1], [0, 1, 1]).signed_distance([5, 5, 3])
    /// 2.0
    fn signed_distance(&self, point: &Bound<'_, PyAny>) -> PyResult<f64> {
        let point = vector(point, "point")?;
        PointError::check(&point).map_err(geometry)?;
        Ok(self.0.signed_distance(&point))
    }

    fn __neg__(&self) -> Self {
        self.flipped()
    }

    fn __hash__(&self) -> u64 {
        hash(self.0.points().into_iter().flatten())
    }

    fn __repr__(&self) -> String {
        let [a, b, c] = self.points();
        format!("transect.PlaneThrough({a:?}, {b:?}, {c:?})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let [a, b, c] = slf.get().points();
        (slf.get_type(), (a, b, c)).into_pyobject(slf.py())
    }
}
