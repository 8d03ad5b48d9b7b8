//! The report of `transect cut` about a table of boxes, for people.

use crate::boxes::report::{BoxReport, RowCounts};
use crate::screen::Screen;
use crate::summary::{bounds, labelled, plane, sides, written};
use transect_report::file_name::file_name;
use transect_report::numbers::{counted, grouped};
use transect_report::unit::Units;

/// Returns the report as a text table.
pub(crate) fn summary(report: &BoxReport, screen: &Screen) -> String {
    let units = Units::of(report.unit());
    let source = report.source.iter().map(|source| file_name(&source.path));
    let source = source.collect::<Vec<String>>().join(", ");
    let around = report.bounds.as_ref().map_or(String::new(), |own| {
        format!(", {}", bounds(own.min, own.max, &units))
    });
    let counts = &report.objects;
    let head = [
        (source, counted(counts.total, "box") + &around),
        ("plane".into(), plane(&report.plane)),
    ];
    let body = match report.written.as_slice() {
        [] => Vec::new(),
        paths => vec![("written".to_string(), written(paths))],
    };
    labelled(&head, &side_counts(counts, screen), &body, screen)
}

/// Returns the counts of rows in front of a plane, on it and behind it, as text.
pub(crate) fn side_counts(counts: &RowCounts, screen: &Screen) -> String {
    let sides = sides([counts.front, counts.on, counts.back], "on", screen);
    format!("{sides}      (touching {})", grouped(counts.touching))
}
