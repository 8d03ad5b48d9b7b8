//! The report for people: a table of a few lines.

use std::path::Path;

use crate::screen::{BACK, BAD, CUT, FRONT, GOOD, Screen};
use transect_report::checks::names;
use transect_report::file_name::file_name;
use transect_report::findings::Severity;
use transect_report::findings::{ObjectFinding, line};
use transect_report::numbers::{coordinate, counted, grouped, measured};
use transect_report::report::{ObjectReport, PlaneReport, Report};
use transect_report::request::CutAnswer;
use transect_report::unit::Units;

/// The least and the greatest width of the column of labels. Within these bounds, the column is as wide as the
/// widest label. A label wider than the column moves only its own row.
const LABELS: [usize; 2] = [12, 32];
/// The maximum number of findings in the table.
const FINDINGS: usize = 8;

/// Returns the plane as an equation, or as the three points that define it.
pub(crate) fn plane(plane: &PlaneReport) -> String {
    let Some(points) = plane.through else {
        return plane.text.clone();
    };
    let [a, b, c] = points.map(|[x, y, z]| format!("({x}, {y}, {z})"));
    format!("through {a}, {b}, {c}")
}

/// Returns the report of a cut as a table of text.
pub(crate) fn summary(answer: &CutAnswer, screen: &Screen) -> String {
    let CutAnswer { report, unit, .. } = answer;
    let units = Units::of(unit.as_deref());
    let head = [
        (sources(report), input(answer, &units)),
        ("plane".into(), plane(&report.plane)),
    ];
    let mut body = vec![
        ("section".into(), section(report, &units)),
        ("halves".into(), halves(answer, &units, screen)),
        ("on the plane".into(), contacts(report)),
    ];
    let findings = &report.certificate.findings;
    if !findings.is_empty() {
        body.push(("findings".into(), finding_lines(findings, &units)));
    }
    if !report.written.is_empty() {
        body.push(("written".into(), written(&report.written)));
    }
    labelled(&head, &counts(report, screen), &body, screen)
}

/// Returns a table of the inputs, the counts and the results, with one width for all labels.
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

/// Returns the names of written files, and the folder of the first file.
pub(crate) fn written(paths: &[String]) -> String {
    let folder = paths.first().and_then(|path| Path::new(path).parent());
    let folder = folder.map_or(String::new(), |folder| folder.display().to_string());
    let names: Vec<String> = paths.iter().map(|path| file_name(path)).collect();
    format!("in {folder}: {}", names.join("  "))
}

/// Returns rows with a column of labels and a column of contents. Contents may have several lines.
pub(crate) fn rows(rows: &[(String, String)], width: usize, screen: &Screen) -> String {
    let row = |(label, content): &(String, String)| {
        format!("{label:width$} {}\n", screen.hanging(content, width + 1))
    };
    rows.iter().map(row).collect()
}

/// Returns the name of the input file, or the number of files if there are several.
fn sources(report: &Report) -> String {
    match report.source.as_slice() {
        [source] => file_name(&source.path),
        several => counted(several.len(), "file"),
    }
}

fn input(answer: &CutAnswer, units: &Units) -> String {
    let totals = &answer.totals;
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

fn counts(report: &Report, screen: &Screen) -> String {
    let objects = &report.objects;
    let sides = sides([objects.front, objects.cut, objects.back], "cut", screen);
    let (touching, divided) = (grouped(objects.touching), grouped(objects.divided));
    format!("{sides}      (touching {touching}, divided {divided})")
}

/// Returns the numbers of objects or rows in front of a plane, on the plane and behind it. `word` is the label of
/// the second number: `cut` for objects, `on` for rows.
pub(crate) fn sides([front, on, back]: [usize; 3], word: &str, screen: &Screen) -> String {
    in_colors([("front", front), (word, on), ("back", back)], screen)
}

/// Returns three counts with their words, in the colours of front, cut and back.
pub(crate) fn in_colors(counts: [(&str, usize); 3], screen: &Screen) -> String {
    let counts = counts.into_iter().zip([FRONT, CUT, BACK]);
    let painted = counts
        .map(|((name, count), style)| format!("{name} {}", screen.paint(style, &grouped(count))));
    painted.collect::<Vec<String>>().join("   ")
}

fn section(report: &Report, units: &Units) -> String {
    let section = &report.section;
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
        open(report),
    )
}

/// Returns the names of the cut objects that are open (not closed).
fn open(report: &Report) -> String {
    let is_open = |object: &&ObjectReport| object.side == "cut" && !object.closed;
    let open: Vec<&str> = report
        .objects_list
        .iter()
        .filter(is_open)
        .map(|object| object.name.as_str())
        .collect();
    let chains = match report.section.open_chains {
        0 => String::new(),
        chains => format!(" ({})", counted(chains, "open chain")),
    };
    match (open.len(), report.objects.cut) {
        (0, _) => String::new(),
        (1, 1) => format!("; the object is open{chains}"),
        (count, cut) => {
            format!(
                "; {} of {} objects open{chains}:\n{}",
                grouped(count),
                grouped(cut),
                names(&open)
            )
        }
    }
}

fn halves(answer: &CutAnswer, units: &Units, screen: &Screen) -> String {
    let Report {
        halves,
        certificate,
        objects,
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
    let residual = match (
        certificate.sums.volume_residual,
        certificate.sums.volume_bound,
    ) {
        (Some(residual), Some(bound)) if objects.cut > 0 => {
            format!(
                "; volume residual {}{} (bound {})",
                measured(residual),
                units.volume,
                measured(bound)
            )
        }
        _ => String::new(),
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
    format!("{halves}; {verdict}{residual}")
}

/// Returns the findings of the certificates, one per line.
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
