//! `layers.csv`: one row per layer (docs/slicing.md).

use std::io::Write;

use crate::slice::layer_report::LayerReport;

const COLUMNS: [&str; 15] = [
    "layer",
    "height",
    "bottom",
    "top",
    "objects",
    "loops",
    "holes",
    "open_chains",
    "area",
    "signed_area",
    "perimeter",
    "volume_behind",
    "centroid_x",
    "centroid_y",
    "centroid_z",
];

/// Writes the table of layers, one row per layer in ascending order of height.
///
/// # Errors
/// Returns the errors of the writer.
pub fn write(layers: &[LayerReport], file: impl Write) -> csv::Result<()> {
    let mut table = csv::Writer::from_writer(file);
    table.write_record(COLUMNS)?;
    for (index, layer) in layers.iter().enumerate() {
        let centroid = |axis: usize| number(layer.centroid_behind.map(|centroid| centroid[axis]));
        table.write_record([
            (index + 1).to_string(),
            number(Some(layer.height)),
            number(layer.bottom),
            number(layer.top),
            layer.objects.to_string(),
            layer.loops.to_string(),
            layer.holes.to_string(),
            layer.open_chains.to_string(),
            number(Some(layer.area)),
            number(Some(layer.signed_area)),
            number(Some(layer.perimeter)),
            number(layer.volume_behind),
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
