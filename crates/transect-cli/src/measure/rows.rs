//! Tables with aligned columns, and the numbers in them.

use transect_report::numbers::{grouped, measured};
use transect_report::slice::labels::Labels;
use transect_report::unit::Units;

/// The largest number of rows that a table lists completely.
const ROWS: usize = 40;
/// The number of rows at each end of a longer table.
const ENDS: usize = 12;

/// The measures at one height.
pub(super) struct HeightRow<'r> {
    pub(super) height: f64,
    pub(super) area: f64,
    pub(super) area_error: f64,
    pub(super) volume_behind: f64,
    pub(super) centroid_behind: Option<&'r [f64; 3]>,
}

/// Returns the table of the area of the section and of the volume behind the plane, for each height.
pub(super) fn against_height<'r>(
    rows: impl Iterator<Item = HeightRow<'r>> + Clone,
    name: &str,
    units: &Units,
) -> String {
    let labels = Labels::of(rows.clone().map(|row| row.height));
    let header = vec![
        name.into(),
        format!("area{}", units.area),
        format!("volume behind{}", units.volume),
        format!("centroid behind{}", units.length),
    ];
    let lines = rows.map(|row| {
        // An area within its error bound is printed as zero.
        let area = if row.area.abs() <= row.area_error {
            0.0
        } else {
            row.area
        };
        vec![
            labels.text(row.height),
            measured(area),
            measured(row.volume_behind),
            row.centroid_behind.map_or(String::new(), vector),
        ]
    });
    table(header, lines.collect(), 0)
}

/// Returns a table with aligned columns. The first `left` columns are aligned to the left. A long table is shortened in
/// its middle.
pub(super) fn table(header: Vec<String>, rows: Vec<Vec<String>>, left: usize) -> String {
    let count = rows.len();
    let is_long = count > ROWS;
    let is_shown = |index: usize| !is_long || index < ENDS || index >= count - ENDS;
    let mut lines = vec![header];
    let shown = rows.into_iter().enumerate();
    lines.extend(
        shown
            .filter(|(index, _)| is_shown(*index))
            .map(|(_, row)| row),
    );
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|column| width(column).unwrap_or(0))
        .collect();
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        if is_long && index == ENDS + 1 {
            text.push_str(&format!("… {} more\n", grouped(count - 2 * ENDS)));
        }
        let cells = line.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| {
            if column < left {
                format!("{cell:<width$}")
            } else {
                format!("{cell:>width$}")
            }
        });
        text.push_str(cells.collect::<Vec<_>>().join("   ").trim_end());
        text.push('\n');
    }
    text
}

pub(super) fn vector(vector: &[f64; 3]) -> String {
    vector.map(measured).join(", ")
}
