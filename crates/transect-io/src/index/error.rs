//! The errors of indexes.

use transect::bvh::BvhFileError;

/// The kinds of errors in reading an index.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The file does not begin with the magic bytes.
    #[error("this is no index of a table: it does not start with `transidx`")]
    NotAnIndex,
    /// A newer version of this library wrote the index.
    #[error("the index is of version {0} of its format; version 1 is known here")]
    Version(u32),
    /// A checksum or a length is wrong.
    #[error("the index is damaged: bytes {from} to {to} are not those that were written")]
    Damaged {
        /// The first byte that the checksum or the length covers.
        from: u64,
        /// The first byte after them.
        to: u64,
    },
    /// A tree in the index is invalid.
    #[error("the index is damaged: the tree at byte {at}: {error}")]
    Tree {
        /// The first byte of the tree.
        at: u64,
        /// The error of the tree.
        error: BvhFileError,
    },
    /// The number of rows in the trees differs from that of the index, or a row has no box.
    #[error("the index is damaged: the trees do not hold the rows that it speaks of")]
    Rows,
    /// The index is valid, but belongs to another table; the text describes the difference.
    #[error("the index is that of another table, or the table has changed: {0}")]
    OtherTable(String),
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}
