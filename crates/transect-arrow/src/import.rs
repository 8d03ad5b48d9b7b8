//! Arrow data of Python objects, by Arrow's PyCapsule interface.

use std::ffi::CStr;

use arrow_array::ffi::{FFI_ArrowArray, from_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, make_array, new_empty_array};
use arrow_schema::DataType;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};

/// Returns the Arrow arrays that an object offers through Arrow's PyCapsule interface, or `None` for an object without
/// this interface. A stream gives one array per batch, and one empty array if it has no batches.
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    if object.hasattr("__arrow_c_array__")? {
        let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            object.call_method0("__arrow_c_array__")?.extract()?;
        let schema = pointer(&schema, c"arrow_schema")?.cast::<FFI_ArrowSchema>();
        let array = pointer(&array, c"arrow_array")?.cast::<FFI_ArrowArray>();
        // SAFETY: The capsules have the names of Arrow's interface, so the producer promises that they point to these
        // structures. `from_raw` moves the array out and leaves a released structure in the capsule. The schema is only
        // borrowed, while its capsule is alive.
        let data = unsafe { imported(FFI_ArrowArray::from_raw(array), &*schema) };
        return Ok(Some(vec![data?]));
    }
    if !object.hasattr("__arrow_c_stream__")? {
        return Ok(None);
    }
    let stream = object.call_method0("__arrow_c_stream__")?;
    let stream = pointer(&stream, c"arrow_array_stream")?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: The capsule has the name of Arrow's interface, so the producer promises that it points to a stream.
    // `from_raw` moves the stream out and leaves a released structure in the capsule.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream) };
    batches(stream).map(Some)
}

/// Returns the arrays of a stream. Streams of record batches are structs without null rows; those of columns may be of
/// any type.
fn batches(mut stream: FFI_ArrowArrayStream) -> PyResult<Vec<ArrayRef>> {
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        return Err(invalid("the stream is released"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: The stream is not released, so its functions may be called with it, and with a place for their result.
    let code = unsafe { get_schema(&raw mut stream, &raw mut schema) };
    check(&mut stream, code)?;
    let mut batches = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: As above.
        let code = unsafe { get_next(&raw mut stream, &raw mut array) };
        check(&mut stream, code)?;
        if array.is_released() {
            break;
        }
        // SAFETY: The stream promises that its arrays have the type of its schema.
        batches.push(unsafe { imported(array, &schema) }?);
    }
    if batches.is_empty() {
        let data_type = DataType::try_from(&schema).map_err(invalid)?;
        batches.push(new_empty_array(&data_type));
    }
    Ok(batches)
}

/// Imports an array.
///
/// # Safety
/// If the array is not released, it must describe valid memory of the schema's type.
unsafe fn imported(array: FFI_ArrowArray, schema: &FFI_ArrowSchema) -> PyResult<ArrayRef> {
    if array.is_released() {
        return Err(invalid(
            "the array is released; its producer handed it out before",
        ));
    }
    // SAFETY: The caller promises that the array is valid.
    let data = unsafe { from_ffi(array, schema) };
    Ok(make_array(data.map_err(invalid)?))
}

/// Returns the error of a call of a stream's function, if it failed.
fn check(stream: &mut FFI_ArrowArrayStream, code: i32) -> PyResult<()> {
    if code == 0 {
        return Ok(());
    }
    let message = stream.get_last_error.and_then(|get_last_error| {
        // SAFETY: The stream is not released. The text is valid until the next call, and copied before.
        unsafe {
            let text = get_last_error(&raw mut *stream);
            (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
        }
    });
    Err(invalid(message.unwrap_or_else(|| {
        format!("the stream failed with the code {code}")
    })))
}

fn invalid(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("invalid Arrow data: {error}"))
}

/// Returns the pointer of a capsule, if the capsule has the expected name.
fn pointer(capsule: &Bound<'_, PyAny>, name: &'static CStr) -> PyResult<*mut std::ffi::c_void> {
    let capsule = capsule.cast::<PyCapsule>()?;
    Ok(capsule.pointer_checked(Some(name))?.as_ptr())
}
