//! The resolved arguments of `transect info`.

use std::path::PathBuf;

use transect_report::selection::ObjectSelection;

use crate::display::DisplayOptions;

/// The models to describe, the selected objects, and the output options.
pub(crate) struct InfoCommand {
    pub(crate) models: Vec<PathBuf>,
    pub(crate) selection: ObjectSelection,
    pub(crate) display: DisplayOptions,
}
