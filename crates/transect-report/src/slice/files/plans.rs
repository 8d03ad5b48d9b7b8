//! The files for which the drawings of all layers are needed at once: drawings on paper, which share a scale and the
//! numbers of sheets, and `plans.dxf`.

#[cfg(feature = "pictures")]
use std::collections::BTreeSet;

#[cfg(feature = "pictures")]
use crate::glyphs::{FONT_FLAG, missing_glyphs};
use crate::slice::outputs::{SliceOutput, layer_file};
use crate::slice::request::SliceRequest;
use crate::user_error::UserError;
#[cfg(feature = "pictures")]
use transect_draw::PaperDrawing;
use transect_draw::{Drawing, Paper, PaperSet, write_plans_dxf};

use crate::slice::files::error::SliceFileError;

/// The drawings of all layers, collected until the last layer is added.
pub(super) struct Plans<'a> {
    request: &'a SliceRequest,
    drawings: Vec<Drawing>,
}

impl<'a> Plans<'a> {
    /// Returns an empty collection, or `None` if no selected file needs the drawings of all layers.
    pub(super) fn begin(request: &'a SliceRequest) -> Option<Self> {
        let files = &request.outputs.as_ref()?.files;
        let together = [SliceOutput::PlansPdf, SliceOutput::PlansDxf];
        let is_needed = files.contains_any(&together) || Self::has_layers(request);
        is_needed.then(|| Self {
            request,
            drawings: Vec::new(),
        })
    }

    /// Returns `true` if the drawings of the folder `layers` are on paper.
    pub(super) fn has_layers(request: &SliceRequest) -> bool {
        let selected = request.outputs.as_ref();
        let has_layers = selected.is_some_and(|own| own.files.contains(SliceOutput::Layers));
        has_layers && request.paper.is_some()
    }

    pub(super) fn add(&mut self, drawing: Drawing) {
        self.drawings.push(drawing);
    }

    /// Draws the selected files. `write` receives the name and the contents of each file. `note` receives a note if
    /// the PDF shows characters as boxes.
    pub(super) fn finish(
        self,
        note: impl FnOnce(String),
        mut write: impl FnMut(&str, &[u8]) -> Result<(), SliceFileError>,
    ) -> Result<(), SliceFileError> {
        let Some(outputs) = &self.request.outputs else {
            return Ok(());
        };
        let files = &outputs.files;
        let on_paper = self.request.paper.as_ref();
        let has_layers = Self::has_layers(self.request);
        if has_layers || files.contains(SliceOutput::PlansPdf) {
            let usual = Paper::default();
            let set = PaperSet::of(&self.drawings, on_paper.unwrap_or(&usual))?;
            if has_layers {
                for (index, drawing) in set.drawings().iter().enumerate() {
                    let name = layer_file(index, self.drawings.len());
                    write(&name, drawing.to_svg().as_bytes())?;
                }
            }
            if files.contains(SliceOutput::PlansPdf) {
                write_pdf(&set, note, &mut write)?;
            }
        }
        if files.contains(SliceOutput::PlansDxf) {
            let mut bytes = Vec::new();
            write_plans_dxf(&self.drawings, &mut bytes).map_err(UserError::new)?;
            write(SliceOutput::PlansDxf.name(), &bytes)?;
        }
        Ok(())
    }
}

/// Writes `plans.pdf`. `note` receives a note if it shows characters as boxes.
#[cfg(feature = "pictures")]
fn write_pdf(
    set: &PaperSet<'_>,
    note: impl FnOnce(String),
    write: &mut impl FnMut(&str, &[u8]) -> Result<(), SliceFileError>,
) -> Result<(), SliceFileError> {
    let name = SliceOutput::PlansPdf.name();
    let drawings = set.drawings().iter();
    let missing = drawings.flat_map(PaperDrawing::missing_characters);
    let missing: Vec<char> = missing.collect::<BTreeSet<char>>().into_iter().collect();
    if let Some(text) = missing_glyphs(name, &missing, FONT_FLAG) {
        note(text);
    }
    write(name, &set.to_pdf())
}

/// Returns the error for `plans.pdf` of a program without renderers.
#[cfg(not(feature = "pictures"))]
fn write_pdf(
    _: &PaperSet<'_>,
    _: impl FnOnce(String),
    _: &mut impl FnMut(&str, &[u8]) -> Result<(), SliceFileError>,
) -> Result<(), SliceFileError> {
    let name = SliceOutput::PlansPdf.name();
    let message = format!("{name}: this program was built without the feature `pictures`");
    Err(UserError::new(message).into())
}
