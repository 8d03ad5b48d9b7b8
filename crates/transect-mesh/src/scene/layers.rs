//! The layers of a scene: the sections of its objects at many heights along one direction.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use transect::Plane;
use transect::interop::Coordinates;

use crate::mesh::indexed::Mesh;
use crate::mesh::layers::LayersError;
use crate::mesh::layers::heights::Heights;
use crate::mesh::layers::sweep::Sweep;
use crate::mesh::section::Sections;
use crate::scene::model::Scene;
use crate::scene::object::PlacementError;

/// A layer of a scene: the sections of its objects at one height.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SceneLayer {
    /// The height, as given. The number −0 becomes 0.
    pub height: f64,
    /// The plane of the layer, which contains the points p with direction·p = height.
    pub plane: Plane,
    /// The objects that the plane meets, in the order of the scene.
    pub objects: Vec<ObjectLayer>,
}

/// The sections of one object of a scene in a layer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ObjectLayer {
    /// The index of the object's node in the scene.
    pub node: usize,
    /// Both one-sided limits of the section, as [`Scene::sections`] returns them.
    pub sections: Sections,
}

/// The error of layers of a scene.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SceneLayersError {
    /// The direction or the heights define no layers.
    Layers(LayersError),
    /// An object has a coordinate beyond the range of floats.
    Placement(PlacementError),
}

impl fmt::Display for SceneLayersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Layers(error) => error.fmt(f),
            Self::Placement(error) => error.fmt(f),
        }
    }
}

impl Error for SceneLayersError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Layers(error) => error.source(),
            Self::Placement(error) => error.source(),
        }
    }
}

impl From<LayersError> for SceneLayersError {
    fn from(error: LayersError) -> Self {
        Self::Layers(error)
    }
}

impl From<PlacementError> for SceneLayersError {
    fn from(error: PlacementError) -> Self {
        Self::Placement(error)
    }
}

/// An iterator over the layers of a scene, in ascending order of height; see [`Scene::layers`].
#[derive(Clone, Debug)]
pub struct SceneLayers<'s> {
    nodes: Vec<usize>,
    sweep: Sweep<'s>,
}

impl SceneLayers<'_> {
    /// Returns the node indices of the objects whose layers are computed, in the order of the scene.
    #[must_use]
    pub fn nodes(&self) -> &[usize] {
        &self.nodes
    }
}

impl Iterator for SceneLayers<'_> {
    type Item = SceneLayer;

    fn next(&mut self) -> Option<SceneLayer> {
        let layer = self.sweep.next()?;
        let objects = layer.objects.into_iter();
        Some(SceneLayer {
            height: layer.height,
            plane: layer.plane,
            objects: objects
                .map(|(object, sections)| ObjectLayer {
                    node: self.nodes[object],
                    sections,
                })
                .collect(),
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.sweep.size_hint()
    }
}

impl ExactSizeIterator for SceneLayers<'_> {}

impl core::iter::FusedIterator for SceneLayers<'_> {}

impl Scene {
    /// Returns the sections at many heights of every object for whose node index `wanted` returns `true`. Directions
    /// and heights have the same meaning as for [`Mesh::layers`].
    ///
    /// Each layer has the sections of those objects that its plane meets. They equal the sections that
    /// [`Scene::sections`] returns for this plane, bit for bit. The iterator stores the objects in world coordinates,
    /// and the layers that it has computed but not returned yet.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh};
    /// use transect_mesh::scene::{Node, Placement, Scene, SceneLayer, SceneMesh};
    /// # let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    /// # let triangles = vec![
    /// #     [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    /// #     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    /// # ];
    /// let cube = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// // Two cubes on top of each other, which share one mesh.
    /// let node = |height| Node {
    ///     placement: Placement::translation([0.0, 0.0, height]),
    ///     mesh: Some(0),
    ///     ..Node::default()
    /// };
    /// let scene = Scene {
    ///     nodes: [0.0, 1.0].map(node).to_vec(),
    ///     meshes: vec![SceneMesh { mesh: cube, ..SceneMesh::default() }],
    ///     ..Scene::default()
    /// };
    /// let layers = scene.layers([0.0, 0.0, 1.0], &[0.5, 1.0, 1.5, 3.0], |_| true)?;
    /// let nodes = |layer: SceneLayer| -> Vec<usize> {
    ///     layer.objects.iter().map(|object| object.node).collect()
    /// };
    /// assert!(layers.map(nodes).eq([vec![0], vec![0, 1], vec![1], vec![]]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`SceneLayersError`] if the direction or a height is invalid, if there are more than 2³⁰ heights, or
    /// if an object has a coordinate beyond the range of floats.
    pub fn layers(
        &self,
        direction: impl Coordinates<3>,
        heights: &[f64],
        wanted: impl Fn(usize) -> bool,
    ) -> Result<SceneLayers<'_>, SceneLayersError> {
        let heights = Heights::new(direction.coordinates(), heights)?;
        let world = self.world_transforms();
        let mut nodes = Vec::new();
        let mut meshes: Vec<Cow<'_, Mesh>> = Vec::new();
        for node in self.objects().filter(|&node| wanted(node)) {
            meshes.push(self.surface(node, &world[node])?.mesh);
            nodes.push(node);
        }
        Ok(SceneLayers {
            nodes,
            sweep: Sweep::new(heights, meshes.into_iter(), false),
        })
    }
}
