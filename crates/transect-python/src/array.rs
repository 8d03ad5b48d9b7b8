//! numpy arrays as input: numbers of any real dtype become native float32 or float64 without rounding, and columns of
//! an array are views, not copies.

use numpy::ndarray::Array2;
use numpy::{
    IntoPyArray, PyArray2, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};

/// The integers that float64 represents exactly lie between −2⁵³ and 2⁵³.
const EXACT_INTEGERS: i64 = 1 << 53;

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
            let array = numpy.call_method1("asarray", (object,)).map_err(|error| {
                let reason = error.value(py).to_string();
                PyTypeError::new_err(format!("{what}: not an array of numbers: {reason}"))
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
    if kind != b'f' && size == 8 {
        let least = inexact_integer(&array)?;
        if let Some(number) = least {
            return Err(PyValueError::new_err(format!(
                "{what}: the integer {number} has no exact float64; integers beyond 2**53 are not accepted"
            )));
        }
    }
    if kind == b'f' && size > 2 && is_ready(&array) {
        return Ok(array);
    }
    let copy = array.call_method1("astype", (target,))?;
    Ok(copy.cast_into::<PyUntypedArray>()?)
}

/// Returns an integer of the array that lies beyond the integers that float64 represents exactly.
fn inexact_integer<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if array.len() == 0 {
        return Ok(None);
    }
    for name in ["min", "max"] {
        let number = array.call_method0(name)?;
        if number.gt(EXACT_INTEGERS)? || number.lt(-EXACT_INTEGERS)? {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// Returns `true` if an array can be read in place: native byte order, aligned, and with strides of whole elements.
fn is_ready(array: &Bound<'_, PyUntypedArray>) -> bool {
    let descr = array.dtype();
    let size = descr.itemsize() as isize;
    let is_aligned = array
        .getattr("flags")
        .and_then(|flags| flags.getattr("aligned"))
        .and_then(|aligned| aligned.is_truthy())
        .unwrap_or(false);
    let is_whole = array.strides().iter().all(|stride| stride % size == 0);
    descr.is_native_byteorder() != Some(false) && is_aligned && is_whole
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
pub(crate) fn columns<'py>(
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

/// Returns floats as an array with the dimensions (rows, width).
pub(crate) fn table<'py>(
    object: &Bound<'py, PyAny>,
    width: usize,
    what: &str,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let array = floats(object, what)?;
    if let [0] = array.shape() {
        let empty = array.call_method1("reshape", ((0, width),))?;
        return Ok(empty.cast_into::<PyUntypedArray>()?);
    }
    match array.shape() {
        [_, found] if *found == width => Ok(array),
        _ => Err(PyValueError::new_err(format!(
            "{what}: the shape is {}; it must be (n, {width})",
            shape_text(&array)
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
    let array = with_precision(table(object, N, what)?, false)?;
    let numbers = array.cast::<PyArrayDyn<f64>>()?.try_readonly()?;
    let view = numbers.as_array();
    let rows = view.outer_iter();
    Ok(rows
        .map(|row| std::array::from_fn(|index| row[[index]]))
        .collect())
}

/// Returns rows of numbers as an array with two dimensions. The numbers are copied.
pub(crate) fn array_of<'py, T: numpy::Element + Clone, const N: usize>(
    py: Python<'py>,
    rows: &[[T; N]],
) -> Bound<'py, PyArray2<T>> {
    let flat = rows.as_flattened().to_vec();
    let array = Array2::from_shape_vec((rows.len(), N), flat);
    array.expect("N numbers per row").into_pyarray(py)
}
