//! Scenes for file formats without a node tree: every object with its mesh in world coordinates. An attribute layer of
//! a mesh is a table of one attribute, such as the normals; each corner of a triangle refers to one row of the table.

use std::borrow::Cow;

use transect_mesh::scene::{Part, Scene, SceneMesh, world_mesh};
use transect_mesh::{Meaning, Mesh, MeshError};

use crate::error::WriteError;

/// An object of a scene, with its mesh in world coordinates.
pub(crate) struct Placed<'a> {
    pub(crate) name: &'a str,
    pub(crate) mesh: Cow<'a, Mesh>,
    pub(crate) parts: &'a [Part],
}

/// Returns the mesh of each object of a scene, not transformed into world coordinates.
pub(crate) fn meshes(scene: &Scene) -> impl Iterator<Item = &SceneMesh> {
    scene
        .objects()
        .filter_map(|node| scene.meshes.get(scene.nodes[node].mesh?))
}

/// Returns the objects of a scene, each with its mesh in world coordinates. An object whose world coordinates overflow
/// f64 is returned as an error.
pub(crate) fn objects(scene: &Scene) -> impl Iterator<Item = Result<Placed<'_>, WriteError>> {
    let transforms = scene.world_transforms();
    scene.objects().filter_map(move |node| {
        let name = &scene.nodes[node].name;
        let own = scene.meshes.get(scene.nodes[node].mesh?)?;
        let placed = world_mesh(&own.mesh, &transforms[node]).map(|mesh| Placed {
            name,
            mesh,
            parts: &own.parts,
        });
        Some(placed.map_err(|error| match error {
            MeshError::NotFinite {
                vertex,
                axis,
                value,
            } => does_not_fit(name, vertex, axis, value, "f64"),
            other => WriteError::Unsupported(format!("object “{name}”: {other}")),
        }))
    })
}

fn does_not_fit(
    object: &str,
    vertex: usize,
    axis: usize,
    value: f64,
    stored_as: &'static str,
) -> WriteError {
    WriteError::DoesNotFit {
        object: object.to_owned(),
        vertex,
        axis,
        value,
        stored_as,
    }
}

impl Placed<'_> {
    /// Returns the position of a vertex in f32, or an error if a coordinate overflows f32.
    pub(crate) fn narrowed(&self, vertex: usize) -> Result<[f32; 3], WriteError> {
        let position = self.mesh.positions()[vertex];
        let narrow = position.map(|coordinate| coordinate as f32);
        match narrow.iter().position(|coordinate| !coordinate.is_finite()) {
            None => Ok(narrow),
            Some(axis) => {
                let value = position[axis];
                Err(does_not_fit(self.name, vertex, axis, value, "f32"))
            }
        }
    }

    /// Returns, for each corner of a triangle, the index of its row in the attribute layers; `None` if the mesh has no
    /// attributes.
    pub(crate) fn rows(&self, triangle: usize) -> Option<[u32; 3]> {
        self.mesh.attributes().corners.get(triangle).copied()
    }

    /// Returns the index of the attribute layer with this meaning, such as normals.
    pub(crate) fn layer(&self, meaning: &Meaning) -> Option<usize> {
        let layers = &self.mesh.attributes().layers;
        layers.iter().position(|layer| layer.meaning == *meaning)
    }

    /// Returns the numbers in one row of an attribute layer, such as the three numbers of a normal.
    pub(crate) fn row(&self, layer: usize, row: u32) -> &[f64] {
        self.mesh.attributes().layers[layer].row(row)
    }

    /// Returns `true` if the part that contains the triangle has this attribute layer.
    pub(crate) fn has(&self, triangle: usize, layer: usize) -> bool {
        let part = self.mesh.part(triangle) as usize;
        self.parts
            .get(part)
            .and_then(|part| part.layers.get(layer))
            .copied()
            .unwrap_or(false)
    }
}
