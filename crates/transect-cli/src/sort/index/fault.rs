//! What is wrong with an index.

use std::path::Path;

use transect::bvh::BvhFileError;

use crate::failure::Failure;

/// Why a file is not the index of a table.
#[derive(Debug, thiserror::Error)]
pub(crate) enum IndexFault {
    #[error("this is no index of a table: it does not start with `transidx`")]
    NotAnIndex,
    #[error("the index is of version {0} of its format; version 1 is known here")]
    Version(u32),
    #[error("the index is damaged: bytes {from} to {to} are not those that were written")]
    Damaged { from: u64, to: u64 },
    #[error("the index is damaged: the tree at byte {at}: {fault}")]
    Tree { at: u64, fault: BvhFileError },
    #[error("the index is damaged: the trees do not hold the rows that it speaks of")]
    Rows,
    #[error("the index is that of another table, or the table has changed: {0}")]
    OtherTable(String),
}

impl IndexFault {
    /// The same, said of a file.
    pub(crate) fn of(self, path: &Path) -> Failure {
        let hint = match self {
            Self::NotAnIndex => "--index names a file of its own; one that is not there is built",
            _ => "delete it, and the next call builds it anew; or name another file with --index",
        };
        Failure::with_hint(format!("{}: {self}", path.display()), hint)
    }
}
