//! numpy arrays as input: numbers of any real dtype become native float32 or float64 without rounding, and columns of
//! an array are views, not copies.

use numpy::ndarray::ArrayView2;
use numpy::{
    PyArray1, PyArray2, PyArrayDescr, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyTuple};
use transect::predicates::equal_float;

/// Returns numbers as an aligned numpy array of native float32 or float64. Such an array is returned as it is. Other
/// real numbers are converted to a float type that holds them exactly.
pub(crate) fn floats<'py>(
    object: &Bound<'py, PyAny>,
    what: &str,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = object.py();
    let array = match object.cast::<PyUntypedArray>() {
        Ok(array) => array.clone(),
        Err(_) => {
            let numpy = py.import("numpy")?;
            // DLPack is the only way to the numbers of some libraries; numpy knows the others.
            let is_of_numpy =
                object.hasattr("__array__")? || object.hasattr("__array_interface__")?;
            let masked = numpy.getattr("ma")?;
            let array = if !is_of_numpy && object.hasattr("__dlpack__")? {
                numpy.call_method1("from_dlpack", (object,))
            } else if is_list_of(object, &masked.getattr("MaskedArray")?)? {
                // A plain array of masked rows would lose their masks.
                masked.call_method1("asanyarray", (object,))
            } else {
                numpy.call_method1("asanyarray", (object,))
            };
            let array = array.map_err(|error| {
                if error.is_instance_of::<PyException>(py) {
                    PyTypeError::new_err(format!(
                        "{what}: not an array of numbers: {}",
                        error.value(py)
                    ))
                } else {
                    // Ctrl-C, for example.
                    error
                }
            })?;
            array.cast_into::<PyUntypedArray>()?
        }
    };
    let descr = array.dtype();
    let (kind, size) = (descr.kind(), descr.itemsize());
    let target = match (kind, size) {
        (b'f', 2 | 4) => "=f4",
        (b'f', 8) | (b'i' | b'u', 1..=8) => "=f8",
        _ => {
            let name = descr.str()?;
            return Err(PyTypeError::new_err(format!(
                "{what}: the dtype is {name}; it must be float32, float64 or an integer type"
            )));
        }
    };
    let is_long = kind != b'f' && size == 8;
    if is_long && let Some(number) = inexact_integer(&array)? {
        return Err(PyValueError::new_err(format!(
            "{what}: the integer {number} has no exact float64; astype(float) rounds it"
        )));
    }
    let is_plain = is_plain(&array);
    if kind == b'f' && size > 2 && is_plain && is_ready(&array) {
        return Ok(array);
    }
    let mut copy = array.call_method1("astype", (target,))?;
    if !is_plain {
        // A masked value is null, and so NaN. Other classes of arrays only hide their numbers.
        let masked = py.import("numpy.ma")?;
        copy = masked.call_method1("filled", (copy, f64::NAN))?;
        copy = py.import("numpy")?.call_method1("asarray", (copy,))?;
    }
    Ok(copy.cast_into::<PyUntypedArray>()?)
}

/// Returns `true` if an object is a list or a tuple with an element of a class.
fn is_list_of(object: &Bound<'_, PyAny>, class: &Bound<'_, PyAny>) -> PyResult<bool> {
    if !object.is_instance_of::<PyList>() && !object.is_instance_of::<PyTuple>() {
        return Ok(false);
    }
    for element in object.try_iter()? {
        if element?.is_instance(class)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns an integer of an array of 64-bit integers that no float64 is equal to. Masked integers do not count.
fn inexact_integer(array: &Bound<'_, PyUntypedArray>) -> PyResult<Option<i128>> {
    let numpy = array.py().import("numpy")?;
    let filled = numpy.getattr("ma")?.call_method1("filled", (array, 0_i8))?;
    let first = |target: &str| -> PyResult<Option<i128>> {
        let native = filled.call_method1("astype", (target,))?;
        Ok(match native.cast::<PyArrayDyn<i64>>() {
            Ok(numbers) => first_inexact(numbers.try_readonly()?.as_array().iter().copied()),
            Err(_) => {
                let numbers = native.cast::<PyArrayDyn<u64>>()?.try_readonly()?;
                first_inexact(numbers.as_array().iter().copied())
            }
        })
    };
    match array.dtype().kind() {
        b'i' => first("=i8"),
        _ => first("=u8"),
    }
}

fn first_inexact(numbers: impl Iterator<Item = impl Into<i128>>) -> Option<i128> {
    let mut numbers = numbers.map(Into::into);
    numbers.find(|&number| equal_float(number, 0).is_none())
}

/// Returns `true` if an array can be read in place: native byte order, aligned, and with strides of whole elements.
pub(crate) fn is_ready(array: &Bound<'_, PyUntypedArray>) -> bool {
    let descr = array.dtype();
    let size = descr.itemsize() as isize;
    let is_aligned = array
        .getattr("flags")
        .and_then(|flags| flags.getattr("aligned"))
        .and_then(|aligned| aligned.is_truthy())
        .unwrap_or(false);
    let is_whole = array.strides().iter().all(|stride| stride % size == 0);
    // numpy calls every array without elements aligned.
    descr.is_native_byteorder() != Some(false) && is_aligned && is_whole && !array.is_empty()
}

/// Returns `true` if an object is an array of numpy's own class: neither masked, nor another subclass.
pub(crate) fn is_plain(object: &Bound<'_, PyAny>) -> bool {
    object
        .get_type()
        .is(object.py().get_type::<PyUntypedArray>())
}

/// Returns `true` if the elements of an array of floats are float32.
pub(crate) fn is_single(array: &Bound<'_, PyUntypedArray>) -> bool {
    array.dtype().itemsize() == 4
}

/// Returns an array of floats as float32 or float64. Converting float32 to float64 does not round.
pub(crate) fn with_precision<'py>(
    array: Bound<'py, PyUntypedArray>,
    single: bool,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    if is_single(&array) == single {
        return Ok(array);
    }
    let target = if single { "=f4" } else { "=f8" };
    let copy = array.call_method1("astype", (target,))?;
    Ok(copy.cast_into::<PyUntypedArray>()?)
}

/// Returns the columns of an array with two dimensions, as views.
pub(crate) fn columns_of_array<'py>(
    array: &Bound<'py, PyUntypedArray>,
) -> PyResult<Vec<Bound<'py, PyUntypedArray>>> {
    let py = array.py();
    let all = PySlice::full(py);
    (0..array.shape()[1])
        .map(|column| {
            let place = PyTuple::new(
                py,
                [all.clone().into_any(), column.into_pyobject(py)?.into_any()],
            )?;
            Ok(array.get_item(place)?.cast_into::<PyUntypedArray>()?)
        })
        .collect()
}

/// Returns the shape of an array as Python writes it.
pub(crate) fn shape_text(array: &Bound<'_, PyUntypedArray>) -> String {
    let numbers: Vec<String> = array.shape().iter().map(ToString::to_string).collect();
    match numbers.as_slice() {
        [one] => format!("({one},)"),
        many => format!("({})", many.join(", ")),
    }
}

/// Returns floats as an array with the dimensions (rows, width), for one of some widths. The first width is that in 3D,
/// and the other one is that in 2D.
pub(crate) fn table<'py>(
    object: &Bound<'py, PyAny>,
    widths: &[usize],
    what: &str,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let array = floats(object, what)?;
    if let [0] = array.shape() {
        let empty = array.call_method1("reshape", ((0, widths[0]),))?;
        return Ok(empty.cast_into::<PyUntypedArray>()?);
    }
    match array.shape() {
        [_, width] if widths.contains(width) => Ok(array),
        _ => Err(PyValueError::new_err(format!(
            "{what}: the shape is {}; it must be (n, {}){}",
            shape_text(&array),
            widths[0],
            widths
                .get(1)
                .map_or_else(String::new, |width| format!(", or (n, {width}) in 2D"))
        ))),
    }
}

/// Returns N floats as f64.
pub(crate) fn vector<const N: usize>(object: &Bound<'_, PyAny>, what: &str) -> PyResult<[f64; N]> {
    let array = with_precision(floats(object, what)?, false)?;
    if array.shape() != [N] {
        return Err(PyValueError::new_err(format!(
            "{what}: the shape is {}; it must be ({N},)",
            shape_text(&array)
        )));
    }
    let numbers = array.cast::<PyArrayDyn<f64>>()?.try_readonly()?;
    let view = numbers.as_array();
    Ok(std::array::from_fn(|index| view[[index]]))
}

/// Returns rows of N floats as f64, for functions that need them as records.
pub(crate) fn records<const N: usize>(
    object: &Bound<'_, PyAny>,
    what: &str,
) -> PyResult<Vec<[f64; N]>> {
    records_of(with_precision(table(object, &[N], what)?, false)?)
}

/// Returns the rows of an array of float64 with N columns.
pub(crate) fn records_of<const N: usize>(
    array: Bound<'_, PyUntypedArray>,
) -> PyResult<Vec<[f64; N]>> {
    let numbers = array.cast::<PyArray2<f64>>()?.try_readonly()?;
    Ok(rows_of(numbers.as_array()))
}

/// Returns a copy of the rows of an array with N columns.
pub(crate) fn rows_of<T: Copy, const N: usize>(view: ArrayView2<'_, T>) -> Vec<[T; N]> {
    match view.as_slice() {
        Some(numbers) => numbers.as_chunks().0.to_vec(),
        None => {
            let rows = view.rows().into_iter();
            rows.map(|row| std::array::from_fn(|index| row[index]))
                .collect()
        }
    }
}

/// Returns a new array whose numbers are not set yet. numpy allocates large arrays in large pages of memory, which the
/// operating system provides faster than small ones.
fn unset<'py>(
    py: Python<'py>,
    shape: impl IntoPyObject<'py>,
    dtype: Bound<'py, PyArrayDescr>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.call_method1("empty", (shape, dtype))
}

/// Returns a new array of numbers, which `write` sets.
pub(crate) fn written<'py, T: numpy::Element + Copy>(
    py: Python<'py>,
    length: usize,
    write: impl FnOnce(&mut [T]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let array = unset(py, length, numpy::dtype::<T>(py))?.cast_into::<PyArray1<T>>()?;
    write(array.try_readwrite()?.as_slice_mut()?)?;
    Ok(array)
}

/// Returns rows of numbers as an array with two dimensions. The numbers are copied.
pub(crate) fn array_of<'py, T: numpy::Element + Copy, const N: usize>(
    py: Python<'py>,
    rows: &[[T; N]],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let array = unset(py, (rows.len(), N), numpy::dtype::<T>(py))?.cast_into::<PyArray2<T>>()?;
    let mut place = array.try_readwrite()?;
    place.as_slice_mut()?.copy_from_slice(rows.as_flattened());
    drop(place);
    Ok(array)
}
