//! Makes objects from the facets of STL files.

use transect::mesh::{Mesh, MeshError, RawMesh};
use transect::scene::{Node, Part, SceneMesh};

use crate::document::Document;

/// Adds an object to a document. Each three consecutive elements of `positions` are the corners of a triangle.
pub(super) fn push_object(
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
