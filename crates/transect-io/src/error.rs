//! The errors of reading and writing files.

use std::path::{Path, PathBuf};

use crate::table_error::TableError;

/// The error of a file that could not be read: the file, the place and the kind of error.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {kind}", path.display(), place.as_ref().map(|p| format!(", {p}")).unwrap_or_default())]
pub struct ReadError {
    /// The path of the file that could not be read.
    pub path: PathBuf,
    /// The place in the file; `None` if the error is about the whole file.
    pub place: Option<Place>,
    /// The kind of error.
    #[source]
    pub kind: ReadErrorKind,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The index of a line, counted from 1.
    Line(u64),
    /// The position of a byte, counted from 0.
    Byte(u64),
    /// An element of a JSON document, such as `accessors[3].count`.
    Element(String),
    /// A row of a table, or one cell of it.
    Row {
        /// The line in which the row begins, counted from 1.
        line: u64,
        /// The index of the row, counted from 1 after the header.
        row: u64,
        /// The name of the cell's column; `None` if the error is about the whole row.
        column: Option<&'static str>,
    },
}

impl core::fmt::Display for Place {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
            Self::Element(element) => f.write_str(element),
            Self::Row { line, row, column } => {
                write!(f, "line {line} (row {row})")?;
                column.map_or(Ok(()), |column| write!(f, ", column {column}"))
            }
        }
    }
}

/// The kinds of errors in reading a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The operating system reported an error.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// Another program changed the file.
    #[error("the file changed while it was read")]
    Changed,
    /// The format is not recognized, neither by the content nor by the extension.
    #[error("not a mesh format that transect reads (STL, OBJ, PLY, OFF, 3MF, glTF, GLB)")]
    UnknownFormat,
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The file is shorter than its own header or lengths say.
    #[error("the file ends inside {what}: {needed} bytes are needed, {available} are available")]
    Truncated {
        /// The data that was being read.
        what: &'static str,
        /// The number of bytes that this data needs.
        needed: u64,
        /// The number of bytes that the file still has.
        available: u64,
    },
    /// The number of elements in a header contradicts the size of the file.
    #[error(
        "the header counts {count} {what}, which need {needed} bytes; the file has {available} bytes, which is enough for {fit}"
    )]
    Count {
        /// The kind of element, such as "triangles".
        what: &'static str,
        /// The number of elements that the header declares.
        count: u64,
        /// The number of bytes that a file with these elements has.
        needed: u64,
        /// The number of bytes of the file.
        available: u64,
        /// The number of whole elements in the file.
        fit: u64,
    },
    /// An archive does not have exactly one model.
    #[error("the archive has {}: {names}", match models { 0 => "no model".to_owned(), several => format!("{several} models") })]
    Archive {
        /// The number of models in the archive.
        models: usize,
        /// The names of the first models, or of the first files if there is no model.
        names: String,
    },
    /// A word or a structure violates the format.
    #[error("{0}")]
    Syntax(String),
    /// An index is out of range.
    #[error("{what} index {index} is out of range, there are {count}")]
    OutOfRange {
        /// The kind of element that the index refers to, such as "vertex".
        what: &'static str,
        /// The index, as written in the file.
        index: i64,
        /// The number of elements of this kind.
        count: u64,
    },
    /// A number is NaN or infinite.
    #[error("{what} is {value}, not a finite number")]
    NotFinite {
        /// The meaning of the number, such as a coordinate.
        what: &'static str,
        /// The number that is not finite.
        value: f64,
    },
    /// The file is valid, but contains something that transect does not read.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// The table is not a valid table of boxes or points.
    #[error("{0}")]
    Table(#[from] TableError),
    /// The triangles do not form a valid mesh.
    #[error("{0}")]
    Mesh(#[from] transect_mesh::MeshError),
}

/// The error of a reader of one format, without the path of the file; `read` adds the path.
#[derive(Debug)]
pub(crate) struct PlacedError {
    pub(crate) place: Option<Place>,
    pub(crate) kind: ReadErrorKind,
}

impl PlacedError {
    pub(crate) fn at_line(line: u64, kind: impl Into<ReadErrorKind>) -> Self {
        Self {
            place: Some(Place::Line(line)),
            kind: kind.into(),
        }
    }

    pub(crate) fn at_byte(byte: usize, kind: impl Into<ReadErrorKind>) -> Self {
        Self {
            place: Some(Place::Byte(byte as u64)),
            kind: kind.into(),
        }
    }

    pub(crate) fn in_file(self, path: &Path) -> ReadError {
        ReadError {
            path: path.to_path_buf(),
            place: self.place,
            kind: self.kind,
        }
    }
}

impl From<ReadErrorKind> for PlacedError {
    fn from(kind: ReadErrorKind) -> Self {
        Self { place: None, kind }
    }
}

impl From<transect_mesh::MeshError> for PlacedError {
    fn from(error: transect_mesh::MeshError) -> Self {
        Self::from(ReadErrorKind::Mesh(error))
    }
}

/// The errors of writing files.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The operating system reported an error.
    #[error("{}{}{source}", path.display(), if path.as_os_str().is_empty() { "" } else { ": " })]
    Io {
        /// The path of the file or folder; empty until a caller adds it.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The file exists already, and overwriting is not enabled.
    #[error("{} exists already; pass --force to replace it", path.display())]
    Exists {
        /// The path of the existing file.
        path: PathBuf,
    },
    /// The output would replace a file that is also an input.
    #[error("{} is an input of this call; an input is never replaced", path.display())]
    IsAnInput {
        /// The path of the input.
        path: PathBuf,
    },
    /// The path of the output folder is the path of a file.
    #[error("{} is a file, not a folder to write into", path.display())]
    NotAFolder {
        /// The given path of the output folder, at which there is a file.
        path: PathBuf,
    },
    /// The path of the output file is the path of a folder.
    #[error("{} is a folder, not a file to replace", path.display())]
    IsAFolder {
        /// The given path of the output file, at which there is a folder.
        path: PathBuf,
    },
    /// The name of an output is not a plain file name.
    #[error("{name:?} is not a file name")]
    Name {
        /// The name that is not a file name.
        name: String,
    },
    /// The outputs were cancelled from another thread.
    #[error("cancelled: nothing was written")]
    Cancelled,
    /// A world coordinate overflows the floating-point type in which it is to be stored.
    #[error("object {object:?}, vertex {vertex}: coordinate {} = {value} does not fit {stored_as}", ["x", "y", "z"][*axis])]
    DoesNotFit {
        /// The name of the object whose coordinate overflows.
        object: String,
        /// The index of the vertex in the mesh of the object.
        vertex: usize,
        /// The axis of the coordinate: 0, 1 or 2.
        axis: usize,
        /// The world coordinate that overflows.
        value: f64,
        /// The type in which the coordinate was to be stored: `f32` or `f64`.
        stored_as: &'static str,
    },
    /// The scene contains something that the format cannot hold.
    #[error("{0}")]
    Unsupported(String),
}

impl From<std::io::Error> for WriteError {
    fn from(source: std::io::Error) -> Self {
        Self::Io {
            path: PathBuf::new(),
            source,
        }
    }
}

impl WriteError {
    /// Adds the path of the file to an error of the operating system, if the error has no path yet.
    pub(crate) fn in_file(self, file: &Path) -> Self {
        match self {
            Self::Io { path, source } if path.as_os_str().is_empty() => Self::Io {
                path: file.to_path_buf(),
                source,
            },
            other => other,
        }
    }
}
