//! A cut that was asked for in a terminal.

use std::path::PathBuf;

use transect_report::CutRequest;
use transect_report::selection::ObjectSelection;

use crate::telling::Telling;

/// What to cut, and how it is told.
pub(crate) struct CutCommand {
    pub(crate) models: Vec<PathBuf>,
    pub(crate) request: CutRequest,
    /// The objects whose sides are explained.
    pub(crate) why: ObjectSelection,
    pub(crate) telling: Telling,
    /// Whether open objects end with status 1.
    pub(crate) is_strict: bool,
    /// Whether the cut is opened in the browser at the end.
    pub(crate) opens_viewer: bool,
    /// Whether files are to be replaced, and none is written.
    pub(crate) forces_in_vain: bool,
    /// Whether a look is named, and nothing is drawn.
    pub(crate) draws_in_vain: bool,
    /// A flag that makes no sense for a table of boxes.
    pub(crate) for_meshes: Option<&'static str>,
}
