//! What `-o DIR` writes: the section, the halves, the objects and the report; all of them, or none.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use transect::scene::{Scene, SceneCut};
use transect_draw::Drawing;
use transect_io::{Document, Format, Outputs};

use crate::arguments::CutArguments;
use crate::drawing::drawing;
use crate::failure::Failure;
use crate::nearest::nearest;
use crate::notes::Notes;
use crate::objects;
use crate::progress::Progress;
use crate::report::Report;
use crate::steps;
use crate::summary::file_name;

/// How many classes a note lists before it says that there are more.
const CLASSES: usize = 12;

const DRAWING: &str = "section.svg";
const DXF: &str = "section.dxf";
const GEOJSON: &str = "section.geojson";
const WKT: &str = "section.wkt";
const OBJECTS: &str = "objects.csv";
const REPORT: &str = "report.json";

/// The names of all files that may be written.
pub(crate) fn names(format: Format) -> Vec<String> {
    let mut names = [DRAWING, DXF, GEOJSON, WKT].map(String::from).to_vec();
    names.extend(transect_io::file_names(format, "front"));
    names.extend(transect_io::file_names(format, "back"));
    names.push(OBJECTS.to_string());
    names.push(REPORT.to_string());
    names
}

/// A file that could not be written.
fn failure(name: &str, error: &std::io::Error) -> Failure {
    Failure::new(format!("{name}: {error}"))
}

/// What is to be written, and how.
pub(crate) struct Task<'a> {
    pub(crate) arguments: &'a CutArguments,
    pub(crate) format: Format,
    pub(crate) unit: Option<&'a str>,
    pub(crate) progress: &'a Progress,
}

impl Task<'_> {
    /// Writes all files, and into the report which ones; the halves are taken out of the cut. The
    /// document lends all but its scene.
    pub(crate) fn write(
        &self,
        mut outputs: Outputs,
        mut document: Document,
        cut: &mut SceneCut,
        report: &mut Report,
        notes: &mut Notes,
    ) -> Result<(), Failure> {
        self.write_section(&mut outputs, cut, report, notes)?;
        let halves = [
            ("front", std::mem::take(&mut cut.front)),
            ("back", std::mem::take(&mut cut.back)),
        ];
        for (stem, scene) in halves {
            if scene.objects().next().is_none() {
                self.look_for_older_files(stem, notes);
                continue;
            }
            let name = format!("{stem}.{}", self.format);
            self.begin(&name);
            document.scene = scene;
            let losses = transect_io::write(&document, self.format, &mut outputs, stem)?;
            document.scene = Scene::default();
            if !losses.is_empty() {
                notes.add(format!("{name} cannot hold {}", losses.join(", ")));
            }
        }
        self.begin(OBJECTS);
        objects::write(cut, report, outputs.create(OBJECTS)?)
            .map_err(|error| Failure::new(format!("{OBJECTS}: {error}")))?;
        let written = outputs.targets().into_iter();
        let written = written.chain([self.folder().join(REPORT)]);
        report.written = written.map(|path| path.display().to_string()).collect();
        self.begin(REPORT);
        let file = outputs.create(REPORT)?;
        writeln!(file, "{}", report.to_json()).map_err(|error| failure(REPORT, &error))?;
        self.progress.begin("moving");
        let places = outputs.commit()?;
        steps::written(&places, self.progress);
        Ok(())
    }

    /// Writes the section: for eyes, for CAD, for maps, for databases.
    fn write_section(
        &self,
        outputs: &mut Outputs,
        cut: &SceneCut,
        report: &Report,
        notes: &mut Notes,
    ) -> Result<(), Failure> {
        self.begin(DRAWING);
        let drawing = self.drawing(cut, report);
        self.look_for_hidden_classes(&drawing, notes);
        drawing
            .write_to(outputs.create(DRAWING)?)
            .map_err(|error| failure(DRAWING, &error))?;
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
            .map_err(|error| failure(WKT, &error))
    }

    fn begin(&self, name: &str) {
        self.progress.begin(&format!("writing {name}"));
    }

    fn folder(&self) -> &Path {
        self.arguments.output.as_deref().unwrap_or(Path::new("."))
    }

    fn drawing(&self, cut: &SceneCut, report: &Report) -> Drawing {
        let files: Vec<String> = report
            .source
            .iter()
            .map(|source| file_name(&source.path))
            .collect();
        drawing(
            cut,
            files.join(", "),
            self.arguments.on_plane,
            self.unit,
            &self.arguments.hide,
        )
    }

    /// A class that no cut object has cannot be hidden: most likely its name is misspelt.
    fn look_for_hidden_classes(&self, drawing: &Drawing, notes: &mut Notes) {
        let classes: BTreeSet<&str> = drawing.items.iter().map(|item| item.class()).collect();
        let meant = |hidden: &str| {
            let meant = nearest(hidden, classes.iter().copied());
            meant.map_or(String::new(), |meant| format!("is {meant} meant? "))
        };
        for hidden in self
            .arguments
            .hide
            .iter()
            .filter(|hidden| !classes.contains(hidden.as_str()))
        {
            let listed: Vec<&str> = classes.iter().copied().take(CLASSES).collect();
            let more = if classes.len() > CLASSES { ", …" } else { "" };
            notes.add(format!(
                "--hide {hidden}: no object of this class is cut; {}there are: {}{more}",
                meant(hidden),
                if listed.is_empty() {
                    "none".into()
                } else {
                    listed.join(", ")
                },
            ));
        }
    }

    /// An empty half has no file; one from an earlier run may lie where it would be.
    fn look_for_older_files(&self, stem: &str, notes: &mut Notes) {
        for name in transect_io::file_names(self.format, stem) {
            let path = self.folder().join(name);
            if path.exists() {
                notes.add(format!(
                    "{} is from an earlier cut: in this one nothing lies on that side",
                    path.display()
                ));
            }
        }
    }
}
