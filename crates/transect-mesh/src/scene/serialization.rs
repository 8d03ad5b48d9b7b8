//! `serde` 1 for scenes. Their parts derive it where they stand.

use alloc::format;
use alloc::vec::Vec;

use serde_1::de::Error;
use serde_1::{Deserialize, Deserializer};

use crate::mesh::WeldDistance;
use crate::scene::model::{Material, Node, Scene, SceneMesh};

/// The fields of a [`Scene`].
#[derive(Deserialize)]
#[serde(
    crate = "serde_1",
    rename = "Scene",
    expecting = "a scene",
    deny_unknown_fields
)]
struct SceneRecord {
    nodes: Vec<Node>,
    meshes: Vec<SceneMesh>,
    materials: Vec<Material>,
    #[serde(default)]
    weld: Option<WeldDistance>,
}

/// The lists of a scene. All indices must be those of entries, and parents come before their children.
impl<'de> Deserialize<'de> for Scene {
    fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
        let SceneRecord {
            nodes,
            meshes,
            materials,
            weld,
        } = SceneRecord::deserialize(deserializer)?;
        for (index, node) in nodes.iter().enumerate() {
            if node.parent.is_some_and(|parent| parent >= index) {
                let text = format!("node {index} comes before its parent");
                return Err(R::Error::custom(text));
            }
            if node.mesh.is_some_and(|mesh| mesh >= meshes.len()) {
                let text = format!("node {index} shows a mesh that does not exist");
                return Err(R::Error::custom(text));
            }
        }
        for (index, mesh) in meshes.iter().enumerate() {
            let mut materials_of_parts = mesh.parts.iter().filter_map(|part| part.material);
            if materials_of_parts.any(|material| material >= materials.len()) {
                let text = format!("mesh {index} has a material that does not exist");
                return Err(R::Error::custom(text));
            }
        }
        Ok(Self {
            nodes,
            meshes,
            materials,
            weld,
        })
    }
}
