//! Writes glTF by the specification, so that samples can use features that transect itself never writes.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use crate::samples::solids::Solid;

/// A glTF document under construction. Every function that adds an entry returns its index.
#[derive(Default)]
pub(super) struct Builder {
    lists: Map<String, Value>,
    binary: Vec<u8>,
}

pub(super) const FLOAT: u32 = 5126;
pub(super) const SHORT: u32 = 5122;
pub(super) const UNSIGNED_SHORT: u32 = 5123;
pub(super) const BYTE: u32 = 5120;
pub(super) const UNSIGNED_BYTE: u32 = 5121;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

impl Builder {
    pub(super) fn add(&mut self, list: &str, entry: Value) -> usize {
        let entries = self
            .lists
            .entry(list)
            .or_insert_with(|| json!([]))
            .as_array_mut()
            .expect("lists hold arrays");
        entries.push(entry);
        entries.len() - 1
    }

    /// Declares an extension that the document uses. If `required`, the document cannot be read without the extension.
    pub(super) fn extension(&mut self, name: &str, required: bool) {
        self.add("extensionsUsed", json!(name));
        if required {
            self.add("extensionsRequired", json!(name));
        }
    }

    /// Appends bytes, aligned to 4, and a buffer view of them.
    pub(super) fn view(&mut self, bytes: &[u8], more: Value) -> usize {
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        let view = json!({
            "buffer": 0,
            "byteOffset": self.binary.len(),
            "byteLength": bytes.len(),
        });
        self.binary.extend_from_slice(bytes);
        self.add("bufferViews", merged(view, more))
    }

    /// Appends the bytes of rows of floats, and an accessor for them.
    pub(super) fn floats<const N: usize>(&mut self, rows: &[[f32; N]], more: Value) -> usize {
        let bytes: Vec<u8> = rows
            .iter()
            .flatten()
            .flat_map(|f| f.to_le_bytes())
            .collect();
        let view = self.view(&bytes, json!({"target": VERTICES}));
        let shape = ["SCALAR", "VEC2", "VEC3", "VEC4"][N - 1];
        let accessor = json!({
            "bufferView": view,
            "componentType": FLOAT,
            "count": rows.len(),
            "type": shape,
        });
        self.add("accessors", merged(accessor, more))
    }

    /// Appends positions, and an accessor with their bounding box.
    pub(super) fn positions(&mut self, positions: &[[f32; 3]]) -> usize {
        self.floats(positions, extent(positions))
    }

    /// Appends 16-bit indices, and an accessor for them.
    pub(super) fn indices(&mut self, indices: &[u16]) -> usize {
        let bytes: Vec<u8> = indices.iter().flat_map(|i| i.to_le_bytes()).collect();
        let view = self.view(&bytes, json!({"target": INDICES}));
        self.add(
            "accessors",
            json!({
                "bufferView": view,
                "componentType": UNSIGNED_SHORT,
                "count": indices.len(),
                "type": "SCALAR",
            }),
        )
    }

    /// Appends the mesh of a solid as one primitive.
    pub(super) fn solid(&mut self, name: &str, solid: &Solid, primitive: Value) -> usize {
        let positions = self.positions(&solid.positions);
        let indices = self.indices(solid.triangles.as_flattened());
        let primitive = merged(
            json!({"attributes": {"POSITION": positions}, "indices": indices}),
            primitive,
        );
        self.add("meshes", json!({"name": name, "primitives": [primitive]}))
    }

    /// Appends a rough material of one color.
    pub(super) fn material(&mut self, name: &str, color: [f64; 4]) -> usize {
        let surface = json!({
            "baseColorFactor": color,
            "metallicFactor": 0.0,
            "roughnessFactor": 1.0,
        });
        self.add(
            "materials",
            json!({"name": name, "pbrMetallicRoughness": surface}),
        )
    }

    fn document(&mut self, roots: &[usize], uri: Option<String>) -> Value {
        let mut buffer = json!({"byteLength": self.binary.len()});
        if let Some(uri) = uri {
            buffer["uri"] = Value::from(uri);
        }
        let mut document = json!({
            "asset": {"version": "2.0", "generator": "cargo xtask samples"},
            "scene": 0,
            "scenes": [{"nodes": roots}],
        });
        for (list, entries) in core::mem::take(&mut self.lists) {
            document[list] = entries;
        }
        document["buffers"] = json!([buffer]);
        document
    }

    /// Returns the indices of the nodes that are not children of another node.
    fn roots(&self) -> Vec<usize> {
        let nodes = self.lists.get("nodes").and_then(Value::as_array);
        let nodes = nodes.map_or(&[][..], Vec::as_slice);
        let is_child = |node: usize| {
            let mut children = nodes
                .iter()
                .filter_map(|other| other["children"].as_array())
                .flatten();
            children.any(|child| *child == json!(node))
        };
        (0..nodes.len()).filter(|&node| !is_child(node)).collect()
    }

    /// Returns the document as one GLB file.
    pub(super) fn glb(mut self) -> Vec<u8> {
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        let roots = self.roots();
        let mut json = self.document(&roots, None).to_string().into_bytes();
        json.resize(json.len().next_multiple_of(4), b' ');
        let mut file = Vec::new();
        let word = |number: usize| (number as u32).to_le_bytes();
        file.extend(b"glTF");
        file.extend(word(2));
        file.extend(word(12 + 8 + json.len() + 8 + self.binary.len()));
        for (kind, data) in [(b"JSON", &json), (b"BIN\0", &self.binary)] {
            file.extend(word(data.len()));
            file.extend(kind);
            file.extend(data);
        }
        file
    }

    /// Returns the document as JSON with its buffer in a data URI.
    pub(super) fn gltf(mut self) -> Vec<u8> {
        let data = STANDARD.encode(&self.binary);
        let roots = self.roots();
        let document = self.document(
            &roots,
            Some(format!("data:application/octet-stream;base64,{data}")),
        );
        let mut text = format!("{document:#}").into_bytes();
        text.push(b'\n');
        text
    }
}

/// Returns the bounding box of positions as the members `min` and `max` of an accessor.
pub(super) fn extent(positions: &[[f32; 3]]) -> Value {
    let along = |better: fn(f32, f32) -> f32| -> [f32; 3] {
        core::array::from_fn(|axis| {
            let mut numbers = positions.iter().map(|position| position[axis]);
            let first = numbers.next().unwrap_or(0.0);
            numbers.fold(first, better)
        })
    };
    json!({"min": along(f32::min), "max": along(f32::max)})
}

/// Returns an object with the members of another object added.
pub(super) fn merged(mut object: Value, more: Value) -> Value {
    if let (Value::Object(members), Value::Object(more)) = (&mut object, more) {
        members.extend(more);
    }
    object
}
