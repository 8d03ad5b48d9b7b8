//! The report of `transect cut` for people: a table of a few lines.

use std::path::Path;

use transect::Side;
use transect_io::Format;

use crate::screen::{BACK, BAD, FRONT, GOOD, ON, Screen};
use transect_report::checks::names;
use transect_report::file_name::file_name;
use transect_report::findings::Severity;
use transect_report::findings::{ObjectFinding, line};
use transect_report::numbers::{coordinate, counted, grouped, measured};
use transect_report::report::{
    HalfReport, ObjectCounts, PlaneReport, Report, SectionReport, SourceReport,
};
use transect_report::request::{CutAnswer, SectionAnswer};
use transect_report::totals::Totals;
use transect_report::unit::Units;

/// The least and the greatest width of the column of labels, in characters. Between them, the column is as wide as the
/// widest label. After a label wider than the greatest width, the contents of its row begin further to the right.
const LABELS: [usize; 2] = [12, 32];
/// The maximum number of findings (errors and notes of the certificate) that the table lists.
const FINDINGS: usize = 8;

/// Returns the plane as an equation, as the three points that define it, or as its point and its normal if the equation
/// would be rounded.
pub(crate) fn plane(plane: &PlaneReport) -> String {
    match (&plane.through, &plane.at) {
        (Some(points), _) => through(points),
        (None, Some(at)) if plane.is_rounded => self::at(&at.point, &at.normal),
        (None, _) => plane.text.clone(),
    }
}

/// Returns the text of a plane through points.
pub(crate) fn through(points: &[impl AsRef<[f64]>]) -> String {
    let points = points.iter().map(|point| vector(point.as_ref()));
    format!("through {}", points.collect::<Vec<String>>().join(", "))
}

/// Returns the text of a plane by a point and a normal.
pub(crate) fn at(point: &[f64], normal: &[f64]) -> String {
    format!("at {}, normal {}", vector(point), vector(normal))
}

fn vector(vector: &[f64]) -> String {
    let numbers = vector.iter().map(f64::to_string);
    format!("({})", numbers.collect::<Vec<String>>().join(", "))
}

/// Returns the report of a cut as a text table.
pub(crate) fn summary(answer: &CutAnswer, screen: &Screen) -> String {
    let CutAnswer {
        report,
        totals,
        unit,
        ..
    } = answer;
    let units = Units::of(unit.as_deref());
    let head = [
        (sources(&report.source), input(totals, &units)),
        ("plane".into(), plane(&report.plane)),
    ];
    let open = report.objects_list.iter().filter(|object| !object.closed);
    let open = open.filter(|object| object.side == "on");
    let open: Vec<&str> = open.map(|object| object.name.as_str()).collect();
    let mut body = vec![
        (
            "section".into(),
            section(&report.section, &open, &report.objects, &units),
        ),
        ("halves".into(), halves(answer, screen)),
    ];
    body.extend(volumes(report, &units).map(|volumes| ("volumes".into(), volumes)));
    body.extend(rounding(answer, &units).map(|rounding| ("rounding".into(), rounding)));
    body.push(("on the plane".into(), contacts(report)));
    let findings = &report.certificate.findings;
    if !findings.is_empty() {
        body.push(("findings".into(), finding_lines(findings, &units)));
    }
    if !report.written.is_empty() {
        body.push(("written".into(), written(&report.written)));
    }
    labelled(&head, &counts(&report.objects, screen), &body, screen)
}

/// Returns the text table for a section that was computed without halves.
pub(crate) fn section_summary(answer: &SectionAnswer, files: &[String], screen: &Screen) -> String {
    let units = Units::of(answer.unit.as_deref());
    let head = [
        (sources(&answer.source), input(&answer.totals, &units)),
        ("plane".into(), plane(&answer.plane)),
    ];
    let objects = answer.cut.objects.iter();
    let open = objects.filter(|object| object.side == Some(Side::On) && !object.is_closed);
    let open: Vec<&str> = open.map(|object| object.name.as_str()).collect();
    let body = [
        (
            "section".into(),
            section(&answer.section, &open, &answer.objects, &units),
        ),
        (
            "halves".into(),
            "not computed: --write names only files of the section".into(),
        ),
        ("written".into(), written(files)),
    ];
    labelled(&head, &counts(&answer.objects, screen), &body, screen)
}

/// Returns a table: the rows about the input (`head`), the line of counts, and the rows about the results (`body`). The
/// column of labels has the same width in all rows.
pub(crate) fn labelled(
    head: &[(String, String)],
    counts: &str,
    body: &[(String, String)],
    screen: &Screen,
) -> String {
    let labels = head
        .iter()
        .chain(body)
        .map(|(label, _)| label.chars().count());
    let width = labels
        .filter(|&width| width <= LABELS[1])
        .fold(LABELS[0], usize::max);
    format!(
        "{}\n{}\n{}",
        rows(head, width, screen),
        screen.hanging(counts, 0),
        rows(body, width, screen)
    )
}

/// Returns the text about written files: the folder of the first file, and the names of all files.
pub(crate) fn written(paths: &[String]) -> String {
    let folder = paths.first().and_then(|path| Path::new(path).parent());
    let folder = folder.map_or(String::new(), |folder| folder.display().to_string());
    let names: Vec<String> = paths.iter().map(|path| file_name(path)).collect();
    format!("in {folder}: {}", names.join("  "))
}

/// Returns the rows of a table. Each row has a label and contents, which may have several lines.
pub(crate) fn rows(rows: &[(String, String)], width: usize, screen: &Screen) -> String {
    let row = |(label, content): &(String, String)| {
        format!("{label:width$} {}\n", screen.hanging(content, width + 1))
    };
    rows.iter().map(row).collect()
}

/// Returns the name of the input file, or the number of files if there are several.
pub(crate) fn sources(source: &[SourceReport]) -> String {
    match source {
        [source] => file_name(&source.path),
        several => counted(several.len(), "file"),
    }
}

pub(crate) fn input(totals: &Totals, units: &Units) -> String {
    let bounds = totals.bounds.as_ref().map_or(String::new(), |own| {
        format!(", {}", bounds(own.min(), own.max(), units))
    });
    let (objects, triangles) = (
        counted(totals.objects, "object"),
        counted(totals.triangles, "triangle"),
    );
    format!("{objects}, {triangles}{bounds}")
}

/// Returns the text of a bounding box: its least and its greatest corner.
pub(crate) fn bounds<const D: usize>(min: [f64; D], max: [f64; D], units: &Units) -> String {
    let size = (0..D).map(|axis| max[axis] - min[axis]).fold(0.0, f64::max);
    let [min, max] = [min, max].map(|corner| corner.map(|c| coordinate(c, size)).join(", "));
    format!("bounds ({min}) – ({max}){}", units.length)
}

fn counts(objects: &ObjectCounts, screen: &Screen) -> String {
    let sides = sides([objects.front, objects.on, objects.back], screen);
    let (touching, divided) = (grouped(objects.touching), grouped(objects.divided));
    format!("{sides}      (touching {touching}, divided {divided})")
}

/// Returns the text for the numbers of objects or rows in front of a plane, on it and behind it.
pub(crate) fn sides([front, on, back]: [usize; 3], screen: &Screen) -> String {
    in_colors([("front", front), ("on", on), ("back", back)], screen)
}

/// Returns three counts with their labels, in the colours of front, on and back.
pub(crate) fn in_colors(counts: [(&str, usize); 3], screen: &Screen) -> String {
    let counts = counts.into_iter().zip([FRONT, ON, BACK]);
    let painted = counts
        .map(|((name, count), style)| format!("{name} {}", screen.paint(style, &grouped(count))));
    painted.collect::<Vec<String>>().join("   ")
}

/// Returns the text about the section: loops, area, perimeter and open objects. `open` lists the names of the cut
/// objects that are open.
fn section(
    section: &SectionReport,
    open: &[&str],
    objects: &ObjectCounts,
    units: &Units,
) -> String {
    let other_limit = if section.area == section.area_other_limit {
        String::new()
    } else {
        let place = if section.on_plane == "front" {
            "in front of"
        } else {
            "behind"
        };
        format!(
            " ({}{} just {place} the plane)",
            measured(section.area_other_limit),
            units.area
        )
    };
    format!(
        "{}, area {}{}{other_limit}, perimeter {}{}{}",
        counted(section.loops, "loop"),
        measured(section.area),
        units.area,
        measured(section.perimeter),
        units.length,
        open_objects(section, open, objects.on),
    )
}

/// Returns the text about the cut objects that are open (not closed): their names, and the number of open chains in the
/// section.
fn open_objects(section: &SectionReport, open: &[&str], cut: usize) -> String {
    let chains = match section.open_chains {
        0 => String::new(),
        chains => format!(", with {} in the section", counted(chains, "open chain")),
    };
    match (open.len(), cut) {
        (0, _) => String::new(),
        (1, 1) => format!("; the object is open{chains}"),
        (count, cut) => {
            let verb = if count == 1 { "is" } else { "are" };
            format!(
                "; {} of {} {verb} open{chains}:\n{}",
                grouped(count),
                counted(cut, "cut object"),
                names(open)
            )
        }
    }
}

fn halves(answer: &CutAnswer, screen: &Screen) -> String {
    let Report {
        halves,
        certificate,
        ..
    } = &answer.report;
    let with_errors = answer.report.objects_with_errors();
    let verdict = if !with_errors.is_empty() {
        format!(
            "{} in the halves of {}: {}",
            screen.paint(BAD, "Error found"),
            counted(with_errors.len(), "object"),
            names(&with_errors)
        )
    } else if certificate.objects_open == 0 {
        screen.paint(GOOD, "both closed")
    } else if certificate.objects_closed > 0 {
        screen.paint(GOOD, "all halves of closed objects closed")
    } else {
        let [front, back] = [&halves.front, &halves.back].map(|half| grouped(half.open_edges));
        format!("open, like the input ({front} and {back} open edges)")
    };
    let total = answer.totals.triangles;
    let [front, back] = [halves.front.triangles, halves.back.triangles];
    let halves = match (front, back) {
        (_, 0) if front == total => {
            let whole = counted(total, "triangle");
            format!("front the whole model ({whole}), back empty")
        }
        (0, _) if back == total => {
            let whole = counted(total, "triangle");
            format!("front empty, back the whole model ({whole})")
        }
        _ => {
            let (front, back) = (counted(front, "triangle"), grouped(back));
            format!("front {front}, back {back}")
        }
    };
    format!("{halves}; {verdict}")
}

/// Returns the volumes of both halves, counting closed objects only. If objects are cut, adds the residual: the
/// difference between the volume of the input and the sum of the volumes of the halves.
fn volumes(report: &Report, units: &Units) -> Option<String> {
    let certificate = &report.certificate;
    let volume = |half: &HalfReport| {
        let volume = half.volume?;
        Some(format!("{}{}", measured(volume), units.volume))
    };
    let front = volume(&report.halves.front)?;
    let back = volume(&report.halves.back)?;
    let only = match certificate.objects_open {
        0 => "",
        _ => " (closed objects only)",
    };
    let sums = &certificate.sums;
    let residual = match (sums.volume_residual, sums.volume_bound) {
        (Some(residual), Some(bound)) if report.objects.on > 0 => format!(
            "; residual {}{} (bound {})",
            measured(residual),
            units.volume,
            measured(bound)
        ),
        _ => String::new(),
    };
    Some(format!("front {front}, back {back}{only}{residual}"))
}

/// Returns the row about rounding: the largest change of a coordinate. Returns `None` for halves in other formats than
/// STL, for halves without rounding, and if no cut object is far from zero relative to its size. STL coordinates are
/// relative to the origin, so the change grows with the distance from the origin.
fn rounding(answer: &CutAnswer, units: &Units) -> Option<String> {
    let most = answer.report.certificate.largest_rounding;
    let cut = answer
        .cut
        .objects
        .iter()
        .filter(|object| object.details.is_some());
    let mut bounds = cut.filter_map(|object| object.bounds);
    let is_far = bounds.any(|bounds| bounds.is_far_from_zero().contains(&true));
    (answer.format == Format::Stl && most > 0.0 && is_far).then(|| {
        format!(
            "the 32-bit floats of STL move vertices of cut objects by up to {}{} along an axis; obj and ply hold \
             64-bit floats",
            measured(most),
            units.length
        )
    })
}

/// Returns the findings (errors and notes) of the certificate, one per line.
pub(crate) fn finding_lines(all: &[ObjectFinding], units: &Units) -> String {
    let line = |found: &ObjectFinding| {
        let note = match found.finding.severity {
            Severity::Error => "",
            Severity::Note => "note: ",
        };
        format!(
            "{note}{}: {}",
            found.object,
            line(&found.finding.found, units)
        )
    };
    let mut lines: Vec<String> = all.iter().take(FINDINGS).map(line).collect();
    if all.len() > FINDINGS {
        lines.push(format!("and {} more", grouped(all.len() - FINDINGS)));
    }
    lines.join("\n")
}

fn contacts(report: &Report) -> String {
    let certificate = &report.certificate;
    let vertices = counted(certificate.vertices_on_plane, "vertex");
    let edges = counted(certificate.edges_on_plane, "edge");
    format!(
        "{vertices}, {edges}, {}",
        counted(certificate.faces_on_plane, "face")
    )
}
