//! The exceptions of the package, and their texts: those of the library's errors.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use transect_io::WriteError;
use transect_report::user_error::UserError;

create_exception!(
    transect,
    GeometryError,
    PyValueError,
    "Numbers, shapes or arrays that describe no valid geometry. The message names the value and its place."
);
create_exception!(
    transect,
    FileError,
    PyOSError,
    "A file that cannot be read or written. The message names the file, the place in the file and the reason."
);

/// Returns the exception for an error of the library about geometry.
pub(crate) fn geometry(error: impl Display) -> PyErr {
    GeometryError::new_err(error.to_string())
}

/// Returns the exception for an error of the library about a file.
pub(crate) fn file(error: impl Display) -> PyErr {
    FileError::new_err(error.to_string())
}

/// Returns the exception for an error of a request.
pub(crate) fn refused(error: &UserError) -> PyErr {
    match &error.hint {
        Some(hint) => geometry(format!("{}\nhint: {hint}", error.message)),
        None => geometry(&error.message),
    }
}

/// Returns the text of an error of writing. The command names its flag for replacing files, and Python its argument.
pub(crate) fn unwritten(error: &WriteError) -> String {
    match error {
        WriteError::Exists { path } => {
            format!(
                "{} exists already; pass force=True to replace it",
                path.display()
            )
        }
        other => other.to_string(),
    }
}
