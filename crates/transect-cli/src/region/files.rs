//! The files of `transect cut -o DIR` by several planes: either all of them are written, or none.

use std::io::Write;
use std::path::Path;

use transect::scene::Scene;
use transect_draw::{Drawing, Paper, PaperDrawing};
use transect_io::{Document, Format, Outputs};
use transect_report::region::objects;
use transect_report::region::outputs::RegionOutput;
use transect_report::region::request::{RegionAnswer, RegionOutputs, RegionRequest, RegionTask};

use crate::error::CommandError;
use crate::notes::Notes;
use crate::progress::Progress;
use crate::region::preview::preview;
use crate::steps;

/// The writer of the selected files.
pub(super) struct RegionFiles<'a> {
    pub(super) request: &'a RegionRequest,
    pub(super) selected: &'a RegionOutputs,
    pub(super) task: &'a RegionTask<'a>,
    pub(super) document: &'a Document,
    pub(super) progress: &'a Progress,
}

impl RegionFiles<'_> {
    /// Writes the selected files, and lists them in the report.
    pub(super) fn write(
        &self,
        mut outputs: Outputs,
        answer: &mut RegionAnswer,
        notes: &mut Notes,
    ) -> Result<(), CommandError> {
        self.write_sections(&mut outputs, answer, notes)?;
        if self.wants(RegionOutput::Preview) {
            self.progress.begin("drawing preview.png");
            let picture = preview(self.request, &answer.scene, self.task.unit.as_deref()).to_png();
            let picture = picture.map_err(CommandError::new)?;
            self.put(&mut outputs, RegionOutput::Preview.name(), &picture)?;
        }
        if self.wants(RegionOutput::Parts) {
            self.write_parts(&mut outputs, answer, notes)?;
        }
        if self.wants(RegionOutput::Objects) {
            let mut table = Vec::new();
            objects::write(&answer.scene, &answer.report, &mut table).map_err(CommandError::new)?;
            self.put(&mut outputs, RegionOutput::Objects.name(), &table)?;
        }
        let mut places = outputs.targets();
        if self.wants(RegionOutput::Report) {
            places.push(self.selected.folder.path.join(RegionOutput::Report.name()));
        }
        let places = places.iter().map(|path| path.display().to_string());
        answer.report.written = places.collect();
        if self.wants(RegionOutput::Report) {
            let text = answer.report.to_json() + "\n";
            self.put(&mut outputs, RegionOutput::Report.name(), text.as_bytes())?;
        }
        self.progress.begin("moving");
        let places = outputs.commit()?;
        steps::written(&places, self.progress);
        Ok(())
    }

    fn wants(&self, output: RegionOutput) -> bool {
        self.selected.files.contains(output)
    }

    /// Writes the selected files of the section in each plane that cuts.
    fn write_sections(
        &self,
        outputs: &mut Outputs,
        answer: &RegionAnswer,
        notes: &mut Notes,
    ) -> Result<(), CommandError> {
        if !self.selected.files.contains_any(&RegionOutput::SECTIONS) {
            return Ok(());
        }
        let planes = answer.report.planes.iter().enumerate();
        for (index, plane) in planes.filter(|(_, plane)| plane.objects > 0) {
            self.progress.begin(&format!("sections of {}", plane.name));
            let drawing = self.task.drawing(self.document, index)?;
            let sheets = self.on_paper(&drawing)?;
            for output in RegionOutput::SECTIONS {
                if !self.wants(output) {
                    continue;
                }
                let name = output.section_file(&plane.name);
                match bytes(output, &drawing, sheets.as_ref()) {
                    Ok(bytes) => self.put(outputs, &name, &bytes)?,
                    Err(error) => notes.add(format!("{name} is not written: {error}")),
                }
            }
        }
        Ok(())
    }

    /// Lays a drawing out on the paper of `--paper`, or on A4 if only the PDF needs paper. Returns `None` if no file
    /// needs paper.
    fn on_paper<'d>(&self, drawing: &'d Drawing) -> Result<Option<Sheets<'d>>, CommandError> {
        let paper = self.request.pictures.paper.as_ref();
        if paper.is_none() && !self.wants(RegionOutput::Pdf) {
            return Ok(None);
        }
        let usual = Paper::default();
        Ok(Some(Sheets {
            drawing: drawing.on_paper(paper.unwrap_or(&usual))?,
            is_given: paper.is_some(),
        }))
    }

    /// Writes those parts that `--keep` selects and that have objects. Adds a note for content that their format cannot
    /// hold.
    fn write_parts(
        &self,
        outputs: &mut Outputs,
        answer: &mut RegionAnswer,
        notes: &mut Notes,
    ) -> Result<(), CommandError> {
        let format = answer.format;
        for part in &mut answer.scene.parts {
            if !self.request.keeps(&part.name) {
                continue;
            }
            if part.scene.objects().next().is_none() {
                for name in transect_io::file_names(format, &part.name) {
                    self.note_older_file(&self.selected.folder.path.join(name), notes);
                }
                continue;
            }
            let name = format!("{}.{format}", part.name);
            self.progress.begin(&format!("writing {name}"));
            if format != Format::Obj {
                // Only OBJ files hold the names of cut faces. For other formats, the names are removed before, so that
                // no note says that they are lost.
                forget_face_names(&mut part.scene, answer.report.planes.len());
            }
            let written =
                transect_io::write_scene(&part.scene, self.document, format, outputs, &part.name)?;
            let reports = answer.report.parts.iter_mut();
            for report in reports.filter(|report| report.name == part.name) {
                report.amount.manifold_as_written = written.manifold;
            }
            if !written.losses.is_empty() {
                notes.add(format!("{name} cannot hold {}", written.losses.join(", ")));
            }
        }
        Ok(())
    }

    /// Adds a note for a file that an earlier cut left in the folder for a part that is empty in this cut.
    fn note_older_file(&self, path: &Path, notes: &mut Notes) {
        if path.exists() {
            notes.add(format!(
                "{} is from an earlier cut; in this cut, that part is empty",
                path.display()
            ));
        }
    }

    fn put(&self, outputs: &mut Outputs, name: &str, bytes: &[u8]) -> Result<(), CommandError> {
        self.progress.begin(&format!("writing {name}"));
        let mut file = outputs.open(name)?;
        file.write_all(bytes)
            .map_err(|error| CommandError::from(file.failure(error)))?;
        Ok(file.finish()?)
    }
}

/// Removes the names `plane 1`, `plane 2` and so on of cut faces. In the mesh of a cut object, the cut faces are the
/// last groups of triangles (`mesh.parts`).
fn forget_face_names(scene: &mut Scene, planes: usize) {
    for mesh in &mut scene.meshes {
        let first = mesh.parts.len().saturating_sub(planes);
        for (index, part) in mesh.parts[first..].iter_mut().enumerate() {
            if part.name == format!("plane {}", index + 1) {
                part.name.clear();
            }
        }
    }
}

/// A drawing on paper. `is_given` is `true` if `--paper` is given; otherwise, only the PDF is on paper.
struct Sheets<'d> {
    drawing: PaperDrawing<'d>,
    is_given: bool,
}

/// Returns the bytes of a file that shows a section.
fn bytes(
    output: RegionOutput,
    drawing: &Drawing,
    sheets: Option<&Sheets<'_>>,
) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut bytes = Vec::new();
    if let Some(sheets) = sheets {
        let on_paper = &sheets.drawing;
        match output {
            RegionOutput::Pdf => return Ok(on_paper.to_pdf()),
            RegionOutput::Svg if sheets.is_given => return Ok(on_paper.to_svg().into_bytes()),
            RegionOutput::Png if sheets.is_given => return Ok(on_paper.to_png()?),
            _ => {}
        }
    }
    match output {
        RegionOutput::Png => bytes = drawing.to_png()?,
        RegionOutput::Dxf => drawing.write_dxf(&mut bytes)?,
        RegionOutput::GeoJson => drawing.features().write_geojson(&mut bytes)?,
        RegionOutput::Wkt => drawing.features().write_wkt(&mut bytes)?,
        RegionOutput::Wkb => drawing.features().write_wkb(&mut bytes)?,
        _ => bytes = drawing.to_svg().into_bytes(),
    }
    Ok(bytes)
}
