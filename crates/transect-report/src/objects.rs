//! `objects.csv`: one row per object (docs/objects-csv.md).

use std::io::Write;

use transect::Side;
use transect::scene::{ObjectCut, SceneCut};
use transect_draw::class_of;

use crate::report::{ObjectReport, Report};

const COLUMNS: [&str; 21] = [
    "index",
    "name",
    "class",
    "side",
    "touching",
    "divided",
    "closed",
    "loops",
    "section_area",
    "volume_front",
    "volume_back",
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

/// Writes the table `objects.csv`, one row per object, from the cut and its report.
pub fn write(cut: &SceneCut, report: &Report, file: impl Write) -> csv::Result<()> {
    let mut table = csv::Writer::from_writer(file);
    table.write_record(COLUMNS)?;
    for (object, answer) in cut.objects.iter().zip(&report.objects_list) {
        table.write_record(row(object, answer))?;
    }
    table.flush()?;
    Ok(())
}

fn row(object: &ObjectCut, answer: &ObjectReport) -> [String; COLUMNS.len()] {
    let bounds = object.bounds;
    let least = |axis: usize| number(bounds.map(|bounds| bounds.min()[axis]));
    let greatest = |axis: usize| number(bounds.map(|bounds| bounds.max()[axis]));
    let side = |side: Option<Side>| side.map_or(String::new(), |side| side.to_string());
    let reach = object.reach;
    [
        answer.index.to_string(),
        answer.name.clone(),
        class_of(&answer.name).to_string(),
        answer.side.to_string(),
        answer.touching.to_string(),
        answer.divided.to_string(),
        answer.closed.to_string(),
        answer.loops.to_string(),
        number(Some(answer.section_area)),
        number(answer.volume_front),
        number(answer.volume_back),
        least(0),
        least(1),
        least(2),
        greatest(0),
        greatest(1),
        greatest(2),
        side(reach.map(|reach| reach.extent.backmost)),
        side(reach.map(|reach| reach.extent.frontmost)),
        number(reach.map(|reach| reach.interval.backmost)),
        number(reach.map(|reach| reach.interval.frontmost)),
    ]
}

/// Returns a number in the fewest digits that read back as the same number, never as −0. `None` becomes an empty cell.
pub(crate) fn number(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| format!("{:?}", value + 0.0))
}
