//! The surfaces of objects as they are measured and cut: with edges divided at the vertices that lie exactly on them, and
//! welded if the scene says so.

use alloc::borrow::Cow;

use transect::Transform;

use crate::mesh::indexed::Mesh;
use crate::mesh::{Rest, WeldChanges, Welded};
use crate::scene::model::Scene;
use crate::scene::object::PlacementError;
use crate::scene::world::world_mesh;

/// The surface of an object in the world, and what was changed so that fewer edges are open.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Surface<'s> {
    /// The mesh.
    pub mesh: Cow<'s, Mesh>,
    /// The changes. Nothing is changed in a closed mesh.
    pub changes: WeldChanges,
}

impl<'s> Surface<'s> {
    fn of(welded: Welded) -> Self {
        Self {
            mesh: Cow::Owned(welded.mesh),
            changes: welded.changes,
        }
    }

    fn unchanged(mesh: &'s Mesh) -> Self {
        let mut changes = WeldChanges::default();
        changes.open_edges = mesh.boundary().open_edges();
        changes.open_edges_before = changes.open_edges;
        Self {
            mesh: Cow::Borrowed(mesh),
            changes,
        }
    }

    /// Returns the band of a mesh that one pass has read. Its edges are not divided, because those of the rest are not.
    pub(super) fn band(mesh: &'s Mesh, rest: &Rest) -> Self {
        let mut changes = WeldChanges::default();
        changes.open_edges = rest.open_edge_count();
        changes.open_edges_before = changes.open_edges;
        Self {
            mesh: Cow::Borrowed(mesh),
            changes,
        }
    }

    /// Returns the surface of a mesh whose edges are divided at the vertices that lie exactly on them.
    pub(super) fn divided(mesh: &'s Mesh) -> Self {
        let divided = mesh.with_divided_edges();
        divided.map_or_else(|| Self::unchanged(mesh), Self::of)
    }
}

impl Scene {
    /// Returns the surface of an object as it is measured and cut. `world` is the transform of its node to the world.
    ///
    /// The mesh is placed in the world. If it is open, edges are divided at the vertices that lie exactly on them
    /// ([`Mesh::with_divided_edges`]), and the mesh is welded if [`Scene::weld`] is a distance ([`Mesh::welded`]).
    ///
    /// ```
    /// use transect::Transform;
    /// use transect_mesh::scene::{Node, Scene, SceneMesh};
    /// use transect_mesh::{Mesh, RawMesh};
    /// // Two triangles with a crack between them.
    /// let positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1e-9, 0.0], [1e-9, 1.0, 0.0], [1.0, 1.0, 0.0]];
    /// let mesh = Mesh::new(RawMesh { positions, triangles: vec![[0, 1, 2], [3, 5, 4]], ..RawMesh::default() })?;
    /// let mut scene = Scene {
    ///     nodes: vec![Node { mesh: Some(0), ..Node::default() }],
    ///     meshes: vec![SceneMesh { mesh, ..SceneMesh::default() }],
    ///     ..Scene::default()
    /// };
    /// assert_eq!(scene.surface(0, &Transform::IDENTITY)?.changes.open_edges, 6);
    /// scene.weld = Some("1e-8".parse()?);
    /// assert_eq!(scene.surface(0, &Transform::IDENTITY)?.changes.open_edges, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`PlacementError`] if a position is beyond the range of floats.
    ///
    /// # Panics
    /// Panics if the node shows no mesh.
    pub fn surface(&self, node: usize, world: &Transform) -> Result<Surface<'_>, PlacementError> {
        let mesh = self.nodes[node].mesh.expect("a node with a mesh");
        let placed = world_mesh(&self.meshes[mesh].mesh, world);
        let placed = placed.map_err(|error| PlacementError {
            name: self.nodes[node].name.clone(),
            error,
        })?;
        Ok(match placed {
            Cow::Borrowed(mesh) => self.closer(mesh),
            Cow::Owned(mesh) => {
                let Surface { mesh: own, changes } = self.closer(&mesh);
                let own = match own {
                    Cow::Owned(own) => Some(own),
                    Cow::Borrowed(_) => None,
                };
                let mesh = Cow::Owned(own.unwrap_or(mesh));
                Surface { mesh, changes }
            }
        })
    }

    /// Returns the surface of a mesh in the world that planes meet, or do not meet. Only a surface that is cut is welded.
    pub(super) fn to_cut<'s>(&self, mesh: &'s Mesh, is_met: bool) -> Surface<'s> {
        if is_met {
            self.closer(mesh)
        } else {
            Surface::divided(mesh)
        }
    }

    /// Returns the surface of a mesh in the world.
    fn closer<'s>(&self, mesh: &'s Mesh) -> Surface<'s> {
        match self.weld {
            Some(distance) if !mesh.boundary().is_closed() => {
                let welded = mesh.welded(distance);
                if welded.changes.is_empty() {
                    // The ids of the vertices stay, too.
                    Surface {
                        mesh: Cow::Borrowed(mesh),
                        changes: welded.changes,
                    }
                } else {
                    Surface::of(welded)
                }
            }
            _ => Surface::divided(mesh),
        }
    }
}
