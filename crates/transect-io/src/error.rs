//! What is wrong with a file, and where.

use std::path::PathBuf;

/// A file that could not be read: which one, where in it, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {reason}", path.display(), place.as_ref().map(|p| format!(", {p}")).unwrap_or_default())]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// Where in the file; none if the whole file is meant.
    pub place: Option<Place>,
    /// Why.
    #[source]
    pub reason: Reason,
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
}

impl core::fmt::Display for Place {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
            Self::Element(element) => f.write_str(element),
        }
    }
}

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
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
    /// The triangles are not a mesh.
    #[error("{0}")]
    Mesh(#[from] transect::mesh::MeshError),
}
