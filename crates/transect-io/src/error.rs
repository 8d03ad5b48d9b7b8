//! What is wrong with a file, and where.

use std::path::{Path, PathBuf};

use crate::table_error::TableError;

/// A file that could not be read: which one, where in it, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {kind}", path.display(), place.as_ref().map(|p| format!(", {p}")).unwrap_or_default())]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// Where in the file; none if the whole file is meant.
    pub place: Option<Place>,
    /// Why.
    #[source]
    pub kind: ReadErrorKind,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The line, counted from 1.
    Line(u64),
    /// The byte, counted from 0.
    Byte(u64),
    /// An element of a JSON document, such as `accessors[3].count`.
    Element(String),
    /// A row of a table, or one cell of it.
    Row {
        /// The line in which the row begins, counted from 1.
        line: u64,
        /// The row, counted from 1 behind the header.
        row: u64,
        /// The column of the cell; none if the whole row is meant.
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

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The operating system refused.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// Neither content nor extension names a format.
    #[error("not a mesh format that transect reads (STL, OBJ, PLY, glTF, GLB)")]
    UnknownFormat,
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The file ends before what it announces.
    #[error("the file ends inside {what}: {needed} bytes are needed, {available} are there")]
    Truncated {
        /// What was being read.
        what: &'static str,
        /// How many bytes it needs.
        needed: u64,
        /// How many there are.
        available: u64,
    },
    /// A word or a structure is not what the format says.
    #[error("{0}")]
    Syntax(String),
    /// An index names something that does not exist.
    #[error("{what} index {index} is out of range, there are {count}")]
    OutOfRange {
        /// What it should name.
        what: &'static str,
        /// The index, as the file holds it.
        index: i64,
        /// How many there are.
        count: u64,
    },
    /// A number is NaN or infinite.
    #[error("{what} is {value}, not a finite number")]
    NotFinite {
        /// What the number is.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// The file is right, but holds what transect does not read.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// A table is not one of boxes, or of points.
    #[error("{0}")]
    Table(#[from] TableError),
    /// The triangles are not a mesh.
    #[error("{0}")]
    Mesh(#[from] transect::mesh::MeshError),
}

/// What a reader says before the path is known to it: `read` adds the path.
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

impl From<transect::mesh::MeshError> for PlacedError {
    fn from(error: transect::mesh::MeshError) -> Self {
        Self::from(ReadErrorKind::Mesh(error))
    }
}

/// Why a scene could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The operating system refused.
    #[error("{}{}{source}", path.display(), if path.as_os_str().is_empty() { "" } else { ": " })]
    Io {
        /// The file or folder; empty while a writer does not know it.
        path: PathBuf,
        /// What the operating system says.
        source: std::io::Error,
    },
    /// The file exists already, and overwriting was not asked for.
    #[error("{} exists already; pass --force to replace it", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file to replace is an input.
    #[error("{} is an input of this call; an input is never replaced", path.display())]
    IsAnInput {
        /// The file.
        path: PathBuf,
    },
    /// The folder to write into is a file.
    #[error("{} is a file, not a folder to write into", path.display())]
    NotAFolder {
        /// The file.
        path: PathBuf,
    },
    /// The file to write is a folder.
    #[error("{} is a folder, not a file to replace", path.display())]
    IsAFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The name of an output is not a plain file name.
    #[error("{name:?} is not a file name")]
    Name {
        /// The name.
        name: String,
    },
    /// The outputs were cancelled from another thread.
    #[error("cancelled: nothing was written")]
    Cancelled,
    /// A coordinate overflows where it has to be stored.
    #[error("object {object:?}, vertex {vertex}: coordinate {} = {value} does not fit {stored_as}", ["x", "y", "z"][*axis])]
    DoesNotFit {
        /// The name of the object.
        object: String,
        /// The index of the vertex in the mesh of the object.
        vertex: usize,
        /// The axis: 0, 1 or 2.
        axis: usize,
        /// The world coordinate.
        value: f64,
        /// The type that it should be stored as: `f32` or `f64`.
        stored_as: &'static str,
    },
    /// The scene holds what the format cannot hold at all.
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
    /// Names the file where a writer could not.
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
