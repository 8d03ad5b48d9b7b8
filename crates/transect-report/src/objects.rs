//! `objects.csv`: one row per object (docs/json.md).

use std::io::Write;

use transect_draw::class_of;
use transect_mesh::Reach;
use transect_mesh::scene::{ObjectCut, SceneCut};

use crate::report::{MetReport, ObjectReport, Report};

/// The columns before those of the volumes in the parts.
const FIRST: [&str; 12] = [
    "index",
    "name",
    "class",
    "relation",
    "side",
    "touching",
    "divided",
    "cut_by",
    "closed",
    "loops",
    "section_area",
    "section_signed_area",
];

/// The columns after those of the volumes.
const LAST: [&str; 10] = [
    "xmin",
    "ymin",
    "zmin",
    "xmax",
    "ymax",
    "zmax",
    "backmost_side",
    "frontmost_side",
    "backmost_distance",
    "frontmost_distance",
];

/// Writes the table `objects.csv`, one row per object, from the cut and its report. Columns about planes have one value
/// per plane, with spaces between them.
///
/// # Errors
/// Returns the errors of `file`.
pub fn write(cut: &SceneCut, report: &Report, file: impl Write) -> csv::Result<()> {
    let mut table = csv::Writer::from_writer(file);
    let parts = report.parts.iter().map(|part| &*part.name);
    let volumes = parts.clone().map(|part| format!("volume_{part}"));
    let signed = parts.clone().map(|part| format!("signed_volume_{part}"));
    let columns = FIRST.into_iter().map(String::from);
    let columns = columns.chain(volumes).chain(signed);
    table.write_record(columns.chain(LAST.map(String::from)))?;
    for (object, answer) in cut.objects.iter().zip(&report.objects_list) {
        let volumes = parts.clone().map(|part| number(answer.volume_in(part)));
        let signed = parts
            .clone()
            .map(|part| number(answer.signed_volume_in(part)));
        let row = first(answer, cut.planes.len()).into_iter();
        let row = row.chain(volumes).chain(signed);
        table.write_record(row.chain(last(object)))?;
    }
    table.flush()?;
    Ok(())
}

fn first(answer: &ObjectReport, planes: usize) -> [String; FIRST.len()] {
    let met = |plane: usize| answer.met.iter().find(move |met| met.plane == plane + 1);
    let by_plane = |value: &dyn Fn(Option<&MetReport>) -> String| {
        let values = (0..planes).map(|plane| value(met(plane)));
        values.collect::<Vec<String>>().join(" ")
    };
    // The sections of a region have no measures of their own.
    let of_section = |value: &dyn Fn(Option<&MetReport>) -> String| match answer.relation {
        Some(_) => String::new(),
        None => by_plane(value),
    };
    let side = if answer.sides.is_empty() {
        answer.side().into()
    } else {
        answer.sides.join(" ")
    };
    let cut_by = answer.met.iter().filter(|met| !met.touching);
    let cut_by = cut_by.map(|met| met.plane.to_string());
    [
        answer.index.to_string(),
        answer.name.clone(),
        class_of(&answer.name).to_string(),
        answer.relation.unwrap_or_default().to_string(),
        side,
        by_plane(&|met| met.is_some_and(|met| met.touching).to_string()),
        by_plane(&|met| met.is_some_and(|met| met.divided).to_string()),
        cut_by.collect::<Vec<String>>().join(" "),
        answer.closed.to_string(),
        of_section(&|met| met.and_then(|met| met.loops).unwrap_or(0).to_string()),
        of_section(&|met| number(Some(met.and_then(|met| met.area).unwrap_or(0.0)))),
        of_section(&|met| number(Some(met.and_then(|met| met.signed_area).unwrap_or(0.0)))),
    ]
}

fn last(object: &ObjectCut) -> [String; LAST.len()] {
    let bounds = object.bounds;
    let least = |axis: usize| number(bounds.map(|bounds| bounds.min()[axis]));
    let greatest = |axis: usize| number(bounds.map(|bounds| bounds.max()[axis]));
    let by_plane = |value: fn(&Reach) -> String| {
        let values = object.reaches.iter().map(value);
        values.collect::<Vec<String>>().join(" ")
    };
    [
        least(0),
        least(1),
        least(2),
        greatest(0),
        greatest(1),
        greatest(2),
        by_plane(|reach| reach.extent.backmost.to_string()),
        by_plane(|reach| reach.extent.frontmost.to_string()),
        by_plane(|reach| number(Some(reach.interval.backmost))),
        by_plane(|reach| number(Some(reach.interval.frontmost))),
    ]
}

/// Returns a number in the fewest digits that read back as the same number, never as −0. `None` becomes an empty cell.
pub(crate) fn number(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| format!("{:?}", value + 0.0))
}
