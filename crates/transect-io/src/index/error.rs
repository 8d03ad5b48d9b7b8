//! What is wrong with an index.

use transect::bvh::BvhFileError;

/// Why a file is not the index of a table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// It begins with other letters.
    #[error("this is no index of a table: it does not start with `transidx`")]
    NotAnIndex,
    /// It was written by a later version of this library.
    #[error("the index is of version {0} of its format; version 1 is known here")]
    Version(u32),
    /// A checksum is wrong, or a length.
    #[error("the index is damaged: bytes {from} to {to} are not those that were written")]
    Damaged {
        /// The first byte that the checksum or the length is of.
        from: u64,
        /// The first byte behind.
        to: u64,
    },
    /// A tree in it is none.
    #[error("the index is damaged: the tree at byte {at}: {error}")]
    Tree {
        /// Where the tree begins.
        at: u64,
        /// What is wrong with it.
        error: BvhFileError,
    },
    /// The trees have more rows or fewer than the file says, or rows without a box.
    #[error("the index is damaged: the trees do not hold the rows that it speaks of")]
    Rows,
    /// It is right, and that of something else: of what, in words.
    #[error("the index is that of another table, or the table has changed: {0}")]
    OtherTable(String),
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}
