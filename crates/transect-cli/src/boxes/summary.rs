//! The report of a table for people.

use crate::boxes::report::BoxReport;
use crate::screen::{BACK, CUT, FRONT, Screen};
use crate::summary::{bounds, plane, rows, written};
use transect_report::file_name::file_name;
use transect_report::numbers::{counted, grouped};
use transect_report::unit::Units;

/// How wide the column of labels is, at least and at most.
const LABELS: [usize; 2] = [12, 32];

/// The table.
pub(crate) fn summary(report: &BoxReport, screen: &Screen) -> String {
    let units = Units::of(report.unit());
    let source = report.source.iter().map(|source| file_name(&source.path));
    let source = source.collect::<Vec<String>>().join(", ");
    let around = report.bounds.as_ref().map_or(String::new(), |own| {
        format!(", {}", bounds(own.min, own.max, &units))
    });
    let counts = &report.objects;
    let width = match source.chars().count() {
        wide if wide > LABELS[1] => LABELS[0],
        wide => wide.max(LABELS[0]),
    };
    let head = [
        (source, counted(counts.total, "box") + &around),
        ("plane".into(), plane(&report.plane)),
    ];
    let body = match report.written.as_slice() {
        [] => Vec::new(),
        paths => vec![("written".to_string(), written(paths))],
    };
    let sides = format!(
        "front {}   cut {}   back {}      (touching {})",
        screen.paint(FRONT, &grouped(counts.front)),
        screen.paint(CUT, &grouped(counts.cut)),
        screen.paint(BACK, &grouped(counts.back)),
        grouped(counts.touching),
    );
    format!(
        "{}\n{}\n{}",
        rows(&head, width, screen),
        screen.hanging(&sides, 0),
        rows(&body, width, screen)
    )
}
