//! Makes objects from the meshes of STL files.

use transect_mesh::Mesh;
use transect_mesh::scene::{Node, Part, SceneMesh};

use crate::document::Document;

pub(super) fn push_object(document: &mut Document, name: String, mesh: Mesh) {
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
}
