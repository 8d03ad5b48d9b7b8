//! One axis-aligned box.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::Aabb;

use crate::array::vector;
use crate::errors::geometry;

/// One axis-aligned box. It contains its borders; its bounds may be infinite.
///
/// Parameters
/// ----------
/// min, max : array_like, shape (3,)
///     The least and the greatest corner.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> tr.Plane("z = 1").side(tr.Box([0, 0, 0], [1, 1, 1]))  # it touches the plane
/// <Side.ON: 0>
#[pyclass(module = "transect", name = "Box", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct AxisAlignedBox(pub(crate) Aabb);

#[pymethods]
impl AxisAlignedBox {
    #[new]
    fn new(min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<Self> {
        let aabb = Aabb::new(vector(min, "min")?, vector(max, "max")?);
        aabb.map(Self).map_err(geometry)
    }

    /// The least corner.
    #[getter]
    fn min(&self) -> (f64, f64, f64) {
        self.0.min().into()
    }

    /// The greatest corner.
    #[getter]
    fn max(&self) -> (f64, f64, f64) {
        self.0.max().into()
    }

    fn __repr__(&self) -> String {
        format!("transect.Box(min={:?}, max={:?})", self.min(), self.max())
            .replace("inf", "float(\"inf\")")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let own = slf.get();
        (slf.get_type(), (own.min(), own.max())).into_pyobject(slf.py())
    }
}
