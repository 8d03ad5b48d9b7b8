//! One box of any orientation.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::Parallelepiped;

use crate::array::{records, vector};
use crate::errors::geometry;

/// One box of any orientation, rotated or sheared.
///
/// Parameters
/// ----------
/// center : array_like, shape (3,)
/// half_axes : array_like, shape (3, 3)
///     Three vectors, one per row, from the centre to the centres of three faces.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> box = tr.Parallelepiped([7, 0, 0], [[3, 4, 0], [-4, 3, 0], [0, 0, 1]])
/// >>> tr.Plane("x = 0").side(box)  # a corner touches the plane
/// <Side.ON: 0>
#[pyclass(module = "transect", name = "Parallelepiped", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct OrientedBox(pub(crate) Parallelepiped);

#[pymethods]
impl OrientedBox {
    #[new]
    fn new(center: &Bound<'_, PyAny>, half_axes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let axes: Vec<[f64; 3]> = records(half_axes, "half_axes")?;
        let axes: [[f64; 3]; 3] = axes.try_into().map_err(|axes: Vec<_>| {
            geometry(format!(
                "half_axes: there are {} vectors; three are needed",
                axes.len()
            ))
        })?;
        let oriented = Parallelepiped::new(vector(center, "center")?, axes);
        oriented.map(Self).map_err(geometry)
    }

    /// The centre.
    #[getter]
    fn center(&self) -> (f64, f64, f64) {
        self.0.center().into()
    }

    /// The three half-axis vectors.
    #[getter]
    fn half_axes(&self) -> Vec<(f64, f64, f64)> {
        self.0.half_axes().map(Into::into).to_vec()
    }

    fn __repr__(&self) -> String {
        format!(
            "transect.Parallelepiped(center={:?}, half_axes={:?})",
            self.center(),
            self.half_axes()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let own = slf.get();
        (slf.get_type(), (own.center(), own.half_axes())).into_pyobject(slf.py())
    }
}
