//! The files of `-o DIR`: the sections, the preview, the parts, the table of objects and the report.
//!
//! Either all selected files are written or none of them. The pictures are drawn while the other files are written.

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;

use transect_draw::Drawing;
use transect_io::{Document, Format, Outputs, WriteError, WrittenFile};
use transect_mesh::scene::Scene;
use transect_report::CutRequest;
use transect_report::drawing::{drawing, drawing_of_section};
use transect_report::numbers::grouped;
use transect_report::objects;
use transect_report::outputs::{CutOutput, OutputSelection};
use transect_report::plane_report::drawn_planes;
use transect_report::request::{CutAnswer, CutOutputs, SectionAnswer};

use crate::at_once::{at_once, each_at_once};
use crate::error::CommandError;
use crate::notes::Notes;
use crate::one_pass::StreamedPart;
use crate::page::{Content, page};
use crate::pictures::{Picture, SectionPictures};
use crate::preview::preview;
use crate::progress::Progress;
use crate::steps;

/// The outputs that a cut has to write, their folder, and the progress to show.
pub(crate) struct Files<'a> {
    pub(crate) request: &'a CutRequest,
    pub(crate) selected: &'a CutOutputs,
    /// The parts that are written already, after one pass.
    pub(crate) streamed: Option<Vec<StreamedPart>>,
    pub(crate) progress: &'a Progress,
}

/// The drawing of the section in a plane.
struct PlaneDrawing {
    /// The index of the plane.
    plane: usize,
    drawing: Drawing,
}

impl Files<'_> {
    /// Writes the selected files, and lists them in the report.
    ///
    /// The objects of the parts come from the cut. Other contents, such as images, come from `document`: the input
    /// without its scene.
    pub(crate) fn write(
        &self,
        mut outputs: Outputs,
        document: &Document,
        answer: &mut CutAnswer,
        notes: &mut Notes,
    ) -> Result<(), CommandError> {
        let pictures = &self.request.pictures;
        let objects = answer.cut.objects.iter();
        notes.unknown_classes(&pictures.hidden, objects.map(|object| &*object.name));
        let names = self.request.files(document);
        if answer.format != Format::Obj && self.request.planes.are_several() {
            let names = &answer.cut.face_names;
            let parts = answer.cut.parts.iter_mut();
            parts.for_each(|part| forget_face_names(&mut part.scene, names));
        }
        let drawings = &self.drawings(answer);
        self.note_older_sections(drawings, notes);
        // After one pass, only the band is there to show.
        let has_preview = self.streamed.is_none()
            && (self.wants(CutOutput::Preview) || self.wants(CutOutput::Page));
        let mut lost = Notes::default();
        let (request, files) = (self.request, &self.selected.files);
        let (sections, space, written): (_, _, Result<_, CommandError>) = at_once(
            || section_pictures(request, files, drawings),
            || has_preview.then(|| Picture::of(|| preview(request, answer).to_png())),
            || {
                self.write_data(&mut outputs, drawings)?;
                let written = self.write_parts(&mut outputs, document, answer, &mut lost)?;
                self.write_objects(&mut outputs, answer)?;
                self.note_formulas(answer, &mut lost);
                self.progress.begin("drawing");
                Ok(written)
            },
        );
        for (part, file) in written? {
            let mut parts = answer.report.parts.iter_mut();
            if let Some(report) = parts.find(|own| own.name == part) {
                report.manifold_as_written = file.manifold;
                report.vertices_as_written = file.vertices;
            }
        }
        let sections = sections?;
        self.write_pictures(&mut outputs, &sections, notes)?;
        notes.append(lost);
        let space = space.map(Picture::drawn).transpose();
        let space = space.map_err(|error| failure(CutOutput::Preview.name(), &error))?;
        if let Some(space) = space.as_ref().filter(|_| self.wants(CutOutput::Preview)) {
            self.drawn(CutOutput::Preview.name(), space);
            self.put(&mut outputs, CutOutput::Preview.name(), &space.bytes)?;
        }
        answer.report.written = self.places(&outputs, &names);
        if self.wants(CutOutput::Page) {
            self.begin(CutOutput::Page.name());
            let content = Content {
                answer,
                planes: &self.request.planes,
                drawings: sections
                    .iter()
                    .filter_map(|(plane, own)| Some((*plane, own.on_screen()?.as_str())))
                    .collect(),
                preview: space.as_ref().map(|space| &*space.bytes),
                is_on_paper: pictures.paper.is_some(),
                has_crs: self.request.crs.is_some(),
            };
            let page = page(&content).map_err(|error| failure(CutOutput::Page.name(), &error))?;
            self.put(&mut outputs, CutOutput::Page.name(), page.as_bytes())?;
        }
        if self.wants(CutOutput::Report) {
            self.begin(CutOutput::Report.name());
            let text = answer.report.to_json() + "\n";
            self.put(&mut outputs, CutOutput::Report.name(), text.as_bytes())?;
        }
        self.commit(outputs, &names)
    }

    /// Writes the selected files of sections without parts, and returns their paths.
    pub(crate) fn write_sections(
        &self,
        mut outputs: Outputs,
        document: &Document,
        answer: &SectionAnswer,
        notes: &mut Notes,
    ) -> Result<Vec<String>, CommandError> {
        let objects = answer.sections.first().into_iter();
        let objects = objects.flat_map(|sections| &sections.objects);
        let hidden = &self.request.pictures.hidden;
        notes.unknown_classes(hidden, objects.map(|object| &*object.name));
        let planes = drawn_planes(&self.request.planes, &answer.planes);
        let drawings = planes.map(|plane| PlaneDrawing {
            plane,
            drawing: drawing_of_section(self.request, answer, plane),
        });
        let drawings: Vec<PlaneDrawing> = drawings.collect();
        self.note_older_sections(&drawings, notes);
        let (request, files) = (self.request, &self.selected.files);
        let (sections, (), written) = at_once(
            || section_pictures(request, files, &drawings),
            || (),
            || self.write_data(&mut outputs, &drawings),
        );
        written?;
        self.write_pictures(&mut outputs, &sections?, notes)?;
        let names = self.request.files(document);
        let places = self.places(&outputs, &names);
        self.commit(outputs, &names)?;
        Ok(places)
    }

    fn wants(&self, output: CutOutput) -> bool {
        self.selected.files.contains(output)
    }

    /// Returns the drawings of the sections that the selected files need. With several planes, those that cut no object have
    /// none.
    fn drawings(&self, answer: &CutAnswer) -> Vec<PlaneDrawing> {
        if !self.request.draws_sections() {
            return Vec::new();
        }
        let request = self.request;
        let planes: Vec<usize> = drawn_planes(&request.planes, &answer.report.planes).collect();
        each_at_once(&planes, |&plane| PlaneDrawing {
            plane,
            drawing: drawing(request, answer, plane),
        })
    }

    /// Writes the selected files of the sections that are data: DXF, GeoJSON, WKT and WKB.
    fn write_data(
        &self,
        outputs: &mut Outputs,
        drawings: &[PlaneDrawing],
    ) -> Result<(), CommandError> {
        let data = [
            CutOutput::Dxf,
            CutOutput::GeoJson,
            CutOutput::Wkt,
            CutOutput::Wkb,
        ];
        for PlaneDrawing { plane, drawing } in drawings {
            let has_features = self.selected.files.contains_any(&data[1..]);
            let features = has_features.then(|| drawing.features());
            for output in data.into_iter().filter(|&output| self.wants(output)) {
                let name = output.section_file(&self.request.planes, *plane);
                self.begin(&name);
                let file = outputs.create(&name)?;
                let written = match (output, &features) {
                    (CutOutput::GeoJson, Some(features)) => features.write_geojson(file),
                    (CutOutput::Wkt, Some(features)) => features.write_wkt(file),
                    (CutOutput::Wkb, Some(features)) => features.write_wkb(file),
                    _ => drawing.write_dxf(file),
                };
                written.map_err(|error| self.unwritten(&name, error))?;
            }
        }
        Ok(())
    }

    /// Writes the selected parts that are not empty. Adds a note for content that their format cannot hold. Returns the
    /// name and the description of each written part.
    fn write_parts(
        &self,
        outputs: &mut Outputs,
        document: &Document,
        answer: &CutAnswer,
        notes: &mut Notes,
    ) -> Result<Vec<(String, WrittenFile)>, CommandError> {
        let mut files = Vec::new();
        if !self.wants(CutOutput::Parts) {
            return Ok(files);
        }
        let format = answer.format;
        for (part, name) in answer.cut.parts.iter().zip(&answer.part_names) {
            let file = format!("{name}.{format}");
            let written = if let Some(streamed) = &self.streamed {
                let mut streamed = streamed.iter();
                let Some(streamed) = streamed.find(|own| own.name == *name) else {
                    continue;
                };
                let mut written = WrittenFile::default();
                written.losses.clone_from(&streamed.losses);
                written
            } else {
                let is_empty = part.scene.objects().next().is_none();
                if is_empty || !self.request.keeps(name) {
                    continue;
                }
                self.progress.begin(&format!("writing {file}"));
                transect_io::write_scene(&part.scene, document, format, outputs, name)?
            };
            if !written.losses.is_empty() {
                notes.add(format!("{file} cannot hold {}", written.losses.join(", ")));
            }
            files.push((name.clone(), written));
        }
        let is_written = |name: &str| files.iter().any(|(own, _)| own == name);
        let names = self.request.planes.part_names().into_iter();
        let kept = names.filter(|name| self.request.keeps(name));
        for name in kept.filter(|name| !is_written(name)) {
            self.note_older_files(format, &name, notes);
        }
        for part in self.selected.files.named_parts() {
            if !is_written(&part) && self.request.keeps(&part) {
                notes.add(format!(
                    "{part} is not written: nothing of the model lies in this part"
                ));
            }
        }
        Ok(files)
    }

    /// Adds a note if names in `objects.csv` begin like formulas. The names are written as they are, because programs
    /// compare them with those of other files.
    fn note_formulas(&self, answer: &CutAnswer, notes: &mut Notes) {
        let names = answer.report.objects_list.iter().map(|object| &object.name);
        let formulas: Vec<&String> = names
            .filter(|name| name.starts_with(['=', '+', '-', '@']))
            .collect();
        if let Some(first) = formulas.first().filter(|_| self.wants(CutOutput::Objects)) {
            notes.add(format!(
                "{}: {} with =, +, - or @, such as {first}, which spreadsheets take for a formula; import the column \
                 name as text",
                CutOutput::Objects.name(),
                match formulas.len() {
                    1 => "1 name begins".to_owned(),
                    count => format!("{} names begin", grouped(count)),
                },
            ));
        }
    }

    /// Writes the table of objects.
    fn write_objects(&self, outputs: &mut Outputs, answer: &CutAnswer) -> Result<(), CommandError> {
        if self.wants(CutOutput::Objects) {
            let name = CutOutput::Objects.name();
            self.begin(name);
            let file = outputs.create(name)?;
            objects::write(&answer.cut, &answer.report, file)
                .map_err(|error| self.unwritten(name, error.into()))?;
        }
        Ok(())
    }

    /// Writes the selected pictures of the sections: SVG, PNG and PDF.
    ///
    /// If a section has too many objects for a PNG picture, adds a note instead of writing it.
    fn write_pictures(
        &self,
        outputs: &mut Outputs,
        sections: &[(usize, SectionPictures)],
        notes: &mut Notes,
    ) -> Result<(), CommandError> {
        for (plane, pictures) in sections {
            let name = |output: CutOutput| output.section_file(&self.request.planes, *plane);
            if let Some(svg) = pictures.svg.as_ref().filter(|_| self.wants(CutOutput::Svg)) {
                let name = name(CutOutput::Svg);
                self.drawn(&name, svg);
                self.put(outputs, &name, svg.bytes.as_bytes())?;
            }
            if let Some(png) = &pictures.png {
                let file = name(CutOutput::Png);
                self.drawn(&file, png);
                match &png.bytes {
                    Ok(bytes) => self.put(outputs, &file, bytes)?,
                    Err(error) => notes.add(format!(
                        "{file} is not written: {error}; {} has no such limit",
                        name(CutOutput::Svg)
                    )),
                }
            }
            if let Some(pdf) = &pictures.pdf {
                let name = name(CutOutput::Pdf);
                self.drawn(&name, pdf);
                self.put(outputs, &name, &pdf.bytes)?;
            }
            let files = [
                (pictures.png.is_some(), CutOutput::Png),
                (pictures.pdf.is_some(), CutOutput::Pdf),
            ];
            let files = files.into_iter().filter(|(is_drawn, _)| *is_drawn);
            let files: Vec<String> = files.map(|(_, output)| name(output)).collect();
            notes.missing_glyphs(&files, &pictures.missing);
        }
        Ok(())
    }

    /// Returns the paths of all files that the command writes, in the order of `names`.
    fn places(&self, outputs: &Outputs, names: &[String]) -> Vec<String> {
        let last = [CutOutput::Page, CutOutput::Report].into_iter();
        let last = last.filter(|&output| self.wants(output));
        let last = last.map(|output| self.selected.folder.path.join(output.name()));
        let places = outputs.targets().into_iter().chain(last).collect();
        let places = in_order(places, names).into_iter();
        places.map(|path| path.display().to_string()).collect()
    }

    /// Moves the finished files from temporary names to their final names.
    fn commit(&self, outputs: Outputs, names: &[String]) -> Result<(), CommandError> {
        self.progress.begin("moving");
        let places = outputs.commit()?;
        steps::written(&in_order(places, names), self.progress);
        Ok(())
    }

    /// Writes a file with this name and these bytes.
    fn put(&self, outputs: &mut Outputs, name: &str, bytes: &[u8]) -> Result<(), CommandError> {
        let written = outputs.create(name)?.write_all(bytes);
        written.map_err(|error| self.unwritten(name, error))
    }

    /// Returns the error for a file that could not be written.
    fn unwritten(&self, name: &str, source: std::io::Error) -> CommandError {
        let path = self.selected.folder.path.join(name);
        WriteError::Io { path, source }.into()
    }

    fn begin(&self, name: &str) {
        self.progress.begin(&format!("writing {name}"));
    }

    /// Logs the time that drawing a picture took.
    fn drawn<T>(&self, name: &str, picture: &Picture<T>) {
        self.progress.add(&format!("writing {name}"), picture.took);
    }

    /// Adds a note for each section that an earlier cut left in the folder, and whose plane cuts no object in this cut.
    fn note_older_sections(&self, drawings: &[PlaneDrawing], notes: &mut Notes) {
        let planes = &self.request.planes;
        let is_drawn = |plane: &usize| drawings.iter().any(|own| own.plane == *plane);
        for plane in (0..planes.planes.len()).filter(|plane| !is_drawn(plane)) {
            let sections = self.selected.files.outputs().filter(|own| own.is_section());
            for output in sections {
                let name = output.section_file(planes, plane);
                let path = self.selected.folder.path.join(name);
                if path.exists() {
                    notes.add(format!(
                        "{} is from an earlier cut; in this cut, that plane cuts no object",
                        path.display()
                    ));
                }
            }
        }
    }

    /// Adds a note for each file that an earlier cut left in the folder for a part that is empty in this cut. No file
    /// is written for an empty part.
    fn note_older_files(&self, format: Format, part: &str, notes: &mut Notes) {
        let noun = if !self.request.planes.are_several() {
            "half"
        } else {
            "part"
        };
        for name in transect_io::file_names(format, part) {
            let path = self.selected.folder.path.join(name);
            if path.exists() {
                notes.add(format!(
                    "{} is from an earlier cut; in this cut, that {noun} is empty",
                    path.display()
                ));
            }
        }
    }
}

/// Draws the sections, each with the index of its plane.
fn section_pictures(
    request: &CutRequest,
    files: &OutputSelection,
    drawings: &[PlaneDrawing],
) -> Result<Vec<(usize, SectionPictures)>, CommandError> {
    let paper = request.pictures.paper.as_ref();
    let pictures = each_at_once(drawings, |own| {
        let pictures = SectionPictures::of(&own.drawing, paper, |output| files.contains(output));
        pictures.map(|pictures| (own.plane, pictures))
    });
    let pictures = pictures.into_iter().collect::<Result<_, _>>();
    pictures.map_err(CommandError::from)
}

/// Returns the error for a file that could not be made.
fn failure(name: &str, error: &dyn Error) -> CommandError {
    CommandError::new(format!("{name}: {error}"))
}

/// Returns the paths in the order of their names in a list. Paths of other names come last.
fn in_order(mut paths: Vec<PathBuf>, names: &[String]) -> Vec<PathBuf> {
    let place = |path: &PathBuf| {
        // The material library of a part is beside it.
        let name = path.file_name()?.to_str()?.replace(".mtl", ".obj");
        names.iter().position(|own| *own == name)
    };
    paths.sort_by_cached_key(|path| place(path).unwrap_or(usize::MAX));
    paths
}

/// Removes the names of cut faces, so that no note says that they are lost. Only OBJ files hold them. In the mesh of a cut
/// object, the cut faces are the last groups of triangles (`mesh.parts`).
fn forget_face_names(scene: &mut Scene, names: &[String]) {
    for mesh in &mut scene.meshes {
        let first = mesh.parts.len().saturating_sub(names.len());
        for (part, name) in mesh.parts[first..].iter_mut().zip(names) {
            if part.name == *name {
                part.name.clear();
            }
        }
    }
}
