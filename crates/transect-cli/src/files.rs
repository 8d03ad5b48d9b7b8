//! The files of `-o DIR`: the section, the preview, the halves, the table of objects and the report.
//!
//! Either all of these files are written or none of them.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::Write;

use transect::scene::{Scene, SceneCut};
use transect_draw::class_of;
use transect_io::{Document, Format, Outputs};
use transect_report::CutRequest;
use transect_report::drawing::drawing;
use transect_report::nearest::nearest;
use transect_report::objects;
use transect_report::request::{CutAnswer, Folder};

use crate::error::CommandError;
use crate::notes::Notes;
use crate::page::{Content, page};
use crate::preview::preview;
use crate::progress::Progress;
use crate::steps;

/// The maximum number of object classes that a note lists.
const CLASSES: usize = 12;

const DRAWING: &str = "section.svg";
const PNG: &str = "section.png";
const DXF: &str = "section.dxf";
const GEOJSON: &str = "section.geojson";
const WKT: &str = "section.wkt";
const WKB: &str = "section.wkb";
const PREVIEW: &str = "preview.png";
const OBJECTS: &str = "objects.csv";
const PAGE: &str = "report.html";
const REPORT: &str = "report.json";

/// Returns the names of all files that may be written.
pub(crate) fn names(format: Format) -> Vec<String> {
    let mut names = [DRAWING, PNG, DXF, GEOJSON, WKT, WKB, PREVIEW]
        .map(String::from)
        .to_vec();
    names.extend(transect_io::file_names(format, "front"));
    names.extend(transect_io::file_names(format, "back"));
    names.extend([OBJECTS, PAGE, REPORT].map(String::from));
    names
}

/// Writes a file to the outputs.
fn write(outputs: &mut Outputs, name: &str, bytes: &[u8]) -> Result<(), CommandError> {
    let written = outputs.create(name)?.write_all(bytes);
    written.map_err(|error| failure(name, &error))
}

/// Returns the error for a file that could not be written.
fn failure(name: &str, error: &dyn Error) -> CommandError {
    CommandError::new(format!("{name}: {error}"))
}

/// The outputs of a cut.
pub(crate) struct Files<'a> {
    pub(crate) request: &'a CutRequest,
    pub(crate) folder: &'a Folder,
    pub(crate) progress: &'a Progress,
}

impl Files<'_> {
    /// Writes all files, and lists them in the report.
    ///
    /// The halves are moved out of the cut. All contents of a half except its scene come from the document.
    pub(crate) fn write(
        &self,
        mut outputs: Outputs,
        mut document: Document,
        answer: &mut CutAnswer,
        notes: &mut Notes,
    ) -> Result<(), CommandError> {
        let format = answer.format;
        let drawing = self.write_section(&mut outputs, answer, notes)?;
        self.begin(PREVIEW);
        let picture = preview(&answer.cut, &self.request.pictures).to_png();
        write(&mut outputs, PREVIEW, &picture)?;
        let halves = [
            ("front", std::mem::take(&mut answer.cut.front)),
            ("back", std::mem::take(&mut answer.cut.back)),
        ];
        for (stem, scene) in halves {
            if scene.objects().next().is_none() {
                self.note_older_files(format, stem, notes);
                continue;
            }
            let name = format!("{stem}.{format}");
            self.begin(&name);
            document.scene = scene;
            let losses = transect_io::write(&document, format, &mut outputs, stem)?;
            document.scene = Scene::default();
            if !losses.is_empty() {
                notes.add(format!("{name} cannot hold {}", losses.join(", ")));
            }
        }
        self.begin(OBJECTS);
        objects::write(&answer.cut, &answer.report, outputs.create(OBJECTS)?)
            .map_err(|error| failure(OBJECTS, &error))?;
        let written = outputs.targets().into_iter();
        let written = written.chain([PAGE, REPORT].map(|name| self.folder.path.join(name)));
        answer.report.written = written.map(|path| path.display().to_string()).collect();
        self.write_page(&mut outputs, answer, &drawing, &picture)?;
        self.begin(REPORT);
        let file = outputs.create(REPORT)?;
        writeln!(file, "{}", answer.report.to_json()).map_err(|error| failure(REPORT, &error))?;
        self.progress.begin("moving");
        let places = outputs.commit()?;
        steps::written(&places, self.progress);
        Ok(())
    }

    /// Writes the HTML page of the report.
    fn write_page(
        &self,
        outputs: &mut Outputs,
        answer: &CutAnswer,
        drawing: &str,
        picture: &[u8],
    ) -> Result<(), CommandError> {
        self.begin(PAGE);
        let content = Content {
            answer,
            on_plane: self.request.on_plane,
            drawing,
            preview: Some(picture),
        };
        let page = page(&content).map_err(|error| failure(PAGE, &error))?;
        write(outputs, PAGE, page.as_bytes())
    }

    /// Writes the section as SVG, PNG, DXF, GeoJSON, WKT and WKB, and returns the SVG.
    ///
    /// `section.png` is not written if the section has more objects than pixels can show.
    fn write_section(
        &self,
        outputs: &mut Outputs,
        answer: &CutAnswer,
        notes: &mut Notes,
    ) -> Result<String, CommandError> {
        self.begin(DRAWING);
        let drawing = drawing(self.request, answer);
        self.note_unknown_classes(&answer.cut, notes);
        let svg = drawing.to_svg();
        write(outputs, DRAWING, svg.as_bytes())?;
        self.begin(PNG);
        match drawing.to_png() {
            Ok(picture) => write(outputs, PNG, &picture)?,
            Err(error) => notes.add(format!(
                "{PNG} is not written: {error}; {DRAWING} is complete"
            )),
        }
        self.begin(DXF);
        drawing
            .write_dxf(outputs.create(DXF)?)
            .map_err(|error| failure(DXF, &error))?;
        self.begin(GEOJSON);
        drawing
            .write_geojson(outputs.create(GEOJSON)?)
            .map_err(|error| failure(GEOJSON, &error))?;
        self.begin(WKT);
        drawing
            .write_wkt(outputs.create(WKT)?)
            .map_err(|error| failure(WKT, &error))?;
        self.begin(WKB);
        drawing
            .write_wkb(outputs.create(WKB)?)
            .map_err(|error| failure(WKB, &error))?;
        Ok(svg)
    }

    fn begin(&self, name: &str) {
        self.progress.begin(&format!("writing {name}"));
    }

    /// Adds a note for each class of `--hide` that no object has: the name is probably misspelt.
    fn note_unknown_classes(&self, cut: &SceneCut, notes: &mut Notes) {
        let objects = cut.objects.iter();
        let classes: BTreeSet<&str> = objects.map(|object| class_of(&object.name)).collect();
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

    /// Adds a note for each older file of an empty half: this run writes no file in its place.
    fn note_older_files(&self, format: Format, stem: &str, notes: &mut Notes) {
        for name in transect_io::file_names(format, stem) {
            let path = self.folder.path.join(name);
            if path.exists() {
                notes.add(format!(
                    "{} is from an earlier cut; in this cut, that half is empty",
                    path.display()
                ));
            }
        }
    }
}
