//! Scenes for formats without a node tree: objects at their world positions.

use transect::mesh::Meaning;
use transect::scene::{Scene, SceneMesh, Transform};
use transect::vector::{dot, scale};

use crate::error::WriteError;

/// An object of a scene with its world transform.
pub(crate) struct Placed<'a> {
    pub(crate) name: &'a str,
    pub(crate) mesh: &'a SceneMesh,
    world: Transform,
    mirrored: bool,
}

/// Returns the objects of a scene.
pub(crate) fn objects(scene: &Scene) -> impl Iterator<Item = Placed<'_>> {
    let transforms = scene.world_transforms();
    scene.objects().filter_map(move |node| {
        let world = transforms[node];
        Some(Placed {
            name: &scene.nodes[node].name,
            mesh: scene.meshes.get(scene.nodes[node].mesh?)?,
            world,
            mirrored: world.determinant() < 0.0,
        })
    })
}

impl Placed<'_> {
    /// Returns the world positions of the mesh's vertices, as f64.
    pub(crate) fn positions(&self) -> Result<Vec<[f64; 3]>, WriteError> {
        let own = self.mesh.mesh.positions();
        // An identity transform is not applied, so the positions stay equal bit for bit.
        if self.world == Transform::IDENTITY {
            return Ok(own.to_vec());
        }
        own.iter()
            .enumerate()
            .map(|(vertex, position)| {
                let image = self.world.apply(position);
                self.check(vertex, &image, "f64", |c| c.is_finite())?;
                Ok(image)
            })
            .collect()
    }

    /// Returns an error if the coordinates of a vertex do not fit the type that stores them.
    pub(crate) fn check(
        &self,
        vertex: usize,
        position: &[f64; 3],
        stored_as: &'static str,
        fits: impl Fn(f64) -> bool,
    ) -> Result<(), WriteError> {
        match (0..3).find(|&axis| !fits(position[axis])) {
            None => Ok(()),
            Some(axis) => Err(WriteError::DoesNotFit {
                object: self.name.to_owned(),
                vertex,
                axis,
                value: position[axis],
                stored_as,
            }),
        }
    }

    /// Returns the vertices of a triangle, counter-clockwise in the world as seen from outside.
    pub(crate) fn triangle(&self, triangle: usize) -> [u32; 3] {
        self.turned(self.mesh.mesh.triangles()[triangle])
    }

    /// Returns the attribute rows of a triangle's corners, in the order of [`triangle`](Self::triangle).
    pub(crate) fn rows(&self, triangle: usize) -> Option<[u32; 3]> {
        let corners = self.mesh.mesh.attributes().corners.get(triangle)?;
        Some(self.turned(*corners))
    }

    fn turned(&self, [a, b, c]: [u32; 3]) -> [u32; 3] {
        if self.mirrored { [a, c, b] } else { [a, b, c] }
    }

    /// Returns the index of the attribute layer with this meaning, such as normals.
    pub(crate) fn layer(&self, meaning: &Meaning) -> Option<usize> {
        let layers = &self.mesh.mesh.attributes().layers;
        layers.iter().position(|layer| layer.meaning == *meaning)
    }

    /// Appends the numbers of an attribute row to `values`. Normals are transformed to world coordinates.
    pub(crate) fn push_row(&self, layer: usize, row: u32, values: &mut Vec<f64>) {
        let layer = &self.mesh.mesh.attributes().layers[layer];
        let own = layer.row(row);
        match own.first_chunk::<3>() {
            Some(normal)
                if layer.meaning == Meaning::Normal && self.world != Transform::IDENTITY =>
            {
                let image = self.world.apply_normal(normal);
                let length = dot(&image, &image).sqrt();
                let unit = length > 0.0 && length.is_finite();
                values.extend(scale(&image, if unit { 1.0 / length } else { 1.0 }));
            }
            _ => values.extend_from_slice(own),
        }
    }

    /// Returns `true` if the part that contains the triangle has this attribute layer.
    pub(crate) fn has(&self, triangle: usize, layer: usize) -> bool {
        let part = self.mesh.mesh.part(triangle) as usize;
        self.mesh
            .parts
            .get(part)
            .and_then(|part| part.layers.get(layer))
            .copied()
            .unwrap_or(false)
    }
}
