//! Writing OFF, and COFF if the scene has vertex colours.

use std::io::Write;

use transect_mesh::scene::Scene;
use transect_mesh::{AttributeLayer, Meaning};

use crate::document::Document;
use crate::error::WriteError;
use crate::text::push_number;
use crate::vertex_table::{COLOR, VertexTable};
use crate::vertices::is_manifold;
use crate::written_file::WrittenFile;

/// Writes all objects as one list of faces, in world coordinates. Numbers are the shortest text that reads back as the
/// same f64, and colours are integers up to 255. As in PLY, a scene with vertex colours has no colours of faces.
pub(crate) fn write(
    scene: &Scene,
    origin: &Document,
    out: &mut dyn Write,
    stem: &str,
) -> Result<WrittenFile, WriteError> {
    let table = VertexTable::of(scene, origin, names)?;
    let rows = table.rows()?;
    let count = rows.vertices.len() / rows.width;
    let is_colored = !table.columns.is_empty();
    let kind = if is_colored { "COFF" } else { "OFF" };
    writeln!(out, "{kind}\n{count} {} 0", rows.triangles.len())?;
    let mut line = Vec::new();
    for row in rows.vertices.chunks_exact(rows.width) {
        line.clear();
        let (position, color) = row.split_at(3);
        for (axis, &coordinate) in position.iter().enumerate() {
            if axis > 0 {
                line.push(b' ');
            }
            push_number(coordinate, &mut line)?;
        }
        for component in 0..if is_colored { 4 } else { 0 } {
            let value = color.get(component).copied().unwrap_or(1.0);
            // The cast saturates.
            write!(line, " {}", (value * 255.0).round() as u8)?;
        }
        line.push(b'\n');
        out.write_all(&line)?;
    }
    let components = table.colors.components().len();
    for ([a, b, c], color) in rows.triangles.iter().zip(&rows.colors) {
        line.clear();
        write!(line, "3 {a} {b} {c}")?;
        for component in &color[..components] {
            write!(line, " {component}")?;
        }
        line.push(b'\n');
        out.write_all(&line)?;
    }
    Ok(WrittenFile {
        losses: table.losses(scene, origin, |layer| !names(layer).is_empty(), stem),
        manifold: Some(is_manifold(count, &rows.triangles)),
        vertices: Some(count),
    })
}

/// Returns the names of the numbers of an attribute layer; empty for all layers but colours.
fn names(layer: &AttributeLayer) -> Vec<String> {
    match (&layer.meaning, layer.width) {
        (Meaning::Color(0), 3) => COLOR[..3].iter().map(|&name| name.to_owned()).collect(),
        (Meaning::Color(0), 4) => COLOR.map(str::to_owned).into(),
        _ => Vec::new(),
    }
}
