//! Writing binary little-endian PLY.

use std::io::Write;

use transect_mesh::scene::Scene;
use transect_mesh::{AttributeLayer, Meaning};

use crate::document::Document;
use crate::error::WriteError;
use crate::flatten::Placed;
use crate::vertex_table::{COLOR, Column, FaceColors, Stored, VertexTable, check_count};
use crate::vertices::{Vertices, is_manifold};
use crate::written_file::WrittenFile;

/// Writes all objects as one list of faces. Positions are in world coordinates and stored as `double`. A corner's
/// position and its attributes together make a vertex of the file.
///
/// Colours are bytes, because many readers show colours of other types as black. If the scene has vertex colours, faces
/// have no colours, because many readers show only the colours of faces in a file with both. Then the corners of faces
/// without vertex colours have the colours of their materials. Without vertex colours, the colours of materials become
/// colours of faces.
pub(crate) fn write(
    scene: &Scene,
    origin: &Document,
    out: &mut dyn Write,
    stem: &str,
) -> Result<WrittenFile, WriteError> {
    let table = VertexTable::of(scene, origin, names)?;
    let (manifold, vertices) = if table.columns.is_empty() {
        write_plain(&table.objects, &table.colors, out)?
    } else {
        write_with_columns(&table, out)?
    };

    Ok(WrittenFile {
        losses: table.losses(scene, origin, |layer| !names(layer).is_empty(), stem),
        manifold: Some(manifold),
        vertices: Some(vertices),
    })
}

/// Writes objects whose vertices have only positions, directly from their meshes. Returns `true` if each edge of the
/// file has exactly two triangles, which run along it in opposite directions, and the number of vertices.
fn write_plain(
    objects: &[Placed<'_>],
    colors: &FaceColors,
    out: &mut dyn Write,
) -> Result<(bool, usize), WriteError> {
    let vertices = objects.iter().map(|object| Vertices::of(&object.mesh));
    let vertices: Vec<Vertices<'_>> = vertices.collect();
    let count = vertices.iter().map(Vertices::len).sum();
    check_count(count)?;
    let faces = vertices.iter().map(|own| own.triangles.len()).sum();
    write_header(count, &[], faces, colors, out)?;
    let mut rows = Rows::new(out);
    for own in &vertices {
        for vertex in 0..own.len() as u32 {
            for coordinate in own.position(vertex) {
                rows.bytes.extend_from_slice(&coordinate.to_le_bytes());
            }
            rows.flush(FLUSH)?;
        }
    }
    let mut start = 0;
    for (object, own) in objects.iter().zip(&vertices) {
        for (triangle, corners) in own.triangles.iter().enumerate() {
            let corners = corners.map(|vertex| vertex + start);
            rows.push_face(&corners, &colors.color(object, triangle), colors)?;
        }
        start += own.len() as u32;
    }
    rows.flush(0)?;
    Ok((vertices.iter().all(Vertices::is_manifold), count))
}

/// Writes objects with attributes. Returns `true` if each edge of the file has exactly two triangles, which run along
/// it in opposite directions, and the number of vertices.
fn write_with_columns(
    table: &VertexTable<'_>,
    out: &mut dyn Write,
) -> Result<(bool, usize), WriteError> {
    let VertexTable {
        columns, colors, ..
    } = table;
    let all = table.rows()?;
    let count = all.vertices.len() / all.width;
    write_header(count, columns, all.triangles.len(), colors, out)?;
    let mut kinds = vec![Stored::Double; 3];
    for column in columns {
        kinds.extend(column.names.iter().map(|_| column.stored));
    }
    let mut rows = Rows::new(out);
    for row in all.vertices.chunks_exact(all.width) {
        for (&value, kind) in row.iter().zip(&kinds) {
            match kind {
                Stored::Byte => rows.bytes.push((value * 255.0).round() as u8),
                Stored::Float => {
                    rows.bytes.extend_from_slice(&(value as f32).to_le_bytes());
                }
                Stored::Double => rows.bytes.extend_from_slice(&value.to_le_bytes()),
            }
        }
        rows.flush(FLUSH)?;
    }
    for (corners, color) in all.triangles.iter().zip(&all.colors) {
        rows.push_face(corners, color, colors)?;
    }
    rows.flush(0)?;
    Ok((is_manifold(count, &all.triangles), count))
}

fn write_header(
    vertices: usize,
    columns: &[Column],
    faces: usize,
    colors: &FaceColors,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    writeln!(
        out,
        "ply\nformat binary_little_endian 1.0\ncomment written by transect"
    )?;
    writeln!(out, "element vertex {vertices}")?;
    writeln!(
        out,
        "property double x\nproperty double y\nproperty double z"
    )?;
    for column in columns {
        for name in &column.names {
            writeln!(out, "property {} {name}", column.stored.name())?;
        }
    }
    writeln!(out, "element face {faces}")?;
    writeln!(out, "property list uchar int vertex_indices")?;
    for name in colors.components() {
        writeln!(out, "property uchar {name}")?;
    }
    writeln!(out, "end_header")
}

/// Collected bytes are written when there are at least this many.
const FLUSH: usize = 1 << 16;

/// The rows of a file. Many rows are collected before they are written, because one call of `out` per number is slow.
struct Rows<'o> {
    bytes: Vec<u8>,
    out: &'o mut dyn Write,
}

impl<'o> Rows<'o> {
    fn new(out: &'o mut dyn Write) -> Self {
        Self {
            bytes: Vec::with_capacity(2 * FLUSH),
            out,
        }
    }

    /// Adds the row of a triangle.
    fn push_face(
        &mut self,
        corners: &[u32; 3],
        color: &[u8; 4],
        colors: &FaceColors,
    ) -> std::io::Result<()> {
        let [[a, b, c, d], [e, f, g, h], [i, j, k, l]] = corners.map(u32::to_le_bytes);
        self.bytes
            .extend_from_slice(&[3, a, b, c, d, e, f, g, h, i, j, k, l]);
        self.bytes
            .extend_from_slice(&color[..colors.components().len()]);
        self.flush(FLUSH)
    }

    /// Writes the collected bytes if there are at least `least` of them, and empties the list.
    fn flush(&mut self, least: usize) -> std::io::Result<()> {
        if self.bytes.len() >= least {
            self.out.write_all(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }
}

/// Returns the names of the PLY properties for the components of an attribute layer; empty if PLY has no names for
/// them.
fn names(layer: &AttributeLayer) -> Vec<String> {
    let own = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    match (&layer.meaning, layer.width) {
        (Meaning::Normal, 3) => own(&["nx", "ny", "nz"]),
        (Meaning::TextureCoordinate(0), 2..) => own(&["s", "t"]),
        (Meaning::Color(0), 3) => own(&COLOR[..3]),
        (Meaning::Color(0), 4) => own(&COLOR),
        (Meaning::Custom(name), width @ 1..) if is_word(name) => match width {
            1 => vec![name.clone()],
            _ => (0..width).map(|k| format!("{name}_{k}")).collect(),
        },
        _ => Vec::new(),
    }
}

/// Returns `true` if the name of an attribute layer can be the name of a custom property: a single word that PLY does
/// not use for another property.
fn is_word(name: &str) -> bool {
    const TAKEN: [&str; 10] = ["x", "y", "z", "nx", "ny", "nz", "s", "t", "u", "v"];
    !name.is_empty()
        && name.chars().all(|c| c.is_ascii_graphic())
        && !TAKEN.contains(&name)
        && !COLOR.contains(&name)
        && !["texture_u", "texture_v"].contains(&name)
}
