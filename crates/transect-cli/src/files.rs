//! The files of `-o DIR`: the section, the preview, the halves, the table of objects and the report.
//!
//! Either all selected files are written or none of them. The pictures are drawn while the other files are written.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;

use transect_draw::{Drawing, class_of};
use transect_io::{Document, Format, Outputs};
use transect_report::CutRequest;
use transect_report::drawing::{drawing, drawing_of_section};
use transect_report::nearest::nearest;
use transect_report::objects;
use transect_report::outputs::CutOutput;
use transect_report::request::{CutAnswer, CutOutputs, SectionAnswer};

use crate::at_once::at_once;
use crate::error::CommandError;
use crate::notes::Notes;
use crate::page::{Content, page};
use crate::pictures::{Picture, SectionPictures};
use crate::preview::preview;
use crate::progress::Progress;
use crate::steps;

/// The maximum number of object classes that a note lists.
const CLASSES: usize = 12;

/// Writes a file with this name and these bytes to the outputs of `-o`.
fn write(outputs: &mut Outputs, output: CutOutput, bytes: &[u8]) -> Result<(), CommandError> {
    let written = outputs.create(output.name())?.write_all(bytes);
    written.map_err(|error| failure(output, &error))
}

/// Returns the error for a file that could not be written.
fn failure(output: CutOutput, error: &dyn Error) -> CommandError {
    CommandError::new(format!("{}: {error}", output.name()))
}

/// The outputs that a cut has to write, their folder, and the progress to show.
pub(crate) struct Files<'a> {
    pub(crate) request: &'a CutRequest,
    pub(crate) outputs: &'a CutOutputs,
    pub(crate) progress: &'a Progress,
}

impl Files<'_> {
    /// Writes the selected files, and lists them in the report.
    ///
    /// The objects of the halves come from the cut. Other contents, such as images, come from `document`: the input
    /// without its scene.
    pub(crate) fn write(
        &self,
        mut outputs: Outputs,
        document: &Document,
        answer: &mut CutAnswer,
        notes: &mut Notes,
    ) -> Result<(), CommandError> {
        let objects = answer.cut.objects.iter();
        self.note_unknown_classes(objects.map(|object| &*object.name), notes);
        let drawing = self.draws().then(|| drawing(self.request, answer));
        let has_preview = self.wants(CutOutput::Preview) || self.wants(CutOutput::Page);
        let mut lost = Notes::default();
        let pictures = &self.request.pictures;
        let files = &self.outputs.files;
        let wants = |output| files.contains(output);
        let (section, space, written): (_, _, Result<_, CommandError>) = at_once(
            || {
                let drawing = drawing.as_ref();
                let draw = |drawing| SectionPictures::of(drawing, pictures.paper.as_ref(), wants);
                drawing.map(draw).transpose()
            },
            || {
                has_preview.then(|| {
                    Picture::of(|| preview(&answer.cut, pictures, answer.unit.as_deref()).to_png())
                })
            },
            || {
                self.write_data(&mut outputs, drawing.as_ref())?;
                let manifold = self.write_halves(&mut outputs, document, answer, &mut lost)?;
                self.write_objects(&mut outputs, answer)?;
                self.progress.begin("drawing");
                Ok(manifold)
            },
        );
        let halves = &mut answer.report.halves;
        [
            halves.front.manifold_as_written,
            halves.back.manifold_as_written,
        ] = written?;
        let section = section?.unwrap_or_default();
        self.write_pictures(&mut outputs, &section, notes)?;
        notes.append(lost);
        let space = space.map(Picture::drawn).transpose();
        let space = space.map_err(|error| failure(CutOutput::Preview, &error))?;
        if let Some(space) = space.as_ref().filter(|_| self.wants(CutOutput::Preview)) {
            self.drawn(CutOutput::Preview, space);
            write(&mut outputs, CutOutput::Preview, &space.bytes)?;
        }
        answer.report.written = self.places(&outputs);
        if self.wants(CutOutput::Page) {
            self.begin(CutOutput::Page);
            let content = Content {
                answer,
                on_plane: self.request.on_plane,
                drawing: section.on_screen().map_or("", |svg| svg),
                preview: space.as_ref().map(|space| &*space.bytes),
                is_on_paper: pictures.paper.is_some(),
            };
            let page = page(&content).map_err(|error| failure(CutOutput::Page, &error))?;
            write(&mut outputs, CutOutput::Page, page.as_bytes())?;
        }
        if self.wants(CutOutput::Report) {
            self.begin(CutOutput::Report);
            let file = outputs.create(CutOutput::Report.name())?;
            writeln!(file, "{}", answer.report.to_json())
                .map_err(|error| failure(CutOutput::Report, &error))?;
        }
        self.commit(outputs)
    }

    /// Writes the selected files of a section without halves, and returns their paths.
    pub(crate) fn write_section(
        &self,
        mut outputs: Outputs,
        answer: &SectionAnswer,
        notes: &mut Notes,
    ) -> Result<Vec<String>, CommandError> {
        let objects = answer.cut.objects.iter();
        self.note_unknown_classes(objects.map(|object| &*object.name), notes);
        let drawing = drawing_of_section(self.request, answer);
        let pictures = &self.request.pictures;
        let files = &self.outputs.files;
        let wants = |output| files.contains(output);
        let (section, (), written) = at_once(
            || SectionPictures::of(&drawing, pictures.paper.as_ref(), wants),
            || (),
            || self.write_data(&mut outputs, Some(&drawing)),
        );
        written?;
        self.write_pictures(&mut outputs, &section?, notes)?;
        let places = self.places(&outputs);
        self.commit(outputs)?;
        Ok(places)
    }

    fn wants(&self, output: CutOutput) -> bool {
        self.outputs.files.contains(output)
    }

    /// Returns `true` if the section is drawn: for one of the drawing files, or for `report.html`.
    fn draws(&self) -> bool {
        let files = &self.outputs.files;
        files.contains_any(&CutOutput::SECTION) || files.contains(CutOutput::Page)
    }

    /// Writes the selected files among section.dxf, section.geojson, section.wkt and section.wkb.
    fn write_data(
        &self,
        outputs: &mut Outputs,
        drawing: Option<&Drawing>,
    ) -> Result<(), CommandError> {
        let Some(drawing) = drawing else {
            return Ok(());
        };
        if self.wants(CutOutput::Dxf) {
            self.begin(CutOutput::Dxf);
            drawing
                .write_dxf(outputs.create(CutOutput::Dxf.name())?)
                .map_err(|error| failure(CutOutput::Dxf, &error))?;
        }
        let tables = [CutOutput::GeoJson, CutOutput::Wkt, CutOutput::Wkb];
        if !self.outputs.files.contains_any(&tables) {
            return Ok(());
        }
        let features = drawing.features();
        if self.wants(CutOutput::GeoJson) {
            self.begin(CutOutput::GeoJson);
            features
                .write_geojson(outputs.create(CutOutput::GeoJson.name())?)
                .map_err(|error| failure(CutOutput::GeoJson, &error))?;
        }
        if self.wants(CutOutput::Wkt) {
            self.begin(CutOutput::Wkt);
            features
                .write_wkt(outputs.create(CutOutput::Wkt.name())?)
                .map_err(|error| failure(CutOutput::Wkt, &error))?;
        }
        if self.wants(CutOutput::Wkb) {
            self.begin(CutOutput::Wkb);
            features
                .write_wkb(outputs.create(CutOutput::Wkb.name())?)
                .map_err(|error| failure(CutOutput::Wkb, &error))?;
        }
        Ok(())
    }

    /// Writes the selected halves, unless they are empty. Adds a note for content that their format cannot hold.
    /// Returns the value of `manifold_as_written` in the report, for each written half.
    fn write_halves(
        &self,
        outputs: &mut Outputs,
        document: &Document,
        answer: &CutAnswer,
        notes: &mut Notes,
    ) -> Result<[Option<bool>; 2], CommandError> {
        let format = answer.format;
        let mut manifold = [None; 2];
        for ((output, scene), manifold) in [
            (CutOutput::Front, &answer.cut.front),
            (CutOutput::Back, &answer.cut.back),
        ]
        .into_iter()
        .zip(&mut manifold)
        {
            if !self.wants(output) {
                continue;
            }
            let stem = output.name();
            if scene.objects().next().is_none() {
                self.note_older_files(format, output, notes);
                continue;
            }
            let name = format!("{stem}.{format}");
            self.progress.begin(&format!("writing {name}"));
            let written = transect_io::write_scene(scene, document, format, outputs, stem)?;
            *manifold = written.manifold;
            let losses = written.losses;
            if !losses.is_empty() {
                notes.add(format!("{name} cannot hold {}", losses.join(", ")));
            }
        }
        Ok(manifold)
    }

    /// Writes the table of objects.
    fn write_objects(&self, outputs: &mut Outputs, answer: &CutAnswer) -> Result<(), CommandError> {
        if self.wants(CutOutput::Objects) {
            self.begin(CutOutput::Objects);
            let file = outputs.create(CutOutput::Objects.name())?;
            objects::write(&answer.cut, &answer.report, file)
                .map_err(|error| failure(CutOutput::Objects, &error))?;
        }
        Ok(())
    }

    /// Writes the selected pictures of the section: `section.svg`, `section.png` and `section.pdf`.
    ///
    /// If the section has too many objects for a PNG picture, adds a note instead of writing `section.png`.
    fn write_pictures(
        &self,
        outputs: &mut Outputs,
        pictures: &SectionPictures,
        notes: &mut Notes,
    ) -> Result<(), CommandError> {
        if let Some(svg) = pictures.svg.as_ref().filter(|_| self.wants(CutOutput::Svg)) {
            self.drawn(CutOutput::Svg, svg);
            write(outputs, CutOutput::Svg, svg.bytes.as_bytes())?;
        }
        if let Some(png) = &pictures.png {
            self.drawn(CutOutput::Png, png);
            match &png.bytes {
                Ok(bytes) => write(outputs, CutOutput::Png, bytes)?,
                Err(error) => notes.add(format!(
                    "{} is not written: {error}; {} has no such limit",
                    CutOutput::Png.name(),
                    CutOutput::Svg.name()
                )),
            }
        }
        if let Some(pdf) = &pictures.pdf {
            self.drawn(CutOutput::Pdf, pdf);
            write(outputs, CutOutput::Pdf, &pdf.bytes)?;
        }
        Ok(())
    }

    /// Returns the paths of all files that the command writes, in the order in which `CutOutput` lists them.
    fn places(&self, outputs: &Outputs) -> Vec<String> {
        let last = [CutOutput::Page, CutOutput::Report].into_iter();
        let last = last.filter(|&output| self.wants(output));
        let last = last.map(|output| self.outputs.folder.path.join(output.name()));
        let places = in_order(outputs.targets().into_iter().chain(last).collect());
        let places = places.into_iter();
        places.map(|path| path.display().to_string()).collect()
    }

    /// Moves the finished files from temporary names to their final names.
    fn commit(&self, outputs: Outputs) -> Result<(), CommandError> {
        self.progress.begin("moving");
        let places = outputs.commit()?;
        steps::written(&in_order(places), self.progress);
        Ok(())
    }

    fn begin(&self, output: CutOutput) {
        self.progress.begin(&format!("writing {}", output.name()));
    }

    /// Logs the time that drawing a picture took.
    fn drawn<T>(&self, output: CutOutput, picture: &Picture<T>) {
        let step = format!("writing {}", output.name());
        self.progress.add(&step, picture.took);
    }

    /// Adds a note for each class of `--hide` that no object has, because the class is probably misspelt.
    fn note_unknown_classes<'n>(&self, names: impl Iterator<Item = &'n str>, notes: &mut Notes) {
        let classes: BTreeSet<&str> = names.map(class_of).collect();
        let meant = |hidden: &str| {
            let meant = nearest(hidden, classes.iter().copied());
            meant.map_or(String::new(), |meant| format!("is {meant} meant? "))
        };
        let hidden = self.request.pictures.hidden.iter();
        for hidden in hidden.filter(|hidden| !classes.contains(hidden.as_str())) {
            let listed: Vec<&str> = classes.iter().copied().take(CLASSES).collect();
            let more = if classes.len() > CLASSES { ", …" } else { "" };
            notes.add(format!(
                "--hide {hidden}: no object has this class; {}classes: {}{more}",
                meant(hidden),
                if listed.is_empty() {
                    "none".into()
                } else {
                    listed.join(", ")
                },
            ));
        }
    }

    /// Adds a note for each file that an earlier cut left in the folder for `half`, which is empty in this cut. No file
    /// is written for an empty half.
    fn note_older_files(&self, format: Format, half: CutOutput, notes: &mut Notes) {
        for name in half.files(format) {
            let path = self.outputs.folder.path.join(name);
            if path.exists() {
                notes.add(format!(
                    "{} is from an earlier cut; in this cut, that half is empty",
                    path.display()
                ));
            }
        }
    }
}

/// Returns the paths sorted as `CutOutput` lists the outputs. Paths of the same output keep their order.
fn in_order(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    paths.sort_by_key(|path| CutOutput::of_file(path));
    paths
}
