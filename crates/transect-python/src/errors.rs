//! The exceptions of the package, and their texts: those of the library's errors.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use transect_io::{ReadError, ReadErrorKind, WriteError};
use transect_report::user_error::other_format;
use transect_report::{ErrorKind, UserError};

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

/// Adds the attribute `kind` to both classes: the kind of exceptions that have no other one.
pub(crate) fn add_kinds(py: Python<'_>) -> PyResult<()> {
    let classes = [
        (py.get_type::<GeometryError>(), ErrorKind::Argument),
        (py.get_type::<FileError>(), ErrorKind::InputFile),
    ];
    classes
        .into_iter()
        .try_for_each(|(class, kind)| class.setattr("kind", kind.name()))
}

/// Returns an exception whose attribute `kind` has the name of the kind.
fn of_kind(error: PyErr, kind: ErrorKind) -> PyErr {
    let named = Python::attach(|py| error.value(py).setattr("kind", kind.name()));
    named.err().unwrap_or(error)
}

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
    let text = match &error.hint {
        Some(hint) => format!("{}\nhint: {hint}", error.message),
        None => error.message.clone(),
    };
    let raised = if error.kind.is_about_a_file() {
        file(text)
    } else {
        geometry(text)
    };
    of_kind(raised, error.kind)
}

/// Returns the exception for a file that cannot be read.
pub(crate) fn unread(error: &ReadError) -> PyErr {
    let hint = match error.kind {
        ReadErrorKind::UnknownFormat => other_format(&error.path),
        _ => None,
    };
    let raised = match hint {
        Some(hint) => file(format!("{error}\nhint: {hint}")),
        None => file(error),
    };
    of_kind(raised, ErrorKind::of_reading(error))
}

/// Returns the exception for a file that cannot be written.
pub(crate) fn unwritten(error: &Unwritten) -> PyErr {
    of_kind(file(&error.text), error.kind)
}

/// The error of files that could not be written.
pub(crate) struct Unwritten {
    text: String,
    kind: ErrorKind,
}

impl Unwritten {
    /// Returns the error for the content of a file that could not be made.
    pub(crate) fn new(error: impl Display) -> Self {
        Self {
            text: error.to_string(),
            kind: ErrorKind::Output,
        }
    }
}

impl From<WriteError> for Unwritten {
    fn from(error: WriteError) -> Self {
        Self {
            text: text_of(&error),
            kind: ErrorKind::of_writing(&error),
        }
    }
}

impl From<UserError> for Unwritten {
    fn from(error: UserError) -> Self {
        Self {
            kind: error.kind,
            text: error.to_string(),
        }
    }
}

/// Returns the text of an error of writing. The command names its flag for replacing files, and Python its argument.
fn text_of(error: &WriteError) -> String {
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
