//! One sphere.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::Sphere;

use crate::array::vector;
use crate::errors::geometry;

/// One sphere with its interior.
///
/// Parameters
/// ----------
/// center : array_like, shape (3,)
/// radius : float
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> tr.Plane("3x + 4z = 5").extent(tr.Sphere([1, 2, 3], 2))
/// Extent(backmost=<Side.ON: 0>, frontmost=<Side.FRONT: 1>)
#[pyclass(module = "transect", name = "Sphere", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Ball(pub(crate) Sphere);

#[pymethods]
impl Ball {
    #[new]
    fn new(center: &Bound<'_, PyAny>, radius: f64) -> PyResult<Self> {
        let sphere = Sphere::new(vector(center, "center")?, radius);
        sphere.map(Self).map_err(geometry)
    }

    /// The centre.
    #[getter]
    fn center(&self) -> (f64, f64, f64) {
        self.0.center().into()
    }

    /// The radius.
    #[getter]
    fn radius(&self) -> f64 {
        self.0.radius()
    }

    fn __repr__(&self) -> String {
        format!(
            "transect.Sphere(center={:?}, radius={:?})",
            self.center(),
            self.radius()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let own = slf.get();
        (slf.get_type(), (own.center(), own.radius())).into_pyobject(slf.py())
    }
}
