//! The resolved arguments of `transect classify`.

use std::path::PathBuf;

use transect_report::request::Folder;
use transect_report::selection::ObjectSelection;

use crate::classify::question::{ClassifyRequest, Word};
use crate::display::DisplayOptions;

/// The task of `transect classify`: the table, the plane or region, and the output options.
pub(crate) struct ClassifyCommand {
    pub(crate) table: PathBuf,
    pub(crate) query: ClassifyRequest,
    /// The selection of the rows that are classified (`--only`).
    pub(crate) only: ObjectSelection,
    /// The answers (`--side`) whose rows are written to `sides.csv`; empty if all rows are written.
    pub(crate) sides: Vec<Word>,
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

impl ClassifyCommand {
    /// Returns `true` if rows with this answer are written to `sides.csv`.
    pub(crate) fn wants(&self, word: Word) -> bool {
        self.sides.is_empty() || self.sides.contains(&word)
    }
}
