//! The report of `transect sort` for people.

use crate::boxes::summary::side_counts;
use crate::screen::Screen;
use crate::sort::report::{Counts, RegionCounts, SortReport};
use crate::summary::{bounds, in_colors, labelled, written};
use transect_report::file_name::file_name;
use transect_report::numbers::counted;
use transect_report::unit::Units;

/// Returns the report as a text table.
pub(crate) fn summary(report: &SortReport, screen: &Screen) -> String {
    let source = report.source.iter().map(|source| file_name(&source.path));
    let source = source.collect::<Vec<String>>().join(", ");
    let head = [
        (
            source,
            counted(report.rows.total(), report.noun) + &around(report),
        ),
        (report.question.kind.into(), question(report)),
    ];
    let mut body = Vec::new();
    if let Some(index) = &report.index {
        let what = if index.built { "built" } else { "used" };
        body.push(("index".into(), format!("{} ({what})", index.path)));
    }
    // The first two paths are `sides.csv` and `report.json`. The path of a newly built index comes after them, but is
    // shown in the row `index`.
    if let Some(paths) = report.written.get(..2) {
        let count = counted(report.rows_written, "row");
        body.push(("written".into(), format!("{} ({count})", written(paths))));
    }
    labelled(&head, &counts(&report.rows, screen), &body, screen)
}

/// Returns the bounds of all rows as text, in two or three dimensions.
fn around(report: &SortReport) -> String {
    let unit = report.source.first().and_then(|it| it.unit.as_deref());
    let units = Units::of(unit);
    let Some(ends) = &report.bounds else {
        return String::new();
    };
    let text = match (ends.min.as_slice(), ends.max.as_slice()) {
        (&[a, b], &[c, d]) => bounds([a, b], [c, d], &units),
        (&[a, b, c], &[d, e, f]) => bounds([a, b, c], [d, e, f], &units),
        _ => return String::new(),
    };
    format!(", {text}")
}

/// Returns the question as text: the equation of the plane, or the file of the region with the number of its planes.
fn question(report: &SortReport) -> String {
    let question = &report.question;
    let Some(file) = &question.file else {
        let planes = question.planes.iter().map(|plane| plane.text.as_str());
        return planes.collect::<Vec<&str>>().join(", ");
    };
    let planes = counted(question.planes.len(), "plane");
    let how = if question.conservative {
        ", tested one by one (conservative)"
    } else {
        ""
    };
    format!("{}: {planes}{how}", file_name(file))
}

fn counts(counts: &Counts, screen: &Screen) -> String {
    match counts {
        Counts::Plane(counts) => side_counts(counts, screen),
        Counts::Region(RegionCounts {
            outside,
            meets,
            inside,
            ..
        }) => {
            let counts = [
                ("inside", *inside),
                ("meets", *meets),
                ("outside", *outside),
            ];
            in_colors(counts, screen)
        }
    }
}
