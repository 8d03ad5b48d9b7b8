//! Axis-aligned boxes in columns.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::columns::{BOXES, Columns, POINTS};
use crate::table::{Kind, Table};

/// Axis-aligned boxes in columns of float32 or float64.
///
/// A box contains its borders. Bounds may be infinite. A row with a NaN, or with min > max, is *null*.
///
/// Parameters
/// ----------
/// boxes : array_like, shape (n, 6), or (n, 4) in 2D, or a table, optional
///     One row per box: min x, min y, min z, max x, max y, max z; in 2D min x, min y, max x, max y. Of a table, the columns xmin, ymin, zmin, xmax, ymax and
///     zmax are taken by their names, or those of its only column that has them (GeoArrow boxes). Tables are frames of
///     pandas or polars, Arrow data, mappings, and arrays with named fields. Masked values and nulls are null.
/// min, max : array_like, shape (n, 3), or (n, 2) in 2D, optional
///     The least and the greatest corners, instead of `boxes`.
///
/// Arrays of float32 or float64 are not copied, so they must not change while a call reads them.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> boxes = tr.Boxes(min=[[0, 0, 0], [0, 0, 2]], max=[[1, 1, 1], [1, 1, 3]])
/// >>> tr.Plane("z = 1").side(boxes)
/// array([0, 1], dtype=int8)
#[pyclass(module = "transect", frozen)]
pub(crate) struct Boxes(pub(crate) Table);

#[pymethods]
impl Boxes {
    #[new]
    #[pyo3(signature = (boxes = None, *, min = None, max = None))]
    fn new(
        boxes: Option<&Bound<'_, PyAny>>,
        min: Option<&Bound<'_, PyAny>>,
        max: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        match (boxes, min, max) {
            (Some(boxes), None, None) => {
                Table::new(Kind::Boxes, Columns::of(boxes, BOXES)?).map(Self)
            }
            (None, Some(min), Some(max)) => {
                let corner = |corner, argument| Columns::of(corner, POINTS.of(argument));
                let [mut min, max] = [corner(min, "min")?, corner(max, "max")?];
                if min.is_in_2d != max.is_in_2d {
                    return Err(PyTypeError::new_err(
                        "min and max: one is in 2D, and the other one in 3D",
                    ));
                }
                min.join(max);
                Table::new(Kind::Boxes, min).map(Self)
            }
            _ => Err(PyTypeError::new_err(
                "boxes are given as one array with the shape (n, 6), or as min=… and max=… with the shape (n, 3); in 2D with \
                (n, 4) and (n, 2)",
            )),
        }
    }

    fn __len__(&self) -> usize {
        self.0.rows
    }

    fn __repr__(&self) -> String {
        self.0.text("Boxes")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let array = slf.get().0.stacked(slf.py())?;
        (slf.get_type(), (array,)).into_pyobject(slf.py())
    }
}
