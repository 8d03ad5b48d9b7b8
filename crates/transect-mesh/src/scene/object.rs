//! Work on the objects of a scene, one after another: each object is placed in the world, and its side of the plane is
//! classified.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use transect::{Aabb, Cutter};
use transect_exact::Side;

use crate::mesh::indexed::{Mesh, MeshError};
use crate::mesh::reach::Reach;
use crate::scene::model::Scene;
use crate::scene::world::world_mesh;

/// The error for an object that has a coordinate beyond the range of floats, in world coordinates or in the output's
/// precision.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacementError {
    /// The name of the object's node.
    pub name: String,
    /// The error of the object's mesh, which names the vertex and the axis.
    pub error: MeshError,
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, error } = self;
        write!(
            f,
            "object {name:?}: in the world, or in the numbers of the output, {error}"
        )
    }
}

impl Error for PlacementError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

/// A completed stage of work on an object, for progress reports and timing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// The object was placed in the world, and its side of each plane was determined.
    Side,
    /// The halves, the parts or the sections of the object were computed. With one plane, an object that the plane does
    /// not cut has no such stage.
    Cut,
    /// The certificate of the object's halves or parts was computed.
    Certificate,
    /// The work on the object is done. The value is the number of objects processed so far.
    Done(usize),
}

/// The properties of an object that are known before it is cut.
pub(super) struct Classified {
    pub(super) name: String,
    pub(super) color: Option<[f64; 4]>,
    pub(super) side: Option<Side>,
    pub(super) bounds: Option<Aabb>,
    pub(super) reach: Option<Reach>,
}

impl Scene {
    /// Calls `work` for each wanted object. The arguments are the index of its node, its mesh in world coordinates, and
    /// its number among the wanted objects, counted from 1.
    pub(super) fn each_object<T>(
        &self,
        wanted: impl Fn(usize) -> bool,
        mut work: impl FnMut(usize, &Mesh, usize) -> Result<T, MeshError>,
    ) -> Result<Vec<T>, PlacementError> {
        let world = self.world_transforms();
        let mut objects = Vec::new();
        for node in self.objects().filter(|&node| wanted(node)) {
            let Some(mesh) = self.nodes[node].mesh else {
                continue;
            };
            let object = world_mesh(&self.meshes[mesh].mesh, &world[node])
                .and_then(|placed| work(node, &placed, objects.len() + 1))
                .map_err(|error| PlacementError {
                    name: self.nodes[node].name.clone(),
                    error,
                })?;
            objects.push(object);
        }
        Ok(objects)
    }

    /// Returns the properties of an object that are known before it is cut: its side of the plane, and its bounds.
    pub(super) fn classified(&self, node: usize, mesh: &Mesh, plane: &impl Cutter) -> Classified {
        let reach = mesh.reach(plane);
        Classified {
            name: self.nodes[node].name.clone(),
            color: self.color_of(node),
            side: reach.map(|reach| reach.extent.side()),
            bounds: mesh.bounds().copied(),
            reach,
        }
    }

    /// Returns the colour of the first material of a node's mesh.
    pub(super) fn color_of(&self, node: usize) -> Option<[f64; 4]> {
        let mesh = &self.meshes[self.nodes[node].mesh?];
        let material = mesh.parts.iter().find_map(|part| part.material)?;
        Some(self.materials[material].color)
    }
}
