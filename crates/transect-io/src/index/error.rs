//! The errors of indexes.

use transect::bvh::BvhFileError;

/// The errors in reading an index.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The file does not begin with the magic bytes.
    #[error("not an index of a table: the file does not start with `transidx`")]
    NotAnIndex,
    /// A newer version of this library wrote the index.
    #[error("the index has version {0} of its format; this program reads version 1")]
    Version(u32),
    /// A checksum or a length is wrong.
    #[error("the index is damaged: the length or the checksum of bytes {from} to {to} is wrong")]
    Damaged {
        /// The position in the file of the first byte that the checksum or the length covers.
        from: u64,
        /// The position in the file after the last byte that the checksum or the length covers.
        to: u64,
    },
    /// A tree in the index is invalid.
    #[error("the index is damaged: the tree at byte {at}: {error}")]
    Tree {
        /// The position in the file of the tree's first byte.
        at: u64,
        /// The reason why the tree is invalid.
        error: BvhFileError,
    },
    /// The trees hold more or fewer rows than the index declares, or a tree contains a row without a box.
    #[error("the index is damaged: the trees do not hold the rows of the table")]
    Rows,
    /// The index is valid, but belongs to another table; the text describes the difference.
    #[error("the index belongs to another table, or the table has changed: {0}")]
    OtherTable(String),
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}
