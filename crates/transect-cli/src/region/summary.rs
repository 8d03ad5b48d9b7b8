//! The report of `transect cut` by several planes for people: a table of a few lines.

use transect_report::checks::names;
use transect_report::findings::Severity;
use transect_report::numbers::{counted, grouped, measured};
use transect_report::region::planes::RegionKind;
use transect_report::region::report::{PartReport, RegionPlaneReport, RegionReport};
use transect_report::region::request::{RegionAnswer, RegionTask};
use transect_report::unit::Units;

use crate::command::RegionCommand;
use crate::screen::{BAD, GOOD, Screen};
use crate::summary::{in_colors, input, labelled, sources, written};

/// The largest number of findings that the table lists.
const FINDINGS: usize = 8;
/// The largest number of parts that the table lists.
const PARTS: usize = 16;

/// Returns the table.
pub(super) fn summary(
    command: &RegionCommand,
    task: &RegionTask<'_>,
    answer: &RegionAnswer,
    screen: &Screen,
) -> String {
    let report = &answer.report;
    let units = Units::of(task.unit.as_deref());
    let kind = command.request.planes.kind;
    let region = match kind {
        RegionKind::Division => ("planes".into(), report.region.text.clone()),
        RegionKind::Grid => ("grid".into(), report.region.text.clone()),
        _ => (report.region.kind.into(), region(report)),
    };
    let head = [
        (sources(&report.source), input(&task.totals, &units)),
        region,
    ];
    let mut body = vec![("cut faces".into(), cut_faces(&report.planes, &units))];
    body.push(("parts".into(), parts(answer, &units, screen)));
    body.extend(volumes(report, &units).map(|volumes| ("volumes".into(), volumes)));
    body.push(("sides".into(), "exact for the numbers in the file".into()));
    if !report.certificate.findings.is_empty() {
        body.push(("findings".into(), findings(report)));
    }
    if !report.written.is_empty() {
        body.push(("written".into(), written(&report.written)));
    }
    labelled(&head, &counts(report, screen), &body, screen)
}

/// Returns the text about the region: its description, and the number of its planes.
fn region(report: &RegionReport) -> String {
    let planes = counted(report.planes.len(), "plane");
    let bounded = match (report.region.kind, report.region.bounded) {
        ("region", Some(false)) => ", unbounded",
        ("region", None) => "; too many to check if the region is empty or unbounded",
        _ => "",
    };
    format!("{}: {planes}{bounded}", report.region.text)
}

/// Returns the line with the numbers of objects.
fn counts(report: &RegionReport, screen: &Screen) -> String {
    let objects = &report.objects;
    match (objects.inside, objects.meets, objects.outside) {
        (Some(inside), Some(meets), Some(outside)) => in_colors(
            [("inside", inside), ("meets", meets), ("outside", outside)],
            screen,
        ),
        _ => format!(
            "cut {}   whole {}",
            grouped(objects.cut),
            grouped(objects.total - objects.cut)
        ),
    }
}

/// Returns the text about the cut faces: one line per plane that cuts.
fn cut_faces(planes: &[RegionPlaneReport], units: &Units) -> String {
    let cutting = planes.iter().filter(|plane| plane.objects > 0);
    let line = |plane: &RegionPlaneReport| {
        let name = match plane.name.parse::<usize>() {
            Ok(number) => format!("plane {number}, {}", plane.text),
            Err(_) => plane.name.clone(),
        };
        format!(
            "{name}: area {}{}, {} cut",
            measured(plane.cut_face_area),
            units.area,
            counted(plane.objects, "object")
        )
    };
    let lines: Vec<String> = cutting.map(line).collect();
    match lines.len() {
        0 => "none: no plane cuts an object".into(),
        _ => lines.join("\n"),
    }
}

/// Returns one line per part, and a line that says whether all parts are closed.
fn parts(answer: &RegionAnswer, units: &Units, screen: &Screen) -> String {
    let report = &answer.report;
    let line = |part: &PartReport| {
        if part.amount.triangles == 0 {
            return format!("{}: empty", part.name);
        }
        let volume = part.amount.volume.map_or(String::new(), |volume| {
            format!(", volume {}{}", measured(volume), units.volume)
        });
        format!(
            "{}: {}, {}{volume}",
            part.name,
            counted(part.objects, "object"),
            counted(part.amount.triangles, "triangle")
        )
    };
    let mut lines: Vec<String> = report.parts.iter().take(PARTS).map(line).collect();
    if report.parts.len() > PARTS {
        lines.push(format!("and {} more", report.parts.len() - PARTS));
    }
    lines.push(verdict(report, screen));
    lines.join("\n")
}

fn verdict(report: &RegionReport, screen: &Screen) -> String {
    let with_errors = report.objects_with_errors();
    let certificate = &report.certificate;
    if !with_errors.is_empty() {
        return format!(
            "{} in the parts of {}: {}",
            screen.paint(BAD, "Error found"),
            counted(with_errors.len(), "object"),
            names(&with_errors)
        );
    }
    match (certificate.objects_closed, certificate.objects_open) {
        (_, 0) => screen.paint(GOOD, "all parts closed"),
        (0, _) => "open, like the input".into(),
        (_, open) => format!(
            "{}; {} of the input {} open",
            screen.paint(GOOD, "all parts of closed objects closed"),
            counted(open, "object"),
            if open == 1 { "is" } else { "are" }
        ),
    }
}

/// Returns the text that the volumes of the parts add up. Returns `None` if no object is cut, if the residual is not
/// known, or if it exceeds its bound.
fn volumes(report: &RegionReport, units: &Units) -> Option<String> {
    let certificate = &report.certificate;
    if report.objects.cut == 0 {
        return None;
    }
    let (residual, bound) = (certificate.volume_residual?, certificate.volume_bound?);
    Some(format!(
        "add up; residual {}{} (bound {})",
        measured(residual),
        units.volume,
        measured(bound)
    ))
    .filter(|_| residual <= bound)
}

fn findings(report: &RegionReport) -> String {
    let all = &report.certificate.findings;
    let line = |found: &transect_report::region::findings::RegionFinding| {
        let note = match found.severity {
            Severity::Error => "",
            Severity::Note => "note: ",
        };
        format!("{note}{}: {}", found.object, found.text)
    };
    let mut lines: Vec<String> = all.iter().take(FINDINGS).map(line).collect();
    if all.len() > FINDINGS {
        lines.push(format!("and {} more", grouped(all.len() - FINDINGS)));
    }
    lines.join("\n")
}
