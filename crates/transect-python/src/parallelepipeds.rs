//! Boxes of any orientation in columns.

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::array::{columns_of_array, floats, shape_text};
use crate::columns::{Columns, POINTS};
use crate::table::{Kind, Table};

/// Boxes of any orientation, rotated or sheared, in columns of float32 or float64. A row with a NaN is *null*.
///
/// Parameters
/// ----------
/// center : array_like, shape (n, 3)
/// half_axes : array_like, shape (n, 3, 3)
///     Three vectors per box, one per row of its matrix, from the centre to the centres of three faces.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> boxes = tr.Parallelepipeds([[7, 0, 0]], [[[3, 4, 0], [-4, 3, 0], [0, 0, 1]]])
/// >>> tr.Plane("x = 0").side(boxes)  # a corner touches the plane
/// array([0], dtype=int8)
#[pyclass(module = "transect", frozen)]
pub(crate) struct Parallelepipeds(pub(crate) Table);

#[pymethods]
impl Parallelepipeds {
    #[new]
    fn new(center: &Bound<'_, PyAny>, half_axes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let argument = "center";
        let mut all = Columns::of(center, POINTS.of(argument).in_3d())?;
        let half_axes = floats(half_axes, "half_axes")?;
        let [rows, 3, 3] = half_axes.shape() else {
            return Err(PyValueError::new_err(format!(
                "half_axes: the shape is {}; it must be (n, 3, 3)",
                shape_text(&half_axes)
            )));
        };
        let flat = half_axes.call_method1("reshape", ((*rows, 9),))?;
        all.push(columns_of_array(flat.cast::<PyUntypedArray>()?)?);
        Table::new(Kind::Parallelepipeds, all).map(Self)
    }

    fn __len__(&self) -> usize {
        self.0.rows
    }

    fn __repr__(&self) -> String {
        self.0.text("Parallelepipeds")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let columns = slf.get().0.stacked(py)?.getattr("T")?;
        let center = columns
            .get_item(pyo3::types::PySlice::new(py, 0, 3, 1))?
            .getattr("T")?;
        let axes = columns
            .get_item(pyo3::types::PySlice::new(py, 3, 12, 1))?
            .getattr("T")?;
        let axes = axes.call_method1("reshape", ((slf.get().0.rows, 3, 3),))?;
        (slf.get_type(), (center, axes)).into_pyobject(py)
    }
}
