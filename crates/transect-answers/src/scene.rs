//! `GET scene…`: the model for drawing. Coordinates are f32 and relative to the model's middle. They are used only
//! for drawing; no answer is computed from them.

use serde_json::{Value, json};
use transect::Aabb;

use crate::model::Model;

impl Model {
    /// Returns a point of the world in drawing coordinates.
    pub(crate) fn drawn(&self, point: &[f64; 3]) -> [f32; 3] {
        core::array::from_fn(|axis| (point[axis] - self.origin[axis]) as f32)
    }

    /// Returns the objects and other data of the model as JSON: the answer to `GET scene`.
    pub(crate) fn manifest(&self) -> Value {
        let objects = self.objects.iter().enumerate().map(|(index, object)| {
            let mesh = object.mesh();
            json!({
                "index": index,
                "name": object.name,
                "class": object.class(),
                "air": object.is_air,
                "storey": object.storey,
                "triangle_start": object.triangle_start,
                "triangle_count": mesh.triangles().len(),
                "vertex_start": object.vertex_start,
                "vertex_count": mesh.positions().len(),
                "bounds": mesh.bounds().map(bounds),
                "closed": mesh.boundary().is_closed(),
            })
        });
        json!({
            "bounds": bounds(&self.bounds),
            "origin": self.origin,
            "unit": self.unit,
            "vertices": self.vertices,
            "triangles": self.triangles,
            "start": self.start.to_json(),
            "objects": objects.collect::<Vec<Value>>(),
        })
    }

    /// Returns the coordinates x, y, z of each vertex as f32, little-endian.
    pub(crate) fn positions(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(12 * self.vertices);
        for object in &self.objects {
            for point in object.mesh().positions() {
                for coordinate in self.drawn(point) {
                    bytes.extend_from_slice(&coordinate.to_le_bytes());
                }
            }
        }
        bytes
    }

    /// Returns three u32 per triangle. They are indices into the positions of all objects.
    pub(crate) fn indices(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(12 * self.triangles);
        for object in &self.objects {
            let start = object.vertex_start as u32;
            for corner in object.mesh().triangles().as_flattened() {
                bytes.extend_from_slice(&(start + corner).to_le_bytes());
            }
        }
        bytes
    }

    /// Returns one u32 per vertex: the index of the object to which the vertex belongs.
    pub(crate) fn object_ids(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(4 * self.vertices);
        for (index, object) in self.objects.iter().enumerate() {
            let id = (index as u32).to_le_bytes();
            for _ in object.mesh().positions() {
                bytes.extend_from_slice(&id);
            }
        }
        bytes
    }
}

fn bounds(bounds: &Aabb) -> Value {
    json!({"min": bounds.min(), "max": bounds.max()})
}
