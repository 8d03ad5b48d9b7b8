//! The volumes of open objects, for people.

use transect_report::measure::open::OpenMeasures;
use transect_report::measure::report::{MeasureReport, ObjectMeasures};
use transect_report::numbers::{counted, grouped, measured};
use transect_report::unit::Units;

use crate::measure::rows::{HeightRow, against_height, vector};
use crate::screen::Screen;
use crate::summary::rows;

/// The largest number of open objects that are listed.
const OBJECTS: usize = 10;
/// The largest number of open bodies that are listed for an object.
const BODIES: usize = 3;
/// The width of the labels' column, in characters.
const LABELS: usize = 12;

/// Returns the volumes of the open objects: each begins with an empty line.
pub(super) fn open_objects(
    report: &MeasureReport,
    name: &str,
    units: &Units,
    screen: &Screen,
) -> String {
    let objects = report.objects_list.iter();
    let open: Vec<_> = objects
        .filter_map(|object| Some((object, object.open.as_ref()?)))
        .collect();
    let mut text = String::new();
    for (object, open) in open.iter().take(OBJECTS) {
        text.push('\n');
        text.push_str(&rows(&lines(object, open, name, units), LABELS, screen));
        if !open.heights.is_empty() {
            text.push('\n');
            let lines = open.heights.iter().map(|row| HeightRow {
                height: row.height,
                area: row.area,
                area_error: row.area_error,
                volume_behind: row.volume_behind,
                centroid_behind: row.centroid_behind.as_ref(),
            });
            text.push_str(&against_height(lines, name, units));
        }
    }
    if open.len() > OBJECTS {
        let more = counted(open.len() - OBJECTS, "more open object");
        text.push_str(&format!("\nand {more}\n"));
    }
    text
}

/// Returns the rows of an open object.
fn lines(
    object: &ObjectMeasures,
    open: &OpenMeasures,
    name: &str,
    units: &Units,
) -> Vec<(String, String)> {
    let volume = |volume: f64| format!("{}{}", measured(volume), units.volume);
    let each = if open.rims == 1 { "it" } else { "each" };
    let left = if open.rims == 1 {
        "as it is"
    } else {
        "as they are"
    };
    let mut lines = vec![
        ("open".to_string(), object.name.clone()),
        (
            "rims".to_string(),
            format!(
                "{}: volume {} with {each} filled by a fan, {} {left}",
                counted(open.rims, "rim"),
                volume(open.volume_rims_filled),
                volume(open.volume_rims_left),
            ),
        ),
    ];
    if let Some(measures) = &open.closed_bodies_measures {
        let closed = bodies(open.closed_bodies, "closed");
        let closed = format!(
            "{closed}: volume {}",
            volume(measures.volume.unwrap_or_default())
        );
        lines.push(("bodies".to_string(), closed));
        let places = open.open_bodies_list.iter().take(BODIES).map(|body| {
            let [min, max] = [&body.bounds.min, &body.bounds.max].map(vector);
            let edges = counted(body.open_edges, "open edge");
            format!("{edges}, from ({min}) to ({max})")
        });
        let mut places: Vec<String> = places.collect();
        match open.open_bodies - places.len() {
            0 => {}
            more => places.push(format!("and {more} more")),
        }
        let left = bodies(open.open_bodies, "open");
        let places = format!("{left}: {}", places.join("\n"));
        lines.push(("left out".to_string(), places));
    }
    if let Some(height) = open.closed_below {
        let below = format!("below {name} = {}", measured(height));
        lines.push(("closed".to_string(), below));
        for found in &open.volumes {
            let asked = if found.asked.ends_with('%') {
                format!("{} = {}", found.asked, volume(found.volume))
            } else {
                volume(found.volume)
            };
            let place = match found.height {
                Some(height) => format!("lies behind {name} = {height}"),
                None => "is more than the object has there".to_string(),
            };
            lines.push(("height".to_string(), format!("{asked} {place}")));
        }
    }
    lines
}

/// Returns a number of bodies: `1 open body`, `19 closed bodies`.
fn bodies(count: usize, kind: &str) -> String {
    match count {
        1 => format!("1 {kind} body"),
        _ => format!("{} {kind} bodies", grouped(count)),
    }
}
