//! The objects of a document that have triangles.

use std::borrow::Cow;

use transect::{CuttingPlane, Side};
use transect_io::Document;
use transect_mesh::scene::{Scene, Transform, world_mesh};
use transect_mesh::{Mesh, MeshError};

use crate::user_error::UserError;

/// An object of a document, with its transform to world coordinates. The object has triangles.
pub(super) struct Object<'s> {
    pub(super) name: &'s str,
    /// The names from the root of the tree of nodes to the object. The last name is that of the object.
    pub(super) path: Vec<&'s str>,
    pub(super) index: usize,
    scene: &'s Scene,
    node: usize,
    pub(super) mesh: &'s Mesh,
    pub(super) world: Transform,
    /// `true` if the file of the object stores coordinates as f32.
    pub(super) is_single: bool,
}

impl<'s> Object<'s> {
    /// Returns the objects of a document that have triangles.
    pub(super) fn all(document: &'s Document) -> Vec<Self> {
        let scene = &document.scene;
        let is_single = document
            .sources
            .iter()
            .all(|source| source.single_precision);
        let world = scene.world_transforms();
        let objects = scene.objects().enumerate();
        let objects = objects.filter_map(|(index, node)| {
            let mesh = &scene.meshes[scene.nodes[node].mesh?].mesh;
            (!mesh.is_empty()).then(|| Self {
                name: &scene.nodes[node].name,
                path: path(scene, node),
                index,
                scene,
                node,
                mesh,
                world: world[node],
                is_single,
            })
        });
        objects.collect()
    }

    /// Returns the surface of the object as transect cuts it, if it differs from `plain`, its mesh in the world. An object that no
    /// plane meets is not changed.
    pub(super) fn changed(
        &self,
        plain: &Mesh,
        planes: &[CuttingPlane],
    ) -> Result<Option<Mesh>, UserError> {
        let mut reaches = planes.iter().filter_map(|plane| plain.reach(plane));
        if plain.boundary().is_closed() || !reaches.any(|own| own.extent.side() == Side::On) {
            return Ok(None);
        }
        let surface = self.scene.surface(self.node, &self.world);
        let surface = surface.map_err(|placed| self.problem(&placed.error))?;
        let is_changed = !surface.changes.is_empty();
        Ok(is_changed.then(|| surface.mesh.into_owned()))
    }

    /// Returns the mesh of the object in world coordinates.
    pub(super) fn in_world(&self) -> Result<Cow<'s, Mesh>, UserError> {
        world_mesh(self.mesh, &self.world).map_err(|error| self.problem(&error))
    }

    fn problem(&self, error: &MeshError) -> UserError {
        UserError::new(format!("object {:?}: in the world, {error}", self.name))
    }
}

/// Returns the names of the nodes from the root of the tree to a node.
fn path(scene: &Scene, node: usize) -> Vec<&str> {
    let upward = std::iter::successors(Some(node), |&node| scene.nodes[node].parent);
    let mut path: Vec<&str> = upward.map(|node| &*scene.nodes[node].name).collect();
    path.reverse();
    path
}
