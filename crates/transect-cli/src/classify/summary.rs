//! The report of `transect classify` for people.

use crate::classify::report::{ClassifyReport, Counts, RegionCounts};
use crate::screen::Screen;
use crate::summary::{at, bounds, in_colors, labelled, sides, through, written};
use transect_report::file_name::file_name;
use transect_report::numbers::{counted, grouped};
use transect_report::unit::Units;

/// Returns the report as a text table.
pub(crate) fn summary(report: &ClassifyReport, screen: &Screen) -> String {
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
fn around(report: &ClassifyReport) -> String {
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
fn question(report: &ClassifyReport) -> String {
    let question = &report.question;
    let Some(file) = &question.file else {
        let planes = question
            .planes
            .iter()
            .map(|plane| match (&plane.through, &plane.at) {
                (Some(points), _) => through(points),
                (None, Some(given)) if plane.is_rounded => at(&given.point, &given.normal),
                (None, _) => plane.text.clone(),
            });
        return planes.collect::<Vec<String>>().join(", ");
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
        Counts::Plane(counts) => format!(
            "{}      (touching {})",
            sides([counts.front, counts.on, counts.back], screen),
            grouped(counts.touching)
        ),
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
