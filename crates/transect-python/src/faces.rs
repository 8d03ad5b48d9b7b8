//! Faces of callers: arrays of vertex indices of any integer dtype become triples of u32.

use numpy::{
    Element, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::array::{is_ready, rows_of, shape_text};
use crate::columns::is_masked;
use crate::errors::geometry;

/// Returns faces as triples of u32.
pub(crate) fn faces_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<[u32; 3]>> {
    let py = object.py();
    if is_masked(object)? {
        return Err(PyValueError::new_err(
            "faces: some are masked; pass the others only",
        ));
    }
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (object,))?;
    let array = array.cast_into::<PyUntypedArray>()?;
    if array.shape() == [0] {
        return Ok(Vec::new());
    }
    let kind = array.dtype().kind();
    if kind != b'i' && kind != b'u' {
        let name = array.dtype().str()?;
        return Err(PyTypeError::new_err(format!(
            "faces: the dtype is {name}; it must be an integer type"
        )));
    }
    if !matches!(array.shape(), [_, 3]) {
        return Err(PyValueError::new_err(format!(
            "faces: the shape is {}; it must be (n, 3); triangulate other polygons first",
            shape_text(&array)
        )));
    }
    if is_ready(&array) {
        if let Ok(array) = array.cast::<PyArray2<u32>>() {
            return Ok(rows_of(array.try_readonly()?.as_array()));
        }
        if let Ok(array) = array.cast::<PyArray2<i32>>() {
            return converted(array);
        }
        if let Ok(array) = array.cast::<PyArray2<i64>>() {
            return converted(array);
        }
        if let Ok(array) = array.cast::<PyArray2<u64>>() {
            return converted(array);
        }
    }
    // All other types of integers fit into int64. Numbers of uint64 that do not fit become negative, which is an error.
    let array = array.call_method1("astype", ("=i8", "K", "same_kind"))?;
    converted(array.cast::<PyArray2<i64>>()?)
}

/// Returns indices as u32, or an error that names an index out of the range of u32.
fn converted<T: Element + Copy + std::fmt::Display>(
    array: &Bound<'_, PyArray2<T>>,
) -> PyResult<Vec<[u32; 3]>>
where
    u32: TryFrom<T>,
{
    let array = array.try_readonly()?;
    let rows: Vec<[T; 3]> = rows_of(array.as_array());
    let mut wrong = None;
    let faces = rows.iter().map(|row| {
        row.map(|index| {
            u32::try_from(index).unwrap_or_else(|_| {
                wrong = wrong.or(Some(index));
                0
            })
        })
    });
    let faces = faces.collect();
    match wrong {
        Some(index) => Err(geometry(format!(
            "faces: the index {index} is out of range"
        ))),
        None => Ok(faces),
    }
}
