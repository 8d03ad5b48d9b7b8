//! The answer of a cut of a scene, its drawings and its files.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use transect_cli::Content;
use transect_draw::{Drawing, missing_characters};
use transect_io::{Document, Outputs};
use transect_report::drawing::{drawing, drawing_of_section};
use transect_report::objects;
use transect_report::outputs::{CutOutput, OutputSelection};
use transect_report::plane_report::drawn_planes;
use transect_report::request::{CutAnswer, SectionAnswer};
use transect_report::user_error::UserError;

use crate::cut_question::Question;
use crate::drawing::a4;
use crate::errors::Unwritten;
use crate::scene::PyScene;
use crate::work::Progress;

/// A scene, the question about it and the answer.
pub(crate) struct Work {
    pub(crate) scene: PyScene,
    pub(crate) question: Question,
    pub(crate) answer: CutAnswer,
    /// For a region, the sections within it.
    within: OnceLock<SectionAnswer>,
    /// The drawings of the sections, one per plane.
    drawings: Vec<OnceLock<Drawing>>,
    /// The bytes of `preview.png`.
    preview: OnceLock<Vec<u8>>,
}

impl Work {
    pub(crate) fn new(scene: PyScene, question: Question, answer: CutAnswer) -> Self {
        let planes = &question.request.planes.planes;
        Self {
            drawings: planes.iter().map(|_| OnceLock::new()).collect(),
            within: OnceLock::new(),
            preview: OnceLock::new(),
            scene,
            question,
            answer,
        }
    }

    /// Returns the indices of the planes whose sections are drawn.
    pub(crate) fn drawn_planes(&self) -> impl Iterator<Item = usize> {
        drawn_planes(&self.question.request.planes, &self.answer.report.planes)
    }

    /// Returns the drawing of the section in a plane. It is made once.
    pub(crate) fn drawing(&self, plane: usize) -> Result<&Drawing, UserError> {
        let request = &self.question.request;
        let own = &self.drawings[plane];
        if let Some(drawing) = own.get() {
            return Ok(drawing);
        }
        let made = if request.planes.kind.is_region() {
            drawing_of_section(request, self.within()?, plane)
        } else {
            drawing(request, &self.answer, plane)
        };
        Ok(own.get_or_init(|| made))
    }

    /// Returns the sections within the region. They are computed once.
    fn within(&self) -> Result<&SectionAnswer, UserError> {
        if let Some(sections) = self.within.get() {
            return Ok(sections);
        }
        let document = &self.scene.document;
        let task = self.question.request.begin_any(document)?;
        let sections = task.sections(document, |_| ())?;
        Ok(self.within.get_or_init(|| sections))
    }

    /// Writes the selected files into a folder: all of them, or none if one fails. Returns their paths.
    pub(crate) fn write(
        &self,
        folder: &Path,
        force: bool,
        files: &OutputSelection,
        progress: &Progress,
    ) -> Result<Vec<PathBuf>, Unwritten> {
        let mut outputs = Outputs::new(folder, force)?;
        outputs.protect(self.scene.document.files());
        for output in files.outputs() {
            self.write_output(&mut outputs, output, files, progress)?;
        }
        let paths = outputs.targets();
        outputs.commit()?;
        Ok(paths)
    }

    /// Returns the characters that no font has, in the texts of the pictures among these files. Only names of objects and of
    /// files can have such characters.
    pub(crate) fn missing_characters(
        &self,
        files: &OutputSelection,
    ) -> Result<Vec<char>, UserError> {
        let mut missing = BTreeSet::new();
        let mut names = self.answer.cut.objects.iter().map(|object| &*object.name);
        let mut sources = self.scene.document.sources.iter();
        let is_plain = |path: &Path| path.to_string_lossy().is_ascii();
        if names.all(str::is_ascii) && sources.all(|source| is_plain(&source.path)) {
            return Ok(Vec::new());
        }
        for plane in self.drawn_planes() {
            let drawing = self.drawing(plane)?;
            if files.contains(CutOutput::Png) {
                missing.extend(missing_characters(&drawing.to_svg(), &drawing.fonts));
            }
            if files.contains(CutOutput::Pdf)
                && let Ok(sheet) = drawing.on_paper(&a4())
            {
                missing.extend(sheet.missing_characters());
            }
        }
        Ok(missing.into_iter().collect())
    }

    /// Returns the document without its scene. Formats with a unit and an axis that points up get those of the cut.
    fn document(&self) -> Document {
        let read = &self.scene.document;
        let mut document = Document {
            sources: read.sources.clone(),
            textures: read.textures.clone(),
            up: Some(self.question.request.pictures.up.axis()),
            ..Document::default()
        };
        if let Some(unit) = &self.answer.unit {
            document.state_unit(unit);
        }
        document
    }

    fn write_output(
        &self,
        outputs: &mut Outputs,
        output: CutOutput,
        files: &OutputSelection,
        progress: &Progress,
    ) -> Result<(), Unwritten> {
        let planes = &self.question.request.planes;
        let is_stopped = || {
            if progress.is_cancelled() {
                Err(Unwritten::new("cancelled"))
            } else {
                Ok(())
            }
        };
        if output == CutOutput::Parts {
            let document = &self.document();
            let parts = self.answer.cut.parts.iter().zip(&self.answer.part_names);
            for (part, name) in parts.filter(|(_, name)| files.contains_part(name)) {
                is_stopped()?;
                // A part without objects has no file.
                if part.scene.objects().next().is_none() {
                    continue;
                }
                let format = self.answer.format;
                transect_io::write_scene(&part.scene, document, format, outputs, name)?;
            }
        } else if output.is_section() {
            for plane in self.drawn_planes() {
                is_stopped()?;
                let drawing = self.drawing(plane)?;
                put(outputs, &output.section_file(planes, plane), |bytes| {
                    write_drawing(drawing, output, bytes)
                })?;
            }
        } else {
            is_stopped()?;
            put(outputs, output.name(), |bytes| self.file(output, bytes))?;
        }
        Ok(())
    }

    /// Returns the preview of the cut as PNG. It is drawn once.
    fn preview(&self) -> Result<&[u8], String> {
        if let Some(preview) = self.preview.get() {
            return Ok(preview);
        }
        let drawn = transect_cli::preview(&self.question.request, &self.answer).to_png();
        let drawn = drawn.map_err(|error| error.to_string())?;
        Ok(self.preview.get_or_init(|| drawn))
    }

    /// Returns `report.html`.
    fn page(&self) -> Result<String, String> {
        let drawn = self.drawn_planes().map(|plane| {
            let drawing = self.drawing(plane).map_err(|error| error.to_string())?;
            Ok((plane, drawing.to_svg()))
        });
        let drawn = drawn.collect::<Result<Vec<_>, String>>()?;
        let content = Content {
            answer: &self.answer,
            planes: &self.question.request.planes,
            drawings: drawn.iter().map(|(plane, svg)| (*plane, &**svg)).collect(),
            preview: Some(self.preview()?),
            is_on_paper: false,
            has_crs: false,
        };
        transect_cli::page(&content).map_err(|error| error.to_string())
    }

    /// Writes the preview, the table of the objects or a report.
    fn file(&self, output: CutOutput, bytes: &mut Vec<u8>) -> Result<(), String> {
        let CutAnswer { cut, report, .. } = &self.answer;
        match output {
            CutOutput::Preview => {
                bytes.extend(self.preview()?);
                Ok(())
            }
            CutOutput::Page => {
                bytes.extend(self.page()?.into_bytes());
                Ok(())
            }
            CutOutput::Objects => {
                objects::write(cut, report, bytes).map_err(|error| error.to_string())
            }
            _ => writeln!(bytes, "{}", report.to_json()).map_err(|error| error.to_string()),
        }
    }
}

/// Writes a drawing in the format of an output.
fn write_drawing(drawing: &Drawing, output: CutOutput, bytes: &mut Vec<u8>) -> Result<(), String> {
    let written = match output {
        CutOutput::Png => {
            *bytes = drawing.to_png().map_err(|error| error.to_string())?;
            return Ok(());
        }
        CutOutput::Pdf => {
            let sheet = drawing.on_paper(&a4()).map_err(|error| error.to_string())?;
            *bytes = sheet.to_pdf();
            return Ok(());
        }
        CutOutput::Dxf => drawing.write_dxf(bytes),
        CutOutput::GeoJson => drawing.features().write_geojson(bytes),
        CutOutput::Wkt => drawing.features().write_wkt(bytes),
        CutOutput::Wkb => drawing.features().write_wkb(bytes),
        _ => drawing.write_to(bytes),
    };
    written.map_err(|error| error.to_string())
}

/// Writes one file.
fn put(
    outputs: &mut Outputs,
    name: &str,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), String>,
) -> Result<(), Unwritten> {
    let mut bytes = Vec::new();
    write(&mut bytes).map_err(Unwritten::new)?;
    let file = outputs.create(name)?;
    file.write_all(&bytes).map_err(Unwritten::new)
}
