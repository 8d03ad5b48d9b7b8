//! The convex hull of points.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::Hull;

use crate::columns::present_points;
use crate::errors::geometry;

/// The convex hull of points: a segment, a triangle, or any convex body with corners.
///
/// Parameters
/// ----------
/// points : array_like, shape (n, 3)
///     One or more points, which are copied. Rows that are masked or null are left out.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> triangle = tr.Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
/// >>> tr.Plane("x + y + z = 1").extent(triangle)
/// Extent(backmost=<Side.BACK: -1>, frontmost=<Side.ON: 0>)
#[pyclass(module = "transect", name = "Hull", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct ConvexHull(pub(crate) Hull);

#[pymethods]
impl ConvexHull {
    #[new]
    fn new(points: &Bound<'_, PyAny>) -> PyResult<Self> {
        let hull = Hull::new(present_points(points)?.points);
        hull.map(Self).map_err(geometry)
    }

    /// The points, as given.
    #[getter]
    fn points(&self) -> Vec<(f64, f64, f64)> {
        self.0.points().iter().map(|&point| point.into()).collect()
    }

    fn __repr__(&self) -> String {
        format!("transect.Hull({:?})", self.points())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type(), (slf.get().points(),)).into_pyobject(slf.py())
    }
}
