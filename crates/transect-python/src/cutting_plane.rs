//! Planes to cut by, in the form in which they were given.

use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use transect::CuttingPlane;

use crate::plane::{PyPlane, plane_of};
use crate::plane_at::PlaneAt;
use crate::plane_through::PlaneThrough;

/// Returns the plane to cut by: that of a `transect.PlaneThrough` or a `transect.PlaneAt`, or of anything that
/// [`plane_of`] accepts.
pub(crate) fn cutter_of(object: &Bound<'_, PyAny>) -> PyResult<CuttingPlane> {
    if let Ok(plane) = object.cast::<PlaneThrough>() {
        return Ok(plane.get().0.into());
    }
    if let Ok(plane) = object.cast::<PlaneAt>() {
        return Ok(plane.get().0.into());
    }
    plane_of(object).map(Into::into)
}

/// Returns the planes of a list to cut by. They may be of several kinds.
pub(crate) fn cutters_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<CuttingPlane>> {
    if object.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("planes are a list, not one str"));
    }
    let planes = object.try_iter()?;
    planes.map(|plane| cutter_of(&plane?)).collect()
}

/// Returns the Python objects of planes to cut by.
pub(crate) fn cutters<'py>(
    py: Python<'py>,
    planes: &[CuttingPlane],
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    planes.iter().map(|plane| cutter(py, plane)).collect()
}

/// Returns the Python object of a plane to cut by.
pub(crate) fn cutter<'py>(py: Python<'py>, plane: &CuttingPlane) -> PyResult<Bound<'py, PyAny>> {
    match *plane {
        CuttingPlane::Coefficients(plane) => PyPlane(plane).into_bound_py_any(py),
        CuttingPlane::Points(plane) => PlaneThrough(plane).into_bound_py_any(py),
        CuttingPlane::PointAndNormal(plane) => PlaneAt(plane).into_bound_py_any(py),
    }
}
