//! `report.html`: the report as one page to read, print and share.
//!
//! The page has no scripts and loads no other files. All HTML ids of the page begin with `report-`, except those in the
//! drawing of the section.

mod filters;
mod gauge;
mod tables;

use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::page::gauge::Gauge;
use crate::page::tables::{ClassRow, FileForm, OpenRow, classes, files, open};
use transect_report::OnPlaneRule;
use transect_report::checks::{Check, Kind, checks, verdict};
use transect_report::file_name::file_name;
use transect_report::numbers::{coordinate, counted, grouped, measured};
use transect_report::outputs::CutOutput;
use transect_report::report::{HalfReport, HalvesReport, ObjectReport, Report};
use transect_report::request::CutAnswer;
use transect_report::unit::Units;

/// The largest number of objects for which the page lists all objects. If a model has more objects, the page lists only
/// the cut objects.
const OBJECTS: usize = 2000;

/// The largest number of rows of a list of objects that the page shows at once. A longer list is closed until a reader
/// opens it, and a closed list is not printed.
const LISTED: usize = 12;

/// The contents of `report.html`.
pub(crate) struct Content<'a> {
    pub(crate) answer: &'a CutAnswer,
    pub(crate) on_plane: OnPlaneRule,
    /// The drawing of the section: the text of `section.svg`.
    pub(crate) drawing: &'a str,
    /// The bytes of `preview.png`, if there is a preview.
    pub(crate) preview: Option<&'a [u8]>,
    /// `true` if `section.svg` and `section.png` are laid out on paper (`--paper`), not for screens.
    pub(crate) is_on_paper: bool,
}

/// The values for the template of `report.html`. The template escapes all of them except the drawing, which is already
/// escaped.
#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    report: &'a Report,
    title: String,
    front_is: String,
    verdict: Check,
    shares: [(&'static str, usize); 3],
    remarks: String,
    drawing: &'a str,
    section_caption: String,
    preview: Option<String>,
    preview_text: String,
    units: Units,
    facts: Vec<(&'static str, String)>,
    halves: [(&'static str, &'a HalfReport); 2],
    /// The volumes of the two halves, if both are positive.
    volumes: Option<Volumes>,
    checks: Vec<Check>,
    gauge: Option<Gauge>,
    assumptions: Vec<&'a str>,
    open: Vec<OpenRow<'a>>,
    classes: Vec<ClassRow<'a>>,
    /// `true` if `objects.csv` is written beside the page.
    has_objects: bool,
    /// `true` if `report.json` is written beside the page.
    has_report: bool,
    files: Vec<(String, &'static str)>,
    shortened: bool,
    objects: Vec<&'a ObjectReport>,
    version: &'static str,
}

/// Returns `report.html` as text.
pub(crate) fn page(content: &Content<'_>) -> Result<String, askama::Error> {
    let CutAnswer {
        cut, report, unit, ..
    } = content.answer;
    let units = Units::of(unit.as_deref());
    let names = report.source.iter().map(|source| file_name(&source.path));
    let title = names.collect::<Vec<String>>().join(", ");
    let counts = &report.objects;
    let shortened = counts.total > OBJECTS;
    let listed = |object: &&ObjectReport| !shortened || object.side == "on";
    let page = Page {
        report,
        front_is: front_is(report.plane.normal),
        verdict: verdict(report),
        shares: [
            ("front", counts.front),
            ("on", counts.on),
            ("back", counts.back),
        ],
        remarks: remarks(report),
        drawing: content.drawing,
        section_caption: section_caption(content, &units),
        preview: content.preview.map(|bytes| STANDARD.encode(bytes)),
        preview_text: format!(
            "{title}, cut at {}: the half beyond the plane is solid, the near half is transparent",
            report.plane.text
        ),
        facts: facts(content, &units),
        halves: [
            ("In front", &report.halves.front),
            ("Behind", &report.halves.back),
        ],
        volumes: volumes(report),
        checks: checks(report, &units),
        gauge: Gauge::of(&report.certificate.sums),
        assumptions: assumptions(report),
        open: open(cut, report, content.on_plane),
        classes: classes(report),
        has_objects: has_file(report, CutOutput::Objects),
        has_report: has_file(report, CutOutput::Report),
        files: files(
            &report.written,
            &FileForm {
                is_on_paper: content.is_on_paper,
                has_scale: unit.is_some(),
            },
        ),
        shortened,
        objects: report.objects_list.iter().filter(listed).collect(),
        version: env!("CARGO_PKG_VERSION"),
        title,
        units,
    };
    page.render()
}

/// The volumes of the two halves.
struct Volumes {
    front: f64,
    back: f64,
}

/// Returns the volumes of the two halves for a chart, if both are positive.
fn volumes(report: &Report) -> Option<Volumes> {
    let HalvesReport { front, back } = &report.halves;
    let (front, back) = (front.volume?, back.volume?);
    (front > 0.0 && back > 0.0).then_some(Volumes { front, back })
}

/// Returns `true` if the file of this output is written in the same run as the page.
fn has_file(report: &Report, output: CutOutput) -> bool {
    let written = report.written.iter();
    written
        .map(|path| file_name(path))
        .any(|name| name == output.name())
}

/// Returns the assumptions of the certificate that the page lists: all except those that only explain fields of
/// report.json.
fn assumptions(report: &Report) -> Vec<&str> {
    let all = report.certificate.assumptions.iter().map(String::as_str);
    all.filter(|text| !text.contains("volume_residual"))
        .collect()
}

/// Returns a phrase for the direction in which the front of the plane lies. It is in words, such as "where z is
/// greater", if the plane is perpendicular to an axis.
fn front_is(normal: [f64; 3]) -> String {
    let axes = ["x", "y", "z"].into_iter().zip(normal);
    let along: Vec<(&str, f64)> = axes.filter(|(_, value)| *value != 0.0).collect();
    match along.as_slice() {
        [(axis, value)] if *value > 0.0 => format!("where {axis} is greater"),
        [(axis, _)] => format!("where {axis} is less"),
        _ => {
            let [x, y, z] = normal;
            format!("where the normal ({x}, {y}, {z}) points")
        }
    }
}

/// Returns the remarks about cut objects that only touch the plane, and about divided objects. A divided object has
/// parts on both sides and no part on the plane. Without such objects, the text is empty.
fn remarks(report: &Report) -> String {
    let mut remarks = Vec::new();
    let verb = |count: usize, one: &'static str, more: &'static str| match count {
        1 => one,
        _ => more,
    };
    match report.objects.touching {
        0 => {}
        count => remarks.push(format!(
            "{} of the cut objects only {} the plane",
            grouped(count),
            verb(count, "touches", "touch")
        )),
    }
    match report.objects.divided {
        0 => {}
        count => remarks.push(format!(
            "{} of the cut objects {} whole parts on both sides, but no part on the plane",
            grouped(count),
            verb(count, "has", "have")
        )),
    }
    match remarks.is_empty() {
        true => String::new(),
        false => remarks.join("; ") + ".",
    }
}

/// Returns the caption of the drawing. If there is no section to draw, returns the text that replaces the drawing.
fn section_caption(content: &Content<'_>, units: &Units) -> String {
    let CutAnswer { cut, report, .. } = content.answer;
    let (objects, section) = (&report.objects, &report.section);
    if objects.on == 0 {
        return match (objects.front, objects.back) {
            (_, 0) => "Everything lies in front of the plane, so there is no section.".into(),
            (0, _) => "Everything lies behind the plane, so there is no section.".into(),
            _ => "The plane passes between the objects, so there is no section.".into(),
        };
    }
    let chains = match section.open_chains {
        0 => String::new(),
        count => {
            let met = cut
                .objects
                .iter()
                .filter_map(|object| object.details.as_ref());
            let side = content.on_plane.side();
            let sections = met.map(|met| met.sections.counting_on_as(side));
            let with_chains = sections.filter(|section| !section.open_chains.is_empty());
            format!(
                "; {} in {}: outlines that do not close, with red dots at their open ends",
                counted(count, "open chain"),
                counted(with_chains.count(), "object")
            )
        }
    };
    format!(
        "{}, area {}{}, perimeter {}{}{chains}.",
        counted(section.loops, "closed outline"),
        measured(section.area),
        units.area,
        measured(section.perimeter),
        units.length,
    )
}

/// Returns the labels and values of the page's list of properties, such as the size of the model and the area of the
/// section.
fn facts(content: &Content<'_>, units: &Units) -> Vec<(&'static str, String)> {
    let CutAnswer {
        report,
        totals,
        unit,
        ..
    } = content.answer;
    let sources = report.source.iter().map(|source| {
        let bytes = usize::try_from(source.bytes).unwrap_or(usize::MAX);
        let name = file_name(&source.path);
        format!("{name} ({}, {})", source.format, counted(bytes, "byte"))
    });
    let section = &report.section;
    let area = |value: f64| format!("{}{}", measured(value), units.area);
    let (here, there) = match section.on_plane {
        "front" => ("Area just behind the plane", "Area just in front of it"),
        _ => ("Area just in front of the plane", "Area just behind it"),
    };
    let mut facts = vec![
        ("Read", sources.collect::<Vec<String>>().join(", ")),
        ("Triangles", grouped(totals.triangles)),
    ];
    if let Some(bounds) = &totals.bounds {
        let [min, max] = [bounds.min(), bounds.max()];
        let size: [f64; 3] = std::array::from_fn(|axis| max[axis] - min[axis]);
        let largest = size.into_iter().fold(0.0, f64::max);
        let text = |numbers: [f64; 3]| numbers.map(|c| coordinate(c, largest)).join(", ");
        facts.push((
            "Bounds",
            format!("({}) – ({}){}", text(min), text(max), units.length),
        ));
        let size = size.map(|c| coordinate(c, largest)).join(" × ");
        facts.push(("Size", size + &units.length));
    }
    facts.push((
        "Unit",
        unit.as_deref()
            .unwrap_or("not known; numbers are in file units")
            .to_string(),
    ));
    if report.objects.on == 0 {
        return facts;
    }
    facts.push((here, area(section.area)));
    if section.area != section.area_other_limit {
        facts.push((there, area(section.area_other_limit)));
    }
    facts.push((
        "Outlines",
        format!(
            "{}, {}",
            counted(section.loops, "closed loop"),
            counted(section.open_chains, "open chain")
        ),
    ));
    let perimeter = format!("{}{}", measured(section.perimeter), units.length);
    facts.push(("Perimeter of the loops", perimeter));
    facts
}
