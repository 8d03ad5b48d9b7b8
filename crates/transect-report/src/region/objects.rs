//! `objects.csv` of a cut by several planes: one row per object.

use std::io::Write;

use transect::scene::ObjectParts;
use transect_draw::class_of;

use crate::objects::number;
use crate::region::parts::SceneParts;
use crate::region::report::RegionReport;

/// Writes the table `objects.csv`, one row per object. The last columns are the volumes of the object in each part.
///
/// # Errors
/// Returns the errors of `file`.
pub fn write(scene: &SceneParts, report: &RegionReport, file: impl Write) -> csv::Result<()> {
    let mut table = csv::Writer::from_writer(file);
    let first = [
        "index", "name", "class", "relation", "sides", "cut_by", "closed",
    ];
    let bounds = ["xmin", "ymin", "zmin", "xmax", "ymax", "zmax"];
    let volumes = report
        .parts
        .iter()
        .map(|part| format!("volume_{}", part.name));
    let columns = first
        .into_iter()
        .chain(bounds)
        .map(String::from)
        .chain(volumes);
    table.write_record(columns)?;
    for (object, answer) in scene.objects.iter().zip(&report.objects_list) {
        let bounds = object.bounds;
        let corner = |end: fn(&transect::Aabb) -> [f64; 3], axis: usize| {
            number(bounds.map(|bounds| end(&bounds)[axis]))
        };
        let numbers: Vec<String> = answer.cut_by.iter().map(ToString::to_string).collect();
        let mut row = vec![
            answer.index.to_string(),
            answer.name.clone(),
            class_of(&answer.name).to_string(),
            answer.relation.unwrap_or_default().to_string(),
            answer.sides.join(" "),
            numbers.join(" "),
            answer.closed.to_string(),
        ];
        row.extend((0..3).map(|axis| corner(transect::Aabb::min, axis)));
        row.extend((0..3).map(|axis| corner(transect::Aabb::max, axis)));
        row.extend(
            report
                .parts
                .iter()
                .map(|part| number(volume(object, &part.name, scene))),
        );
        table.write_record(row)?;
    }
    table.flush()?;
    Ok(())
}

/// Returns the volume of an object in a part: 0 if it has no piece there, and `None` if the object is open.
fn volume(object: &ObjectParts, part: &str, scene: &SceneParts) -> Option<f64> {
    let mut pieces = object.pieces.iter();
    let piece = pieces.find(|(index, _)| scene.parts[*index].name == part);
    match piece {
        Some((_, amount)) => amount.volume,
        None => object.is_closed.then_some(0.0),
    }
}
