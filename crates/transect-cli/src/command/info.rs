//! Models that are looked at.

use std::path::PathBuf;

use transect_report::selection::ObjectSelection;

use crate::telling::Telling;

/// What to look at, and how it is told.
pub(crate) struct InfoCommand {
    pub(crate) models: Vec<PathBuf>,
    pub(crate) selection: ObjectSelection,
    pub(crate) telling: Telling,
}
