//! The resolved arguments of `transect cut`.

use std::path::PathBuf;

use transect_report::CutRequest;
use transect_report::selection::ObjectSelection;

use crate::display::DisplayOptions;

/// The models to cut, the request, and the output options.
pub(crate) struct CutCommand {
    pub(crate) models: Vec<PathBuf>,
    pub(crate) request: CutRequest,
    /// The objects whose sides are explained (`--why`).
    pub(crate) why: ObjectSelection,
    pub(crate) display: DisplayOptions,
    /// `true` if an open object means exit status 1.
    pub(crate) is_strict: bool,
    /// `true` if the cut is opened in the browser at the end.
    pub(crate) opens_viewer: bool,
    /// `true` if `--force` is given without `-o`.
    pub(crate) forces_in_vain: bool,
    /// `true` if `--hide` or `--theme` is given without `-o`.
    pub(crate) draws_in_vain: bool,
    /// The first flag on the command line that does not apply to a table of boxes.
    pub(crate) for_meshes: Option<&'static str>,
}
