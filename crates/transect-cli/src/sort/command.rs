//! What is sorted, by what, and what is written.

use std::path::PathBuf;

use transect_report::request::Folder;
use transect_report::selection::ObjectSelection;

use crate::sort::question::{SortRequest, Word};
use crate::telling::Telling;

/// A table to be sorted.
pub(crate) struct SortCommand {
    pub(crate) table: PathBuf,
    pub(crate) asked: SortRequest,
    /// The answers whose rows are written; all, if it is empty.
    pub(crate) only: Vec<Word>,
    /// The file of the trees over the rows.
    pub(crate) index: Option<PathBuf>,
    pub(crate) outputs: Option<Folder>,
    pub(crate) unit: Option<String>,
    /// The rows whose answers are explained.
    pub(crate) why: ObjectSelection,
    pub(crate) telling: Telling,
    /// Whether files are to be replaced, and none is written.
    pub(crate) forces_in_vain: bool,
}

impl SortCommand {
    /// Whether rows with an answer are to be written.
    pub(crate) fn wants(&self, word: Word) -> bool {
        self.only.is_empty() || self.only.contains(&word)
    }
}
