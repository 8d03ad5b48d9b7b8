//! `serde` 1 for meshes. Sections derive it where they stand.

use serde_1::de::Error;
use serde_1::{Deserialize, Deserializer, Serialize, Serializer};

use crate::mesh::attributes::Attributes;
use crate::mesh::indexed::{Mesh, RawMesh};

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
