//! The resolved arguments of `transect cut` by several planes.

use std::path::PathBuf;

use transect_report::region::request::RegionRequest;

use crate::display::DisplayOptions;

/// The task of `transect cut` by several planes: the models, the request (planes, outputs, rules), and the output
/// options.
pub(crate) struct RegionCommand {
    pub(crate) models: Vec<PathBuf>,
    pub(crate) request: RegionRequest,
    pub(crate) display: DisplayOptions,
    /// `true` if the command ends with status 1 when an object is open (`--strict`).
    pub(crate) is_strict: bool,
    /// The first flag on the command line that has no effect without `-o`, or with the selected files.
    pub(crate) in_vain: Option<String>,
    /// The command line that classifies the input if it is a table.
    pub(crate) for_table: String,
}
