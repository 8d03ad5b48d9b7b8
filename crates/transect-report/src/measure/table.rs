//! `objects.csv`, one row per object, and `heights.csv`, one row per height (docs/measure.md).

use std::io::Write;

use crate::measure::report::{HeightMeasures, ObjectMeasures};

const OBJECT_COLUMNS: [&str; 15] = [
    "object",
    "closed",
    "open_edges",
    "area",
    "volume",
    "signed_volume",
    "centroid_x",
    "centroid_y",
    "centroid_z",
    "inertia_xx",
    "inertia_yy",
    "inertia_zz",
    "inertia_xy",
    "inertia_xz",
    "inertia_yz",
];

const HEIGHT_COLUMNS: [&str; 7] = [
    "height",
    "area",
    "area_other_limit",
    "volume_behind",
    "centroid_x",
    "centroid_y",
    "centroid_z",
];

/// The entries of an inertia tensor in the order of the columns.
pub const INERTIA_ENTRIES: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [0, 1], [0, 2], [1, 2]];

/// Writes the table of objects.
///
/// # Errors
/// Returns the errors of the writer.
pub fn write_objects(objects: &[ObjectMeasures], file: impl Write) -> csv::Result<()> {
    let mut table = csv::Writer::from_writer(file);
    table.write_record(OBJECT_COLUMNS)?;
    for object in objects {
        let measures = &object.measures;
        let mut row = vec![
            object.name.clone(),
            object.closed.to_string(),
            object.open_edges.to_string(),
            number(Some(measures.area)),
            number(measures.volume),
            number(measures.signed_volume),
        ];
        row.extend([0, 1, 2].map(|axis: usize| number(measures.centroid.map(|c| c[axis]))));
        row.extend(INERTIA_ENTRIES.map(|[i, j]| number(measures.inertia.map(|m| m[i][j]))));
        table.write_record(row)?;
    }
    table.flush()?;
    Ok(())
}

/// Writes the table of heights, in ascending order of height.
///
/// # Errors
/// Returns the errors of the writer.
pub fn write_heights(heights: &[HeightMeasures], file: impl Write) -> csv::Result<()> {
    let mut table = csv::Writer::from_writer(file);
    table.write_record(HEIGHT_COLUMNS)?;
    for row in heights {
        let centroid = |axis: usize| number(row.centroid_behind.map(|c| c[axis]));
        table.write_record([
            number(Some(row.height)),
            number(Some(row.area)),
            number(Some(row.area_other_limit)),
            number(Some(row.volume_behind)),
            centroid(0),
            centroid(1),
            centroid(2),
        ])?;
    }
    table.flush()?;
    Ok(())
}

/// Returns a number in the fewest digits that read back as the same number, never as −0. `None` becomes an empty cell.
fn number(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| format!("{:?}", value + 0.0))
}
