//! The resolved arguments of `transect slice`.

use std::path::PathBuf;

use transect_report::slice::request::SliceRequest;

use crate::display::DisplayOptions;

/// The task of `transect slice`: the models, the request (heights, outputs, rules), and the output options.
pub(crate) struct SliceCommand {
    pub(crate) models: Vec<PathBuf>,
    pub(crate) request: SliceRequest,
    pub(crate) display: DisplayOptions,
    /// `true` if the command ends with status 1 when an object is open (`--strict`).
    pub(crate) is_strict: bool,
    /// The first flag on the command line that has no effect without `-o`.
    pub(crate) in_vain: Option<&'static str>,
}
