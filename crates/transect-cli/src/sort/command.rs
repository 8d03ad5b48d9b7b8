//! The resolved arguments of `transect sort`.

use std::path::PathBuf;

use transect_report::request::Folder;
use transect_report::selection::ObjectSelection;

use crate::display::DisplayOptions;
use crate::sort::question::{SortRequest, Word};

/// The task of `transect sort`: the table, the plane or region, and the output options.
pub(crate) struct SortCommand {
    pub(crate) table: PathBuf,
    pub(crate) query: SortRequest,
    /// The answers (`--only`) whose rows are written to `sides.csv`; empty if all rows are written.
    pub(crate) only: Vec<Word>,
    /// The path of the index file (`--index`).
    pub(crate) index: Option<PathBuf>,
    pub(crate) outputs: Option<Folder>,
    pub(crate) unit: Option<String>,
    /// The selection of the rows whose answers are explained (`--why`).
    pub(crate) why: ObjectSelection,
    pub(crate) display: DisplayOptions,
    /// `true` if `--force` is given without `-o`, where it has no effect.
    pub(crate) forces_in_vain: bool,
}

impl SortCommand {
    /// Returns `true` if rows with this answer are written to `sides.csv`.
    pub(crate) fn wants(&self, word: Word) -> bool {
        self.only.is_empty() || self.only.contains(&word)
    }
}
