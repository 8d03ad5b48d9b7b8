//! The selected objects of a scene in world coordinates.

use std::borrow::Cow;

use transect_mesh::scene::{Node, PlacementError, Scene, SceneMesh};
use transect_mesh::{Mesh, WeldChanges};

/// An object, placed in world coordinates, without its mesh.
pub(crate) struct PlacedObject {
    pub(crate) name: String,
    pub(crate) color: Option<[f64; 4]>,
    pub(crate) is_closed: bool,
    /// The changes that were made so that fewer edges are open.
    pub(crate) changes: WeldChanges,
}

/// Returns the objects of a scene for whose nodes `wanted` is `true`, in world coordinates: a scene with one node and
/// one mesh per object, and the other data of these objects.
pub(crate) fn placed(
    scene: &Scene,
    wanted: &[bool],
) -> Result<(Scene, Vec<PlacedObject>), PlacementError> {
    let transforms = scene.world_transforms();
    let (mut world, mut objects) = (Scene::default(), Vec::new());
    for node in scene.objects().filter(|&node| wanted[node]) {
        let Node { name, mesh, .. } = &scene.nodes[node];
        let Some(own) = mesh.map(|mesh| &scene.meshes[mesh]) else {
            continue;
        };
        let surface = scene.surface(node, &transforms[node])?;
        let material = own.parts.first().and_then(|part| part.material);
        let material = material.and_then(|material| scene.materials.get(material));
        objects.push(PlacedObject {
            name: name.clone(),
            color: material.map(|material| material.color),
            is_closed: surface.changes.open_edges == 0,
            changes: surface.changes,
        });
        world.nodes.push(Node {
            name: name.clone(),
            mesh: Some(world.meshes.len()),
            ..Node::default()
        });
        world.meshes.push(SceneMesh {
            mesh: Cow::into_owned(surface.mesh),
            ..SceneMesh::default()
        });
    }
    Ok((world, objects))
}

/// Returns the meshes of a scene that [`placed`] made, one per object.
pub(crate) fn meshes(world: &Scene) -> impl Iterator<Item = &Mesh> {
    world.meshes.iter().map(|own| &own.mesh)
}
