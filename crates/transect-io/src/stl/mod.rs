//! STL, binary and ASCII.
//!
//! Read by own code: `stl_io` and its like read ASCII coordinates as f32, and text should become the
//! nearest f64. Facet normals are not read: a triangle's orientation is the order of its vertices.

mod ascii;
mod binary;
mod write;

use transect::mesh::{Mesh, MeshError, RawMesh};
use transect::scene::{Node, Part, SceneMesh};

use crate::document::Document;
use crate::error::Fault;
use crate::format::has_binary_stl_length;
use crate::input::Input;

pub(crate) use write::write;

/// Reads an STL file: binary, unless it begins with `solid` and looks like text.
pub(crate) fn read(input: &Input<'_>) -> Result<Document, Fault> {
    let text = input
        .bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(input.bytes);
    let start = &text[..text.len().min(1024)];
    let begins = start
        .trim_ascii_start()
        .get(..5)
        .is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
    if begins && !start.contains(&0) && !has_binary_stl_length(input.bytes) {
        ascii::read(input, text)
    } else {
        binary::read(input)
    }
}

/// Adds an object whose triangles are the positions taken by threes.
fn push_object(
    document: &mut Document,
    name: String,
    positions: Vec<[f64; 3]>,
) -> Result<(), MeshError> {
    let count = positions.len();
    let most = u32::try_from(count).map_err(|_| MeshError::TooLarge {
        what: "vertices",
        count,
    })?;
    let triangles = (0..most / 3)
        .map(|t| [3 * t, 3 * t + 1, 3 * t + 2])
        .collect();
    let mesh = Mesh::new(RawMesh {
        positions,
        triangles,
        ..RawMesh::default()
    })?;
    document.scene.nodes.push(Node {
        name,
        mesh: Some(document.scene.meshes.len()),
        ..Node::default()
    });
    document.scene.meshes.push(SceneMesh {
        mesh,
        parts: vec![Part::default()],
        ..SceneMesh::default()
    });
    Ok(())
}

#[cfg(test)]
mod tests;
