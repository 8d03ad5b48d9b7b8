//! Arrow data of Python objects, by Arrow's PyCapsule interface.

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, from_ffi};
use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{ArrayRef, RecordBatchReader, StructArray, make_array, new_empty_array};
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
    let fields = reader.schema().fields().clone();
    let batches = reader.map(|batch| -> PyResult<ArrayRef> {
        Ok(Arc::new(StructArray::from(batch.map_err(invalid)?)))
    });
    let mut batches = batches.collect::<PyResult<Vec<_>>>()?;
    if batches.is_empty() {
        batches.push(new_empty_array(&DataType::Struct(fields)));
    }
    Ok(Some(batches))
}

fn invalid(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("invalid Arrow data: {error}"))
}

/// Returns the pointer of a capsule, if the capsule has the expected name.
fn pointer(capsule: &Bound<'_, PyAny>, name: &'static CStr) -> PyResult<*mut std::ffi::c_void> {
    let capsule = capsule.cast::<PyCapsule>()?;
    Ok(capsule.pointer_checked(Some(name))?.as_ptr())
}
