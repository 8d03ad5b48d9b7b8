//! The report for people: a few lines, in the order in which one asks.

use std::fmt::Write;

use transect::scene::SceneCut;
use transect::{Aabb, Side};

use crate::numbers::{counted, grouped, measured};
use crate::report::Report;

/// How many names a line lists before it says "and 8 more".
const NAMES: usize = 3;

/// The table.
pub(crate) fn summary(
    report: &Report,
    cut: &SceneCut,
    bounds: Option<&Aabb>,
    triangles: usize,
    unit: Option<&str>,
) -> String {
    let mut text = String::new();
    let mut line = |label: &str, content: String| {
        let _ = writeln!(text, "{label:12} {content}");
    };
    let unit_after = unit.map(|unit| format!(" {unit}")).unwrap_or_default();
    let squared = unit.map(|unit| format!(" {unit}²")).unwrap_or_default();
    let cubed = unit.map(|unit| format!(" {unit}³")).unwrap_or_default();

    let extents = bounds.map_or(String::from("empty"), |bounds| {
        let corner = |corner: [f64; 3]| corner.map(|c| format!("{c:.2}")).join(", ");
        let (min, max) = (corner(bounds.min()), corner(bounds.max()));
        format!("bounds ({min}) – ({max}){unit_after}")
    });
    line(
        &sources(report),
        format!(
            "{}, {}, {extents}",
            counted(report.objects.total, "object"),
            counted(triangles, "triangle"),
        ),
    );
    line("plane", format!("{}\n", report.plane.text));

    let objects = &report.objects;
    let counts = format!(
        "front {}   cut {}   back {}      (touching {}, divided {})\n",
        grouped(objects.front),
        grouped(objects.cut),
        grouped(objects.back),
        grouped(objects.touching),
        grouped(objects.divided),
    );
    let section = &report.section;
    let mut sections = format!(
        "{}, area {}{squared}, perimeter {}{unit_after}",
        counted(section.loops, "loop"),
        measured(section.area),
        measured(section.perimeter),
    );
    if section.area != section.area_other_limit {
        let _ = write!(
            sections,
            "; just {} the plane, area {}{squared}",
            if section.on_plane == "front" { "in front of" } else { "behind" },
            measured(section.area_other_limit),
        );
    }
    let open: Vec<&str> = cut
        .objects
        .iter()
        .filter(|object| object.side == Side::On && !object.is_closed)
        .map(|object| object.name.as_str())
        .collect();
    if !open.is_empty() {
        let _ = write!(
            sections,
            "; {} of {} open ({}): {}",
            grouped(open.len()),
            counted(objects.cut, "object"),
            counted(section.open_chains, "open chain"),
            names(&open),
        );
    }
    line_after(&mut text, &counts);
    let mut line = |label: &str, content: String| {
        let _ = writeln!(text, "{label:12} {content}");
    };
    line("section", sections);
    line("halves", halves(report, cut, &cubed));
    let certificate = &report.certificate;
    line(
        "on the plane",
        format!(
            "{}, {}, {}",
            counted(certificate.vertices_on_plane, "vertex"),
            counted(certificate.edges_on_plane, "edge"),
            counted(certificate.faces_on_plane, "face"),
        ),
    );
    if !report.written.is_empty() {
        line("written", report.written.join("  "));
    }
    text
}

fn line_after(text: &mut String, line: &str) {
    text.push_str(line);
}

/// The names of the files, or how many there are.
fn sources(report: &Report) -> String {
    match report.source.as_slice() {
        [source] => file_name(&source.path),
        several => counted(several.len(), "file"),
    }
}

/// The last part of a path.
pub(crate) fn file_name(path: &str) -> String {
    std::path::Path::new(path)
        .file_name()
        .map_or_else(|| path.to_string(), |name| name.to_string_lossy().into_owned())
}

fn halves(report: &Report, cut: &SceneCut, cubed: &str) -> String {
    let halves = &report.halves;
    let mut text = format!(
        "front {}, back {}",
        counted(halves.front.triangles, "triangle"),
        counted(halves.back.triangles, "triangle"),
    );
    let faulty: Vec<&str> = cut
        .objects
        .iter()
        .filter(|object| crate::cut::has_fault(object))
        .map(|object| object.name.as_str())
        .collect();
    let certificate = &report.certificate;
    if !faulty.is_empty() {
        let _ = write!(
            text,
            "; FAULT in the halves of {}: {}",
            counted(faulty.len(), "object"),
            names(&faulty)
        );
    } else if certificate.objects_open == 0 {
        text.push_str("; both closed");
    } else if certificate.objects_closed > 0 {
        text.push_str("; all halves of closed objects closed");
    }
    if let (Some(residual), Some(bound)) = (certificate.volume_residual, certificate.volume_bound) {
        if report.objects.cut > 0 {
            let _ = write!(
                text,
                "; volume residual {}{cubed} (bound {})",
                measured(residual),
                measured(bound)
            );
        }
    }
    text
}

fn names(names: &[&str]) -> String {
    let mut text = names[..names.len().min(NAMES)].join(", ");
    if names.len() > NAMES {
        let _ = write!(text, " and {} more", grouped(names.len() - NAMES));
    }
    text
}
