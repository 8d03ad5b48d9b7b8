//! Points in columns.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::columns::{Columns, POINTS};
use crate::table::{Kind, Table};

/// Points in columns of float32 or float64, for repeated questions.
///
/// Parameters
/// ----------
/// points : array_like, shape (n, 3), or (n, 2) in 2D, or a table
///     The coordinates. An array of float32 or float64 is not copied, so it must not change while a call reads it.
///     Integers are converted to float64; a 64-bit integer without an exact float64 is an error. Of a table, the columns
///     x, y and z are taken by their names: a frame of pandas or polars, Arrow data, a mapping, or an array with named
///     fields. Masked values and nulls are null. Points in 2D have answers for planes that do not depend on z.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> points = tr.Points([[0, 0, 0], [0, 0, 1], [0, 0, 2]])
/// >>> len(points)
/// 3
/// >>> tr.Plane("z = 1").side(points)
/// array([-1,  0,  1], dtype=int8)
#[pyclass(module = "transect", frozen)]
pub(crate) struct Points(pub(crate) Table);

#[pymethods]
impl Points {
    #[new]
    fn new(points: &Bound<'_, PyAny>) -> PyResult<Self> {
        points_of(points).map(Self)
    }

    fn __len__(&self) -> usize {
        self.0.rows
    }

    fn __repr__(&self) -> String {
        self.0.text("Points")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let array = slf.get().0.stacked(slf.py())?;
        (slf.get_type(), (array,)).into_pyobject(slf.py())
    }
}

/// Returns an array with the shape (n, 3) or (n, 2), or a table with the columns x, y and in 3D z, as a table of points.
pub(crate) fn points_of(object: &Bound<'_, PyAny>) -> PyResult<Table> {
    Table::new(Kind::Points, Columns::of(object, POINTS)?)
}
