//! Planes kept as a point and a normal.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::{PlaneAt as At, PointError};

use crate::array::vector;
use crate::errors::geometry;
use crate::kept_plane::{hash, side_of};
use crate::plane::PyPlane;

/// A plane kept as a point and a normal; front is the side that the normal points to.
///
/// The offset of a plane by coefficients is one float, so such a plane rarely contains the point. The point never lies off
/// its `PlaneAt`, in UTM coordinates as well.
///
/// Parameters
/// ----------
/// point, normal : array_like, shape (3,)
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> point, normal = [691607.85, 5334761.36, 519.27], [0.31, -0.22, 0.93]
/// >>> tr.PlaneAt(point, normal).side(point)
/// <Side.ON: 0>
#[pyclass(module = "transect", frozen, eq)]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct PlaneAt(pub(crate) At);

#[pymethods]
impl PlaneAt {
    #[new]
    fn new(point: &Bound<'_, PyAny>, normal: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (point, normal) = (vector(point, "point")?, vector(normal, "normal")?);
        At::new(point, normal).map(Self).map_err(geometry)
    }

    /// The point, as given.
    #[getter]
    fn point(&self) -> (f64, f64, f64) {
        self.0.point().into()
    }

    /// The normal, as given.
    #[getter]
    fn normal(&self) -> (f64, f64, f64) {
        self.0.normal().into()
    }

    /// The plane of the coefficients, whose offset may be rounded: for measuring.
    #[getter]
    fn plane(&self) -> PyPlane {
        PyPlane(*self.0.plane())
    }

    /// Returns the same plane with front and back exchanged. This is exact.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.PlaneAt([0, 0, 1], [0, 0, 1]).flipped().side([0, 0, 0])
    /// <Side.FRONT: 1>
    fn flipped(&self) -> Self {
        Self(self.0.flipped())
    }

    /// Returns the exact side of a point or of a box, or of each point of a batch.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.PlaneAt([0, 0, 1], [0, 0, 0.1]).side(tr.Box([0, 0, 0], [1, 1, 1]))
    /// <Side.ON: 0>
    fn side<'py>(&self, shapes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        side_of(&self.0, "PlaneAt", shapes)
    }

    /// Returns the signed distance of a point: positive in front, rounded.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.PlaneAt([0, 0, 1], [0, 0, 5]).signed_distance([5, 5, 3])
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
        hash(self.0.point().into_iter().chain(self.0.normal()))
    }

    fn __repr__(&self) -> String {
        format!("transect.PlaneAt({:?}, {:?})", self.point(), self.normal())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let plane = slf.get();
        (slf.get_type(), (plane.point(), plane.normal())).into_pyobject(slf.py())
    }
}
