//! The resolved arguments of `transect cut`.

use transect_draw::Up;
use transect_io::Document;
use transect_mesh::WeldDistance;
use transect_report::CutRequest;
use transect_report::selection::ObjectSelection;
use transect_report::snap::snap_planes;
use transect_report::unit::UnitConversion;

use crate::axes::Axes;
use crate::display::DisplayOptions;
use crate::error::CommandError;
use crate::input::Models;
use crate::memory::MemorySize;
use crate::notes::Notes;

/// The task of `transect cut`: the models, the request (planes, outputs, rules), and the output options.
#[derive(Clone)]
pub(crate) struct CutCommand {
    pub(crate) models: Models,
    pub(crate) request: CutRequest,
    /// The objects whose sides are explained (`--why`).
    pub(crate) why: ObjectSelection,
    /// The distance within which gaps are closed (`--weld`).
    pub(crate) weld: Option<WeldDistance>,
    /// The memory above which an STL file is read in one pass (`--memory`); `None` means a quarter of the machine's.
    pub(crate) memory: Option<MemorySize>,
    /// The conversion to another unit (`--to-unit`).
    pub(crate) conversion: Option<UnitConversion>,
    pub(crate) display: DisplayOptions,
    /// `true` if the command ends with status 1 when an object is open (`--strict`).
    pub(crate) is_strict: bool,
    /// `true` if the parts have no normals (`--no-normals`).
    pub(crate) drops_normals: bool,
    /// `true` if planes across an axis move onto vertices that the numbers of the file rounded (`--snap`).
    pub(crate) snaps: bool,
    /// `true` if the viewer opens the cut in the browser at the end (`--view`).
    pub(crate) opens_viewer: bool,
    /// `true` if the files to write are the usual ones: `--write` is not given.
    pub(crate) writes_usual: bool,
    /// A note about given flags that have no effect.
    pub(crate) in_vain: Option<String>,
    /// The flags that are checked when the model is read; `None` if no file depends on them.
    pub(crate) axes: Option<Axes>,
    /// The axis that points up, if it was given.
    pub(crate) up: Option<Up>,
    /// The command line that classifies the input if it is a table.
    pub(crate) for_table: String,
}

impl CutCommand {
    /// Returns the command with the axis that points up in the model, and the map and the north arrow that depend on
    /// it.
    pub(crate) fn with_axes(
        &self,
        document: &Document,
        notes: &mut Notes,
    ) -> Result<Self, CommandError> {
        let mut command = self.clone();
        let Some(axes) = self.axes else {
            return Ok(command);
        };
        let request = &mut command.request;
        let planes = request.planes.plain();
        let up = axes.up(document, notes)?;
        request.pictures.up = up;
        request.crs = axes.map(&planes, up)?;
        if let Some(paper) = &mut request.pictures.paper {
            paper.north = axes.arrow(&planes, up)?;
        }
        Ok(command)
    }

    /// Moves planes onto vertices if `--snap` says so, and adds a note.
    pub(crate) fn snap(
        &mut self,
        document: &Document,
        notes: &mut Notes,
    ) -> Result<(), CommandError> {
        if self.snaps {
            let wanted = self.request.selection.nodes(&document.scene, |_| true)?;
            let planes = &mut self.request.planes;
            let moved = snap_planes(planes, &document.scene, |node| wanted[node]);
            notes.add(moved.note());
        }
        Ok(())
    }

    /// Returns `true` if the command needs the sections only: neither the output files nor `--json` nor `--why` need
    /// the parts.
    pub(crate) fn needs_only_sections(&self) -> bool {
        let outputs = self.request.outputs.as_ref();
        let is_section_only = outputs.is_some_and(|outputs| outputs.files.is_section_only());
        is_section_only && !self.display.json && self.why.is_all()
    }
}
