//! Columns of Arrow data as numpy arrays, without copies: the one crate of the Python package that has `unsafe` code.
//!
//! # The promise
//!
//! Two things need `unsafe`, and each has one function:
//!
//! * [`import`] takes the C structures out of the capsules that a producer hands over. A capsule is used only if it has
//!   the name that Arrow's PyCapsule interface gives it. The structures are moved out, so the producer's capsule is left
//!   with a released structure and frees nothing twice. That the structures describe valid memory is the producer's
//!   promise, as for every consumer of this interface.
//! * [`view`] makes a numpy array over the memory of an Arrow array. The numpy array keeps an object alive that owns the
//!   Arrow array, so the memory is valid as long as a view exists. The view is read-only, because Arrow data are
//!   immutable.

use std::ffi::CStr;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, from_ffi};
use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::types::{ArrowPrimitiveType, Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, PrimitiveArray, StructArray, make_array};
use arrow_schema::DataType;
use arrow_schema::ffi::FFI_ArrowSchema;
use numpy::ndarray::ArrayView1;
use numpy::{Element, PyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};

/// The names of the fields of a GeoArrow box in 3D, in the order of the columns of boxes.
const FIELDS: [&str; 6] = ["xmin", "ymin", "zmin", "xmax", "ymax", "zmax"];

/// An owner of Arrow memory, which numpy views keep alive.
#[pyclass(frozen)]
struct Owner {
    _array: ArrayRef,
}

/// Returns the six columns of GeoArrow boxes as numpy arrays, or `None` for an object that does not offer Arrow data.
/// The object is a struct array or a table with the fields `xmin`, `ymin`, `zmin`, `xmax`, `ymax` and `zmax`, or a table
/// with one such struct column. Null rows become rows of NaN.
///
/// # Errors
/// Returns a `TypeError` or a `ValueError` if the Arrow data are not boxes.
pub fn boxes<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
    let Some(chunks) = import(object)? else {
        return Ok(None);
    };
    let mut parts: Vec<Vec<Bound<'py, PyAny>>> = vec![Vec::new(); FIELDS.len()];
    for chunk in chunks {
        let boxes = struct_of_boxes(&chunk)?;
        for (part, name) in parts.iter_mut().zip(FIELDS) {
            let column = boxes.column_by_name(name).ok_or_else(|| missing(name))?;
            part.push(column_of(object.py(), boxes, column, name)?);
        }
    }
    let numpy = object.py().import("numpy")?;
    let columns = parts.into_iter().map(|mut part| match part.len() {
        0 => numpy.call_method1("empty", (0,)),
        1 => Ok(part.remove(0)),
        _ => numpy.call_method1("concatenate", (part,)),
    });
    columns.collect::<PyResult<_>>().map(Some)
}

fn missing(name: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "the Arrow data are not boxes: the field {name} is missing; boxes have the fields {}",
        FIELDS.join(", ")
    ))
}

/// Returns the struct that has the fields of boxes: the array itself, or the only struct column of a table.
fn struct_of_boxes(array: &ArrayRef) -> PyResult<&StructArray> {
    let table = array.as_struct_opt().ok_or_else(|| missing(FIELDS[0]))?;
    if table.column_by_name(FIELDS[0]).is_some() {
        return Ok(table);
    }
    let mut structs = table.columns().iter().filter_map(|column| {
        let boxes = column.as_struct_opt()?;
        boxes.column_by_name(FIELDS[0]).map(|_| boxes)
    });
    match (structs.next(), structs.next()) {
        (Some(boxes), None) => Ok(boxes),
        (None, _) => Err(missing(FIELDS[0])),
        (Some(_), Some(_)) => Err(PyValueError::new_err(
            "the table has several columns of boxes; select one",
        )),
    }
}

fn column_of<'py>(
    py: Python<'py>,
    boxes: &StructArray,
    column: &ArrayRef,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    match column.data_type() {
        DataType::Float32 => numbers::<Float32Type>(py, boxes, column, f32::NAN),
        DataType::Float64 => numbers::<Float64Type>(py, boxes, column, f64::NAN),
        other => Err(PyTypeError::new_err(format!(
            "the field {name} has the Arrow type {other}; it must be float or double"
        ))),
    }
}

/// Returns the numbers of a column: a view if no row is null, and otherwise a copy with `nan` in the null rows.
fn numbers<'py, T: ArrowPrimitiveType>(
    py: Python<'py>,
    boxes: &StructArray,
    column: &ArrayRef,
    nan: T::Native,
) -> PyResult<Bound<'py, PyAny>>
where
    T::Native: Element,
{
    let numbers = column.as_primitive::<T>();
    if boxes.null_count() == 0 && numbers.null_count() == 0 {
        return view(py, numbers);
    }
    let is_null = |row| boxes.is_null(row) || numbers.is_null(row);
    let rows = (0..numbers.len()).map(|row| {
        if is_null(row) {
            nan
        } else {
            numbers.value(row)
        }
    });
    Ok(PyArray1::from_iter(py, rows).into_any())
}

/// Returns a read-only numpy array over the numbers of an Arrow array, without a copy.
fn view<'py, T: ArrowPrimitiveType>(
    py: Python<'py>,
    numbers: &PrimitiveArray<T>,
) -> PyResult<Bound<'py, PyAny>>
where
    T::Native: Element,
{
    let owner = Owner {
        _array: std::sync::Arc::new(numbers.clone()),
    };
    let owner = Bound::new(py, owner)?.into_any();
    let values: ArrayView1<'_, T::Native> = ArrayView1::from(numbers.values().as_ref());
    // SAFETY: The numpy array keeps `owner` alive, and `owner` holds a clone of the Arrow array, which keeps the buffer
    // of the numbers alive. The buffer of an Arrow array neither moves nor changes. Nobody writes through the numpy
    // array, because it is made read-only before it is returned.
    let array = unsafe { PyArray1::borrow_from_array(&values, owner) };
    array.call_method1("setflags", (false,))?;
    Ok(array.into_any())
}

/// Returns the Arrow arrays that an object offers through Arrow's PyCapsule interface, or `None` for an object without
/// this interface. A stream gives one array per batch.
fn import(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    if object.hasattr("__arrow_c_array__")? {
        let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            object.call_method0("__arrow_c_array__")?.extract()?;
        let schema = pointer(&schema, c"arrow_schema")?.cast::<FFI_ArrowSchema>();
        let array = pointer(&array, c"arrow_array")?.cast::<FFI_ArrowArray>();
        // SAFETY: The capsules have the names of Arrow's interface, so the producer promises that they point to these
        // structures. `from_raw` moves the array out and leaves a released structure in the capsule. The schema is only
        // borrowed, while its capsule is alive.
        let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array), &*schema) };
        return Ok(Some(vec![make_array(data.map_err(invalid)?)]));
    }
    if !object.hasattr("__arrow_c_stream__")? {
        return Ok(None);
    }
    let stream = object.call_method0("__arrow_c_stream__")?;
    let stream = pointer(&stream, c"arrow_array_stream")?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: The capsule has the name of Arrow's interface, so the producer promises that it points to a stream.
    // `from_raw` moves the stream out and leaves a released structure in the capsule.
    let reader = unsafe { ArrowArrayStreamReader::from_raw(stream) }.map_err(invalid)?;
    let batches = reader.map(|batch| -> PyResult<ArrayRef> {
        Ok(std::sync::Arc::new(StructArray::from(
            batch.map_err(invalid)?,
        )))
    });
    batches.collect::<PyResult<_>>().map(Some)
}

fn invalid(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("invalid Arrow data: {error}"))
}

/// Returns the pointer of a capsule, if the capsule has the expected name.
fn pointer(capsule: &Bound<'_, PyAny>, name: &'static CStr) -> PyResult<*mut std::ffi::c_void> {
    let capsule = capsule.cast::<PyCapsule>()?;
    Ok(capsule.pointer_checked(Some(name))?.as_ptr())
}
