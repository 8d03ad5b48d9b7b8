//! The report of `transect measure` for people: the totals, a table of the objects, and a table of area and volume for
//! each height.

use transect_report::measure::measures::Measures;
use transect_report::measure::report::{MeasureReport, ObjectMeasures};
use transect_report::measure::request::Measured;
use transect_report::measure::table::INERTIA_ENTRIES;
use transect_report::numbers::{counted, grouped, measured};
use transect_report::slice::labels::Direction;
use transect_report::unit::Units;

use crate::command::MeasureCommand;
use crate::measure::open::open_objects;
use crate::measure::rows::{HeightRow, against_height, table, vector};
use crate::screen::Screen;
use crate::summary::{input, rows, sources};

/// Returns the totals and the tables.
pub(super) fn summary(command: &MeasureCommand, model: &Measured, screen: &Screen) -> String {
    let Measured {
        report,
        totals,
        unit,
        ..
    } = model;
    let units = Units::of(unit.as_deref());
    let mut first = vec![
        (sources(&report.source), input(totals, &units)),
        ("measured".into(), counts(report)),
    ];
    // A single open object has no total, but an area.
    let alone = match report.objects_list.as_slice() {
        [object] => Some(&object.measures),
        _ => None,
    };
    if let Some(measures) = report.total.as_ref().or(alone) {
        first.extend(total(measures, &units));
    }
    let direction = command.request.direction;
    let name = direction.map_or("h", Direction::name);
    if let (Some(range), Some(direction)) = (report.range, direction) {
        first.push(("heights".into(), heights(range, direction)));
    }
    for found in &report.volumes {
        let volume = measured(found.volume);
        let asked = if found.asked.ends_with('%') {
            format!("{} = {volume}{}", found.asked, units.volume)
        } else {
            format!("{volume}{}", units.volume)
        };
        let height = format!("{asked} lies behind {name} = {}", found.height);
        first.push(("height".into(), height));
    }
    let labels = first.iter().map(|(label, _)| label.chars().count());
    let width = labels.filter(|&width| width <= 32).fold(12, usize::max);
    let mut text = rows(&first, width, screen);
    if report.objects_list.len() > 1 {
        text.push('\n');
        text.push_str(&objects(&report.objects_list, &units));
    }
    if !report.heights.is_empty() {
        text.push('\n');
        let lines = report.heights.iter().map(|row| HeightRow {
            height: row.height,
            area: row.area,
            area_error: row.area_error,
            volume_behind: row.volume_behind,
            centroid_behind: row.centroid_behind.as_ref(),
        });
        text.push_str(&against_height(lines, name, &units));
    }
    text.push_str(&open_objects(report, name, &units, screen));
    if let Some(outputs) = &command.request.outputs {
        text.push('\n');
        let folder = outputs.folder.path.display();
        let files = format!("in {folder}: {}", outputs.files.names().join("  "));
        text.push_str(&rows(&[("written".into(), files)], width, screen));
    }
    text
}

/// Returns the numbers of closed and of open objects. For a single open object, the text says how many edges are open.
fn counts(report: &MeasureReport) -> String {
    let counts = &report.objects;
    match report.objects_list.as_slice() {
        [object] if !object.closed => format!(
            "1 open object: {} without a matching reverse edge",
            counted(object.open_edges, "edge")
        ),
        _ => {
            let closed = counted(counts.closed, "closed object");
            let closed = match counts.unknown {
                0 => closed,
                unknown => format!("{closed}, {} left out", grouped(unknown)),
            };
            match counts.open {
                0 => closed,
                open => format!("{closed}; {} left out", counted(open, "open object")),
            }
        }
    }
}

/// Returns the rows of the total.
fn total(measures: &Measures, units: &Units) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    if let Some(volume) = measures.volume {
        rows.push((
            "volume".into(),
            format!("{}{}", measured(volume), units.volume),
        ));
    }
    if let Some(signed) = measures.signed_volume
        && measures.volume.map(measured) != Some(measured(signed))
    {
        let text = format!("{}{}", measured(signed), units.volume);
        rows.push(("signed volume".into(), text));
    }
    rows.push((
        "area".into(),
        format!("{}{}", measured(measures.area), units.area),
    ));
    if let Some(centroid) = measures.centroid {
        let text = vector(&centroid);
        rows.push(("centroid".into(), format!("({text}){}", units.length)));
    }
    if let Some(inertia) = measures.inertia {
        // An entry within its error bound is printed as zero.
        let bound = measures.inertia_error.unwrap_or(0.0);
        let entry = |[i, j]: [usize; 2]| {
            let value = inertia[i][j];
            measured(if value.abs() <= bound { 0.0 } else { value })
        };
        let [xx, yy, zz, xy, xz, yz] = INERTIA_ENTRIES.map(entry);
        rows.push((
            "inertia".into(),
            format!("xx {xx}, yy {yy}, zz {zz}, xy {xy}, xz {xz}, yz {yz} (density 1, about the centroid)"),
        ));
    }
    rows
}

/// Returns the text about the range of heights.
fn heights([low, high]: [f64; 2], direction: Direction) -> String {
    let range = format!(
        "{} = {} to {}",
        direction.name(),
        measured(low),
        measured(high)
    );
    match direction {
        Direction::Axis(_) => range,
        Direction::Normal(normal) => format!("{range} along ({})", vector(&normal)),
    }
}

/// Returns the table of the objects.
fn objects(objects: &[ObjectMeasures], units: &Units) -> String {
    let header = vec![
        "object".into(),
        format!("volume{}", units.volume),
        format!("area{}", units.area),
        format!("centroid{}", units.length),
    ];
    let row = |object: &ObjectMeasures| {
        let measures = &object.measures;
        let volume = match measures.volume {
            Some(volume) => measured(volume),
            None if object.closed => "not known".into(),
            None => format!("open: {}", counted(object.open_edges, "edge")),
        };
        let centroid = measures.centroid.as_ref().map_or(String::new(), vector);
        vec![
            object.name.clone(),
            volume,
            measured(measures.area),
            centroid,
        ]
    };
    table(header, objects.iter().map(row).collect(), 1)
}
