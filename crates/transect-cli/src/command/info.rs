//! The resolved arguments of `transect info`.

use transect_report::selection::ObjectSelection;

use crate::display::DisplayOptions;
use crate::input::Models;

/// The models to describe, the selected objects, and the output options.
pub(crate) struct InfoCommand {
    pub(crate) models: Models,
    pub(crate) selection: ObjectSelection,
    pub(crate) display: DisplayOptions,
}
