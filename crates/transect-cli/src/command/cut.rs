//! The resolved arguments of `transect cut`.

use std::path::PathBuf;

use transect_mesh::WeldDistance;
use transect_report::CutRequest;
use transect_report::selection::ObjectSelection;

use crate::display::DisplayOptions;

/// The task of `transect cut`: the models, the request (planes, outputs, rules), and the output options.
pub(crate) struct CutCommand {
    pub(crate) models: Vec<PathBuf>,
    pub(crate) request: CutRequest,
    /// The objects whose sides are explained (`--why`).
    pub(crate) why: ObjectSelection,
    /// The distance within which gaps are closed (`--weld`).
    pub(crate) weld: Option<WeldDistance>,
    pub(crate) display: DisplayOptions,
    /// `true` if the command ends with status 1 when an object is open (`--strict`).
    pub(crate) is_strict: bool,
    /// `true` if the parts have no normals (`--no-normals`).
    pub(crate) drops_normals: bool,
    /// `true` if the viewer opens the cut in the browser at the end (`--view`).
    pub(crate) opens_viewer: bool,
    /// `true` if the files to write are the usual ones: `--write` is not given.
    pub(crate) writes_usual: bool,
    /// A note about given flags that have no effect.
    pub(crate) in_vain: Option<String>,
    /// The command line that classifies the input if it is a table.
    pub(crate) for_table: String,
}

impl CutCommand {
    /// Returns `true` if the command needs the sections only: neither the output files nor `--json` nor `--why` need the
    /// parts.
    pub(crate) fn needs_only_sections(&self) -> bool {
        let outputs = self.request.outputs.as_ref();
        let is_section_only = outputs.is_some_and(|outputs| outputs.files.is_section_only());
        is_section_only && !self.display.json && self.why.is_all()
    }
}
