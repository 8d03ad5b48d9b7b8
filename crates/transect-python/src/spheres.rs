//! Spheres in columns.

use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::array::{floats, shape_text};
use crate::columns::{Columns, POINTS};
use crate::table::{Kind, Table};

/// Spheres in columns of float32 or float64. A row with a NaN or a negative radius is *null*.
///
/// Parameters
/// ----------
/// center : array_like, shape (n, 3)
/// radius : array_like, shape (n,)
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> spheres = tr.Spheres(center=[[0, 0, 1], [0, 0, 5]], radius=[1, 1])
/// >>> tr.Plane("z = 0").side(spheres)  # the first sphere touches the plane
/// array([0, 1], dtype=int8)
#[pyclass(module = "transect", frozen)]
pub(crate) struct Spheres(pub(crate) Table);

#[pymethods]
impl Spheres {
    #[new]
    fn new(center: &Bound<'_, PyAny>, radius: &Bound<'_, PyAny>) -> PyResult<Self> {
        let argument = "center";
        let mut all = Columns::of(center, POINTS.of(argument).in_3d())?;
        let radius = floats(radius, "radius")?;
        if radius.ndim() != 1 {
            return Err(PyValueError::new_err(format!(
                "radius: the shape is {}; it must be (n,)",
                shape_text(&radius)
            )));
        }
        all.push([radius]);
        Table::new(Kind::Spheres, all).map(Self)
    }

    fn __len__(&self) -> usize {
        self.0.rows
    }

    fn __repr__(&self) -> String {
        self.0.text("Spheres")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let array = slf.get().0.stacked(py)?;
        let columns = array.getattr("T")?;
        let center = columns
            .get_item(pyo3::types::PySlice::new(py, 0, 3, 1))?
            .getattr("T")?;
        (slf.get_type(), (center, columns.get_item(3)?)).into_pyobject(py)
    }
}
