//! `report.html`: the report as one page to read, print and share.
//!
//! The page has no scripts and loads no other files. All HTML ids of the page begin with `report-`, except those in the
//! drawing of the section.

mod filters;
mod gauge;
mod ids;
mod tables;

use std::borrow::Cow;

use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::page::gauge::Gauge;
use crate::page::ids::prefixed;
use crate::page::tables::{
    ClassRow, FileForm, ObjectRow, OpenRow, Share, classes, files, open, shares,
};
use transect_report::checks::{Check, Kind, checks, verdict};
use transect_report::file_name::file_name;
use transect_report::numbers::{coordinate, counted, grouped, measured};
use transect_report::outputs::CutOutput;
use transect_report::plane_report::PlaneOfCut;
use transect_report::planes::{CutKind, CutPlanes};
use transect_report::report::{ObjectReport, PartReport, Report};
use transect_report::request::CutAnswer;
use transect_report::unit::Units;

/// The largest number of objects for which the page lists all objects. If a model has more objects, the page lists only
/// the cut objects.
const OBJECTS: usize = 2000;

/// The largest number of rows of a list of objects that the page shows at once. A longer list is closed until a reader
/// opens it, and a closed list is not printed.
const LISTED: usize = 12;

/// The contents of `report.html`.
pub struct Content<'a> {
    /// The answer of the cut.
    pub answer: &'a CutAnswer,
    /// The planes of the cut.
    pub planes: &'a CutPlanes,
    /// The drawings of sections, each with the index of its plane: the text of `section.svg`.
    pub drawings: Vec<(usize, &'a str)>,
    /// The bytes of `preview.png`, if there is a preview.
    pub preview: Option<&'a [u8]>,
    /// `true` if `section.svg` and `section.png` are laid out on paper (`--paper`), not for screens.
    pub is_on_paper: bool,
    /// `true` if the coordinates are those of a map (`--crs`).
    pub has_crs: bool,
}

/// The values for the template of `report.html`. The template escapes all of them except drawings, which are already
/// escaped.
#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    report: &'a Report,
    title: String,
    /// The label of the planes, and their text.
    planes: [String; 2],
    /// The side on which the front of the only plane lies.
    front_is: Option<String>,
    is_split: bool,
    verdict: Check,
    shares: Vec<Share>,
    remarks: String,
    sections: Vec<SectionView<'a>>,
    /// The text that replaces the sections if no section is drawn.
    nothing: [&'static str; 2],
    preview: Option<String>,
    preview_text: String,
    units: Units,
    facts: Vec<(&'static str, String)>,
    parts: Vec<(&'a str, &'a PartReport)>,
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
    objects: Vec<ObjectRow<'a>>,
    version: &'static str,
}

/// The drawing of a section on the page.
struct SectionView<'a> {
    /// The name of the plane, if there are several.
    heading: Option<String>,
    drawing: Cow<'a, str>,
    caption: String,
}

/// Returns `report.html` as text.
///
/// # Errors
/// Returns the error of the template, which no value of a cut causes.
pub fn page(content: &Content<'_>) -> Result<String, askama::Error> {
    let CutAnswer {
        cut, report, unit, ..
    } = content.answer;
    let units = Units::of(unit.as_deref());
    let names = report.source.iter().map(|source| file_name(&source.path));
    let title = names.collect::<Vec<String>>().join(", ");
    let shortened = report.objects.total > OBJECTS;
    let is_cut = |object: &ObjectReport| object.pieces.len() > 1 || object.side() == "on";
    let listed = |object: &&ObjectReport| !shortened || is_cut(object);
    let is_split = !content.planes.are_several();
    let planes = planes(content.planes, report);
    let first = &report.planes[0];
    let page = Page {
        report,
        front_is: is_split.then(|| front_is(first.plane.normal)),
        is_split,
        verdict: verdict(report),
        shares: shares(report, report.objects_list.iter()),
        remarks: remarks(report),
        sections: sections(content, &units),
        nothing: nothing(report),
        preview: content.preview.map(|bytes| STANDARD.encode(bytes)),
        preview_text: match (is_split, report.objects.inside) {
            (true, _) => format!(
                "{title}, cut at {}: the half beyond the plane is solid, the near half is transparent",
                planes[1]
            ),
            (false, Some(_)) => format!("{title}, cut by a region: {}", planes[1]),
            (false, None) => format!("{title}, the parts moved apart: {}", planes[1]),
        },
        planes,
        facts: facts(content, &units),
        parts: parts(report),
        volumes: volumes(report),
        checks: checks(report, &units),
        gauge: Gauge::of(&report.certificate.sums),
        assumptions: assumptions(report),
        open: open(cut, report),
        classes: classes(report),
        has_objects: has_file(report, CutOutput::Objects),
        has_report: has_file(report, CutOutput::Report),
        files: files(
            &report.written,
            &FileForm {
                is_on_paper: content.is_on_paper,
                has_crs: content.has_crs,
                has_scale: unit.is_some(),
            },
        ),
        shortened,
        objects: report
            .objects_list
            .iter()
            .filter(listed)
            .map(|object| ObjectRow::of(report, object))
            .collect(),
        version: env!("CARGO_PKG_VERSION"),
        title,
        units,
    };
    page.render()
}

/// Returns the label of the planes, and the equation of the only plane or what gave the planes.
fn planes(planes: &CutPlanes, report: &Report) -> [String; 2] {
    match planes.kind {
        CutKind::Plane => ["Plane".into(), report.planes[0].plane.text.clone()],
        CutKind::Division => ["Planes".into(), planes.text.clone()],
        kind => {
            let mut letters = kind.name().chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            let label = first.into_iter().chain(letters).collect();
            [label, planes.text.clone()]
        }
    }
}

/// The volumes of the two halves.
struct Volumes {
    front: f64,
    back: f64,
}

/// Returns the volumes of the two halves for a chart, if both are positive.
fn volumes(report: &Report) -> Option<Volumes> {
    let ([front, back], false) = (&*report.parts, report.has_several_planes()) else {
        return None;
    };
    let (front, back) = (front.volume?, back.volume?);
    (front > 0.0 && back > 0.0).then_some(Volumes { front, back })
}

/// Returns the parts with their names on the page.
fn parts(report: &Report) -> Vec<(&str, &PartReport)> {
    let name = |part: &PartReport| match (report.has_several_planes(), &*part.name) {
        (false, "front") => "In front",
        (false, _) => "Behind",
        (true, _) => "",
    };
    let parts = report.parts.iter();
    parts
        .map(|part| match name(part) {
            "" => (&*part.name, part),
            name => (name, part),
        })
        .collect()
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
/// parts on both sides and no part on the plane. Without such objects, and with several planes, the text is empty.
fn remarks(report: &Report) -> String {
    let mut remarks = Vec::new();
    let verb = |count: usize, one: &'static str, more: &'static str| match count {
        1 => one,
        _ => more,
    };
    let ([plane], false) = (&*report.planes, report.has_several_planes()) else {
        return String::new();
    };
    match plane.objects.touching {
        0 => {}
        count => remarks.push(format!(
            "{} of the cut objects only {} the plane",
            grouped(count),
            verb(count, "touches", "touch")
        )),
    }
    match plane.objects.divided {
        0 => {}
        count => remarks.push(format!(
            "{} of the cut objects {} whole parts on both sides, but no part on the plane",
            grouped(count),
            verb(count, "has", "have")
        )),
    }
    if remarks.is_empty() {
        String::new()
    } else {
        remarks.join("; ") + "."
    }
}

/// Returns the drawings with their captions. The only plane has none if it meets no object.
fn sections<'a>(content: &Content<'a>, units: &Units) -> Vec<SectionView<'a>> {
    let report = &content.answer.report;
    let is_shown =
        |plane: usize| report.has_several_planes() || report.planes[plane].objects.on > 0;
    let drawings = content.drawings.iter();
    let drawings = drawings.filter(|(plane, _)| is_shown(*plane));
    let views = drawings.map(|&(plane, drawing)| {
        let own = &report.planes[plane];
        SectionView {
            heading: report
                .has_several_planes()
                .then(|| match own.name.parse::<usize>() {
                    Ok(number) => format!("Plane {number}: {}", own.plane.text),
                    Err(_) => format!("{}: {}", own.name, own.plane.text),
                }),
            drawing: if !report.has_several_planes() {
                Cow::Borrowed(drawing)
            } else {
                Cow::Owned(prefixed(drawing, &format!("plane-{}", own.number)))
            },
            caption: caption(report, own, units),
        }
    });
    views.collect()
}

/// Returns the caption of the drawing of a section.
fn caption(report: &Report, plane: &PlaneOfCut, units: &Units) -> String {
    let Some(section) = &plane.section else {
        let area = plane.cap_area.map_or(String::new(), |area| {
            format!(", area of the cut faces {}{}", measured(area), units.area)
        });
        return format!("{} cut{area}.", counted(plane.objects.cut, "object"));
    };
    let chains = match section.open_chains {
        0 => String::new(),
        count => {
            let met = report.objects_list.iter().flat_map(|object| &object.met);
            let own = met.filter(|met| met.plane == plane.number);
            let with_chains = own.filter(|met| met.open_chains.is_some_and(|own| own > 0));
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

/// Returns the text that replaces the sections if no section is drawn: the planes cut no object, and the reason.
fn nothing(report: &Report) -> [&'static str; 2] {
    let objects = &report.planes[0].objects;
    match (report.has_several_planes(), objects.front, objects.back) {
        (true, ..) => ["No plane cuts an object.", ""],
        (false, _, 0) => [
            "The plane cuts no object.",
            "Everything lies in front of the plane, so there is no section.",
        ],
        (false, 0, _) => [
            "The plane cuts no object.",
            "Everything lies behind the plane, so there is no section.",
        ],
        _ => [
            "The plane cuts no object.",
            "The plane passes between the objects, so there is no section.",
        ],
    }
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
    let ([plane], false) = (&*report.planes, report.has_several_planes()) else {
        facts.push(("Planes", grouped(report.planes.len())));
        return facts;
    };
    let Some(section) = plane.section.as_ref().filter(|_| plane.objects.on > 0) else {
        return facts;
    };
    let area = |value: f64| format!("{}{}", measured(value), units.area);
    let (here, there) = match section.on_plane {
        "front" => ("Area just behind the plane", "Area just in front of it"),
        _ => ("Area just in front of the plane", "Area just behind it"),
    };
    facts.push((here, area(section.area)));
    if measured(section.area) != measured(section.signed_area) {
        facts.push((
            "Sum of the signed areas of all outlines",
            area(section.signed_area),
        ));
    }
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
    let length = |value: f64| format!("{}{}", measured(value), units.length);
    facts.push(("Perimeter", length(section.perimeter)));
    if let Some(material) = &section.material {
        facts.push((
            "Material, without rooms and openings",
            format!(
                "area {}, {}, perimeter {}",
                area(material.area),
                counted(material.loops, "closed loop"),
                length(material.perimeter)
            ),
        ));
    }
    facts
}
