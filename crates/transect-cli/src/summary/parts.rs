//! The table of a cut by several planes, or by a region.

use crate::screen::{BAD, GOOD, Screen};
use crate::summary::halves::volume_text;
use crate::summary::layout::{in_colors, input, labelled, last_rows, sources, written};
use transect_report::CutRequest;
use transect_report::listing::names;
use transect_report::numbers::{counted, grouped, measured};
use transect_report::plane_report::PlaneOfCut;
use transect_report::planes::{CutKind, CutPlanes};
use transect_report::report::{ObjectCounts, PartReport, Report};
use transect_report::request::{CutAnswer, SectionAnswer};
use transect_report::unit::Units;

/// The largest number of parts that the table lists.
pub(crate) const PARTS: usize = 16;

/// Returns the report of a cut as a text table.
pub(super) fn summary(request: &CutRequest, answer: &CutAnswer, screen: &Screen) -> String {
    let report = &answer.report;
    let units = Units::of(answer.unit.as_deref());
    let head = [
        (sources(&report.source), input(&answer.totals, &units)),
        planes(&request.planes),
    ];
    let mut body = vec![(
        "cut faces".into(),
        cut_faces(&request.planes, &report.planes, &units),
    )];
    body.push(("parts".into(), parts(answer, &units, screen)));
    body.extend(volumes(report, &units).map(|volumes| ("volumes".into(), volumes)));
    body.push(("sides".into(), "exact for the numbers in the file".into()));
    body.extend(last_rows(report, &units));
    labelled(&head, &objects(&report.objects, screen), &body, screen)
}

/// Returns the text table for sections that were computed without parts.
pub(super) fn section_summary(
    request: &CutRequest,
    answer: &SectionAnswer,
    files: &[String],
    screen: &Screen,
) -> String {
    let units = Units::of(answer.unit.as_deref());
    let head = [
        (sources(&answer.source), input(&answer.totals, &units)),
        planes(&request.planes),
    ];
    let objects = answer.sections.first().into_iter();
    let objects = objects.flat_map(|sections| &sections.objects);
    let open = objects.filter(|object| !object.is_closed);
    let open: Vec<&str> = open.map(|object| &*object.name).collect();
    let mut sections = cut_faces(&request.planes, &answer.planes, &units);
    if !open.is_empty() {
        sections += &format!("\n{}", open_objects(&open, answer.totals.objects));
    }
    let mut body = vec![
        ("sections".into(), sections),
        (
            "parts".into(),
            "not computed: --write names only files of the sections".into(),
        ),
    ];
    if !files.is_empty() {
        body.push(("written".into(), written(files)));
    }
    let objects = format!("objects {}", grouped(answer.totals.objects));
    labelled(&head, &objects, &body, screen)
}

/// Returns the row about the planes: the kind of the cut, what gave the planes, and the number of the planes of a region.
pub(crate) fn planes(planes: &CutPlanes) -> (String, String) {
    match planes.kind {
        CutKind::Plane | CutKind::Division => ("planes".into(), planes.text.clone()),
        CutKind::Grid => ("grid".into(), planes.text.clone()),
        kind => {
            let count = counted(planes.planes.len(), "plane");
            let bounded = match (kind, planes.is_bounded()) {
                (CutKind::Region, Some(false)) => ", unbounded",
                (CutKind::Region, None) => {
                    "; too many to check if the region is empty or unbounded"
                }
                _ => "",
            };
            let text = format!("{}: {count}{bounded}", planes.text);
            (kind.name().into(), text)
        }
    }
}

/// Returns the line with the numbers of objects.
pub(crate) fn objects(objects: &ObjectCounts, screen: &Screen) -> String {
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
fn cut_faces(given: &CutPlanes, planes: &[PlaneOfCut], units: &Units) -> String {
    let cutting = planes.iter().zip(&given.planes);
    let cutting = cutting.filter(|(plane, _)| plane.objects.cut > 0);
    let line = |(plane, given): (&PlaneOfCut, &transect_report::planes::NamedPlane)| {
        let name = match plane.name.parse::<usize>() {
            Ok(number) => format!("plane {number}, {}", given.text),
            Err(_) => plane.name.clone(),
        };
        let section = plane.section.as_ref().map(|section| section.area);
        let area = plane
            .cap_area
            .or(section)
            .map(|area| format!("area {}{}, ", measured(area), units.area));
        format!(
            "{name}: {}{} cut",
            area.unwrap_or_default(),
            counted(plane.objects.cut, "object")
        )
    };
    let lines: Vec<String> = cutting.map(line).collect();
    match lines.len() {
        0 => "none: no plane cuts an object".into(),
        _ => lines.join("\n"),
    }
}

/// Returns one line per part, and a line that says whether all parts are closed.
fn parts(answer: &CutAnswer, units: &Units, screen: &Screen) -> String {
    let report = &answer.report;
    let line = |part: &PartReport| {
        if part.triangles == 0 {
            return format!("{}: empty", part.name);
        }
        let volume = part.volume.map_or(String::new(), |volume| {
            let text = volume_text(volume, part.signed_volume, units);
            format!(", volume {text}")
        });
        format!(
            "{}: {}, {}{volume}",
            part.name,
            counted(part.objects, "object"),
            counted(part.triangles, "triangle")
        )
    };
    let mut lines: Vec<String> = report.parts.iter().take(PARTS).map(line).collect();
    if report.parts.len() > PARTS {
        lines.push(format!("and {} more", report.parts.len() - PARTS));
    }
    lines.push(verdict(report, screen));
    lines.join("\n")
}

fn verdict(report: &Report, screen: &Screen) -> String {
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
        (0, 1) => "open, like the input".into(),
        (0, _) => format!("open, like the input: {}", names(&report.open_objects())),
        (_, _) => format!(
            "{}; {}",
            screen.paint(GOOD, "all parts of closed objects closed"),
            open_objects(&report.open_objects(), report.objects.total)
        ),
    }
}

/// Returns the text about the open objects of the input: their number and their names.
fn open_objects(open: &[&str], total: usize) -> String {
    match (open.len(), total) {
        (1, 1) => "the object is open".into(),
        (count, total) => format!(
            "{} of {} {} open:\n{}",
            grouped(count),
            counted(total, "object"),
            if count == 1 { "is" } else { "are" },
            names(open)
        ),
    }
}

/// Returns the text that the volumes of the parts add up. Returns `None` if no object is cut, if the residual is not
/// known, or if it exceeds its bound.
fn volumes(report: &Report, units: &Units) -> Option<String> {
    let certificate = &report.certificate;
    if report.objects.cut == 0 {
        return None;
    }
    let (residual, bound) = (
        certificate.sums.volume_residual?,
        certificate.sums.volume_bound?,
    );
    Some(format!(
        "add up; residual {}{} (bound {})",
        measured(residual),
        units.volume,
        measured(bound)
    ))
    .filter(|_| residual <= bound)
}
