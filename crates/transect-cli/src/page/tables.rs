//! The rows of the tables in `report.html`: open objects, classes and files.

use std::collections::BTreeMap;
use std::path::Path;

use transect_draw::class_of;
use transect_mesh::EdgeSum;
use transect_mesh::scene::SceneCut;

use transect_report::file_name::file_name;
use transect_report::numbers::measured;
use transect_report::report::{MetReport, ObjectReport, Report};

/// The table row of an open object: an object whose mesh is not closed.
pub(super) struct OpenRow<'a> {
    pub(super) name: &'a str,
    pub(super) place: String,
    pub(super) loops: usize,
    pub(super) chains: usize,
    /// `None` if there are too many to count.
    pub(super) edges: Option<usize>,
}

/// Returns the rows of all open objects, cut objects first.
pub(super) fn open<'a>(cut: &SceneCut, report: &'a Report) -> Vec<OpenRow<'a>> {
    let both = cut.objects.iter().zip(&report.objects_list);
    let both = both.filter(|(_, answer)| !answer.closed);
    let rows = both.map(|(object, answer)| {
        let sum = |count: fn(&MetReport) -> Option<usize>| -> usize {
            answer.met.iter().filter_map(count).sum()
        };
        let edges = object.pieces.iter().map(|(_, piece)| piece.open_edges);
        let is_counted = edges.clone().all(|count| count != EdgeSum::UNCOUNTED);
        let row = OpenRow {
            name: &answer.name,
            place: place(report, answer),
            loops: sum(|met| met.loops),
            chains: sum(|met| met.open_chains),
            edges: is_counted.then(|| edges.sum()),
        };
        (object.details.is_none(), row)
    });
    let mut rows: Vec<(bool, OpenRow<'_>)> = rows.collect();
    rows.sort_by_key(|(is_whole, _)| *is_whole);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Returns the place of an object in one word: its side of the only plane, its relation to the region, or whether it is cut.
fn place(report: &Report, object: &ObjectReport) -> String {
    if !report.has_several_planes() {
        return object.side().into();
    }
    let cut = if object.pieces.len() > 1 {
        "cut"
    } else {
        "whole"
    };
    object.relation.unwrap_or(cut).into()
}

/// The number of objects in one of up to three places, with the label and the CSS class of the place.
#[derive(Clone, Copy)]
pub(super) struct Share {
    pub(super) class: &'static str,
    pub(super) label: &'static str,
    pub(super) count: usize,
}

/// Returns the places of objects, without objects: the sides of the only plane, the relations to the region, or cut and whole.
/// Each place has the word that [`place`] returns.
fn places(report: &Report) -> Vec<(&'static str, Share)> {
    let share = |class, label| Share {
        class,
        label,
        count: 0,
    };
    let has_region = report.objects.inside.is_some();
    match (report.has_several_planes(), has_region) {
        (false, _) => vec![
            ("front", share("front", "In front")),
            ("on", share("on", "On")),
            ("back", share("back", "Behind")),
        ],
        (true, true) => vec![
            ("inside", share("front", "Inside")),
            ("meets", share("on", "Meets")),
            ("outside", share("back", "Outside")),
        ],
        (true, false) => vec![
            ("cut", share("on", "Cut")),
            ("whole", share("back", "Whole")),
        ],
    }
}

/// Returns the numbers of objects in each place.
pub(super) fn shares<'a>(
    report: &Report,
    objects: impl Iterator<Item = &'a ObjectReport>,
) -> Vec<Share> {
    let mut shares = places(report);
    for object in objects {
        let own = place(report, object);
        // An object without triangles has no relation, and its node is in the first part.
        let index = shares
            .iter()
            .position(|(word, _)| *word == own)
            .unwrap_or(0);
        shares[index].1.count += 1;
    }
    shares.into_iter().map(|(_, share)| share).collect()
}

/// The table row of a class: the number of its objects in each place, and the area of their sections.
pub(super) struct ClassRow<'a> {
    pub(super) name: &'a str,
    pub(super) shares: Vec<Share>,
    pub(super) area: f64,
}

impl ClassRow<'_> {
    pub(super) fn total(&self) -> usize {
        self.shares.iter().map(|share| share.count).sum()
    }
}

/// Returns the rows of all classes of objects, the most frequent class first.
pub(super) fn classes(report: &Report) -> Vec<ClassRow<'_>> {
    let mut classes: BTreeMap<&str, Vec<&ObjectReport>> = BTreeMap::new();
    for object in &report.objects_list {
        classes
            .entry(class_of(&object.name))
            .or_default()
            .push(object);
    }
    let rows = classes.into_iter().map(|(name, objects)| ClassRow {
        name,
        shares: shares(report, objects.iter().copied()),
        area: objects
            .iter()
            .fold(0.0, |sum, own| sum + own.section_area()),
    });
    let mut rows: Vec<ClassRow<'_>> = rows.collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.total()));
    rows
}

/// The table row of an object.
pub(super) struct ObjectRow<'a> {
    pub(super) name: &'a str,
    pub(super) place: String,
    pub(super) is_closed: bool,
    pub(super) loops: usize,
    pub(super) area: f64,
    /// The volumes in both halves, if one plane cuts.
    pub(super) volume_front: Option<f64>,
    pub(super) volume_back: Option<f64>,
    /// The names of the parts, with the volumes in them.
    pub(super) pieces: String,
}

impl<'a> ObjectRow<'a> {
    /// Returns the row of an object.
    pub(super) fn of(report: &Report, object: &'a ObjectReport) -> Self {
        let mut place = place(report, object);
        if let ([met], false) = (&*object.met, report.has_several_planes()) {
            place += if met.touching { ", touching" } else { "" };
            place += if met.divided { ", divided" } else { "" };
        }
        let pieces = object.pieces.iter().map(|piece| match piece.volume {
            Some(volume) => format!("{} {}", piece.part, measured(volume)),
            None => piece.part.clone(),
        });
        Self {
            name: &object.name,
            place,
            is_closed: object.closed,
            loops: object.met.iter().filter_map(|met| met.loops).sum(),
            area: object.section_area(),
            volume_front: object.volume_in("front"),
            volume_back: object.volume_in("back"),
            pieces: pieces.collect::<Vec<String>>().join(", "),
        }
    }
}

/// The form of the drawings of the section.
pub(super) struct FileForm {
    /// `true` if `section.svg` and `section.png` are laid out on paper (`--paper`), not for screens.
    pub(super) is_on_paper: bool,
    /// `true` if the unit of length is known, so that drawings on paper are to scale.
    pub(super) has_scale: bool,
    /// `true` if the coordinates are those of a map (`--crs`), so that the files for databases are in the extended formats.
    pub(super) has_crs: bool,
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
    let extension = extension.unwrap_or_default();
    // With several planes, the name of a plane follows.
    let is_section = name.starts_with("section-");
    let of_one = format!("section.{extension}");
    let name = if is_section { &*of_one } else { name };
    match (name, extension) {
        ("section.svg", _) if form.is_on_paper && form.has_scale => {
            "the drawing of the section on paper, to scale"
        }
        ("section.svg", _) if form.is_on_paper => "the drawing of the section on paper",
        ("section.svg", _) => "the drawing of the section",
        ("section.png", _) => "the same drawing as pixels",
        ("section.pdf", _) if form.has_scale => "the section on paper, to scale",
        ("section.pdf", _) => "the section on paper",
        ("section.dxf", _) => "the section for CAD, with one layer per class",
        ("section.geojson", _) => "the section as polygons and lines, for maps",
        ("section.wkt", _) if form.has_crs => "the section for databases, as extended text (EWKT)",
        ("section.wkb", _) if form.has_crs => {
            "the section for databases, as extended binary (EWKB)"
        }
        ("section.wkt" | "section.wkb", _) => "the section as polygons for databases",
        ("preview.png", _) => "the view of the cut model",
        ("objects.csv", _) => "one row per object: side, volumes, bounds, distances",
        ("report.json", _) => "all numbers, for programs",
        ("report.html", _) => "this page",
        (_, "mtl") => "the materials of the part of the same name",
        ("front.stl" | "front.obj" | "front.ply" | "front.glb", _) => "the part in front",
        ("back.stl" | "back.obj" | "back.ply" | "back.glb", _) => "the part behind",
        ("inside.stl" | "inside.obj" | "inside.ply" | "inside.glb", _) => "the part inside",
        ("outside.stl" | "outside.obj" | "outside.ply" | "outside.glb", _) => "the rest",
        _ => "a part",
    }
}
