//! The layout of the tables that reports print: rows with labels, and the texts that several subcommands share.

use std::path::Path;

use crate::screen::{BACK, FRONT, ON, Screen};
use transect_report::file_name::file_name;
use transect_report::findings::ObjectFinding;
use transect_report::numbers::{coordinate, counted, grouped};
use transect_report::plane_report::PlaneReport;
use transect_report::report::{Report, SourceReport};
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

/// Returns the last rows of the table of a cut: the findings, the vertices of files that have several at one position,
/// and the written files.
pub(super) fn last_rows(report: &Report, units: &Units) -> impl Iterator<Item = (String, String)> {
    let findings = &report.certificate.findings;
    let findings = (!findings.is_empty()).then(|| finding_lines(findings, units));
    let written = (!report.written.is_empty()).then(|| written(&report.written));
    let findings = findings.map(|lines| ("findings".into(), lines));
    let vertices = several_vertices(report).map(|text| ("vertices".into(), text));
    findings
        .into_iter()
        .chain(vertices)
        .chain(written.map(|files| ("written".into(), files)))
}

/// Returns the text about closed parts whose files have several vertices at one position, so that these files are open
/// for programs that compare indices. Returns `None` if there are no such parts.
fn several_vertices(report: &Report) -> Option<String> {
    let counts = report.parts.iter().filter_map(|part| {
        let (count, positions) = (part.vertices_as_written?, part.vertices?);
        let is_divided = part.closed && part.manifold_as_written == Some(false);
        (is_divided && count > positions).then(|| {
            format!(
                "{} {} for {} positions",
                part.name,
                grouped(count),
                grouped(positions)
            )
        })
    });
    let counts: Vec<String> = counts.collect();
    (!counts.is_empty()).then(|| {
        format!(
            "{}; by indices, the files are open where normals or other attributes differ",
            counts.join(", ")
        )
    })
}

/// Returns the findings (errors and notes) of the certificate, one per line.
pub(crate) fn finding_lines(all: &[ObjectFinding], units: &Units) -> String {
    let line = |found: &ObjectFinding| {
        let note = if found.is_error() { "" } else { "note: " };
        format!("{note}{}: {}", found.object, found.line(units))
    };
    let mut lines: Vec<String> = all.iter().take(FINDINGS).map(line).collect();
    if all.len() > FINDINGS {
        lines.push(format!("and {} more", grouped(all.len() - FINDINGS)));
    }
    lines.join("\n")
}
