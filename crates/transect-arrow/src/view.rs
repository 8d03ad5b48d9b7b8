//! Numpy arrays over the memory of Arrow arrays.

use std::sync::Arc;

use arrow_array::types::ArrowPrimitiveType;
use arrow_array::{ArrayRef, PrimitiveArray};
use numpy::ndarray::ArrayView1;
use numpy::{Element, PyArray1};
use pyo3::prelude::*;

/// An owner of Arrow memory, which numpy views keep alive.
#[pyclass(frozen)]
struct Owner {
    _array: ArrayRef,
}

/// Returns a read-only numpy array over the numbers of an Arrow array, without a copy.
pub(crate) fn view<'py, T: ArrowPrimitiveType>(
    py: Python<'py>,
    numbers: &PrimitiveArray<T>,
) -> PyResult<Bound<'py, PyAny>>
where
    T::Native: Element,
{
    let owner = Owner {
        _array: Arc::new(numbers.clone()),
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
