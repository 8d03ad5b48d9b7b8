//! `serde` 1 for meshes, frames and scenes. The other parts of scenes and the sections derive it where they stand.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_1::de::Error;
use serde_1::{Deserialize, Deserializer, Serialize, Serializer};

use crate::frame::Frame;
use crate::mesh::attributes::Attributes;
use crate::mesh::indexed::{Mesh, RawMesh};
use crate::scene::model::{Material, Node, Scene, SceneMesh};
use crate::shape::all_finite;

/// The fields of [`RawMesh`], borrowed from a mesh.
#[derive(Serialize)]
#[serde(crate = "serde_1", rename = "RawMesh")]
struct MeshRecord<'a> {
    positions: &'a [[f64; 3]],
    triangles: &'a [[u32; 3]],
    attributes: &'a Attributes,
    parts: &'a [u32],
}

/// The fields of a [`RawMesh`].
impl Serialize for Mesh {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        MeshRecord {
            positions: self.positions(),
            triangles: self.triangles(),
            attributes: self.attributes(),
            parts: self.parts(),
        }
        .serialize(serializer)
    }
}

/// The fields of a [`RawMesh`], checked as by [`Mesh::new`]. The vertices of a mesh keep their order.
impl<'de> Deserialize<'de> for Mesh {
    fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
        Self::of_mesh(RawMesh::deserialize(deserializer)?).map_err(R::Error::custom)
    }
}

checked!("a frame" Frame {
    origin: P [origin()], u: P [u()], v: P [v()], names: [String; 2] [names().map(String::from)]
} frame(origin, [u, v], &names));

fn frame(
    origin: [f64; 3],
    directions: [[f64; 3]; 2],
    names: &[String; 2],
) -> Result<Frame, &'static str> {
    all_finite("origin", &[origin]).map_err(|_| "a coordinate of the origin is not finite")?;
    all_finite("direction", &directions).map_err(|_| "a direction is not finite")?;
    Frame::named(origin, directions, names.each_ref().map(String::as_str))
        .ok_or("the directions have other names")
}

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
}

/// The lists of a scene. All indices must be those of entries, and parents come before their children.
impl<'de> Deserialize<'de> for Scene {
    fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
        let SceneRecord {
            nodes,
            meshes,
            materials,
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
        })
    }
}
