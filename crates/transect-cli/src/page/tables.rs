//! The rows of the tables in `report.html`: open objects, classes and files.

use std::collections::BTreeMap;
use std::path::Path;

use transect::scene::SceneCut;
use transect_draw::class_of;

use transect_report::OnPlaneRule;
use transect_report::file_name::file_name;
use transect_report::report::Report;

/// The table row of an open object: an object whose mesh is not closed.
pub(super) struct OpenRow<'a> {
    pub(super) name: &'a str,
    pub(super) side: &'static str,
    pub(super) loops: usize,
    pub(super) chains: usize,
    pub(super) edges: usize,
}

/// Returns the rows of all open objects, cut objects first.
pub(super) fn open<'a>(
    cut: &SceneCut,
    report: &'a Report,
    on_plane: OnPlaneRule,
) -> Vec<OpenRow<'a>> {
    let both = cut.objects.iter().zip(&report.objects_list);
    let rows = both
        .filter(|(_, answer)| !answer.closed)
        .map(|(object, answer)| OpenRow {
            name: &answer.name,
            side: answer.side,
            loops: answer.loops,
            chains: object.details.as_ref().map_or(0, |met| {
                let section = met.sections.counting_on_as(on_plane.side());
                section.open_chains.len()
            }),
            edges: object.front.open_edges + object.back.open_edges,
        });
    let mut rows: Vec<OpenRow<'_>> = rows.collect();
    rows.sort_by_key(|row| row.side != "on");
    rows
}

/// The table row of a class: the number of its objects on each side, and the area of their sections.
pub(super) struct ClassRow<'a> {
    pub(super) name: &'a str,
    pub(super) front: usize,
    pub(super) on: usize,
    pub(super) back: usize,
    pub(super) area: f64,
}

impl ClassRow<'_> {
    pub(super) fn total(&self) -> usize {
        self.front + self.on + self.back
    }

    /// Returns the numbers of objects in front, on the plane and behind, each with its CSS class in the chart.
    pub(super) fn shares(&self) -> [(&'static str, usize); 3] {
        [("front", self.front), ("on", self.on), ("back", self.back)]
    }
}

/// Returns the rows of all classes of objects, the most frequent class first.
pub(super) fn classes(report: &Report) -> Vec<ClassRow<'_>> {
    let mut classes: BTreeMap<&str, ClassRow<'_>> = BTreeMap::new();
    for object in &report.objects_list {
        let name = class_of(&object.name);
        let row = classes.entry(name).or_insert(ClassRow {
            name,
            front: 0,
            on: 0,
            back: 0,
            area: 0.0,
        });
        match object.side {
            "front" => row.front += 1,
            "on" => row.on += 1,
            _ => row.back += 1,
        }
        row.area += object.section_area;
    }
    let mut classes: Vec<ClassRow<'_>> = classes.into_values().collect();
    classes.sort_by_key(|row| std::cmp::Reverse(row.total()));
    classes
}

/// The form of the drawings of the section.
pub(super) struct FileForm {
    /// `true` if `section.svg` and `section.png` are laid out on paper (`--paper`), not for screens.
    pub(super) is_on_paper: bool,
    /// `true` if the unit of length is known, so that drawings on paper are to scale.
    pub(super) has_scale: bool,
}

/// Returns the names of written files, each with a description.
pub(super) fn files(paths: &[String], form: &FileForm) -> Vec<(String, &'static str)> {
    let names = paths.iter().map(|path| file_name(path));
    names
        .map(|name| (name.clone(), what(&name, form)))
        .collect()
}

/// Returns the description of the output file with this name.
fn what(name: &str, form: &FileForm) -> &'static str {
    let extension = Path::new(name).extension().and_then(|e| e.to_str());
    match (name, extension.unwrap_or_default()) {
        ("section.svg", _) if form.is_on_paper && form.has_scale => {
            "the drawing of the section on paper, to scale"
        }
        ("section.svg", _) if form.is_on_paper => "the drawing of the section on paper",
        ("section.svg", _) => "the drawing of the section",
        ("section.png", _) => "the same drawing as pixels",
        ("section.pdf", _) if form.has_scale => "the section on paper, to scale",
        ("section.pdf", _) => "the section on paper",
        ("section.dxf", _) => "the section for CAD, with one layer per class",
        ("section.geojson", _) => "the section as polygons, with one feature per object",
        ("section.wkt" | "section.wkb", _) => "the section as polygons for databases",
        ("preview.png", _) => "the view of the cut model",
        ("objects.csv", _) => "one row per object: side, volumes, bounds, distances",
        ("report.json", _) => "all numbers, for programs",
        ("report.html", _) => "this page",
        (_, "mtl") => "the materials of the half of the same name",
        (name, _) if name.starts_with("front.") => "the half in front of the plane",
        (name, _) if name.starts_with("back.") => "the half behind the plane",
        _ => "",
    }
}
