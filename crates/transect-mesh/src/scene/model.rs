//! The scene model: a tree of named nodes, meshes that several nodes may share, and materials.

use alloc::string::String;
use alloc::vec::Vec;

use transect::Transform;

use crate::mesh::WeldDistance;
use crate::mesh::indexed::Mesh;
use crate::scene::placement::Placement;

/// A scene: a tree of named nodes, with the meshes that the nodes show and the materials of these meshes.
///
/// In `nodes`, parents come before their children. A node that shows a mesh is an *object*.
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize),
    serde(crate = "serde_1")
)]
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The nodes. Each node comes after its parent.
    pub nodes: Vec<Node>,
    /// The meshes. A node refers to a mesh by its index, and several nodes may refer to the same mesh.
    pub meshes: Vec<SceneMesh>,
    /// The materials. A [`Part`] refers to a material by its index.
    pub materials: Vec<Material>,
    /// The distance within which gaps of open objects are closed before they are measured or cut; see
    /// [`Scene::surface`]. With `None`, no vertex moves. The meshes of the scene, and objects that are not cut, stay as they are.
    pub weld: Option<WeldDistance>,
}

/// A named node of the scene, with or without a mesh.
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize, serde_1::Deserialize),
    serde(crate = "serde_1", deny_unknown_fields)
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The name of the node. Several nodes may have the same name.
    pub name: String,
    /// The index of the node's parent, which is less than the index of the node.
    pub parent: Option<usize>,
    /// The placement of the node relative to its parent: a translation, rotation and scaling, or a matrix.
    pub placement: Placement,
    /// The index of the mesh that the node shows.
    pub mesh: Option<usize>,
    /// The data that an application attached to this node (`extras` in glTF), as JSON text. It is copied without being
    /// parsed.
    pub extras: Option<String>,
}

/// A mesh as in a file: its name, its triangles, and the parts (groups of triangles with the same material) into which
/// they are divided.
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize, serde_1::Deserialize),
    serde(crate = "serde_1", deny_unknown_fields)
)]
#[derive(Clone, Debug, Default)]
pub struct SceneMesh {
    /// The name of the mesh. It may be empty.
    pub name: String,
    /// The triangles, in the coordinates of the mesh, before the placements of nodes are applied.
    pub mesh: Mesh,
    /// The parts to which the part numbers of the triangles ([`Mesh::part`]) refer. There is at least one part.
    pub parts: Vec<Part>,
    /// The data that an application attached to this mesh (`extras` in glTF), as JSON text. It is copied without being
    /// parsed.
    pub extras: Option<String>,
}

/// A group of triangles with the same material: a glTF primitive or an OBJ group.
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize, serde_1::Deserialize),
    serde(crate = "serde_1", deny_unknown_fields)
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// The name of the part. It may be empty.
    pub name: String,
    /// The index of the part's material in [`Scene::materials`].
    pub material: Option<usize>,
    /// For each attribute layer of the mesh, `true` if this part has the layer. If the list is shorter than the list of
    /// layers, the part lacks the remaining layers.
    pub layers: Vec<bool>,
}

/// The appearance of a surface.
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize, serde_1::Deserialize),
    serde(crate = "serde_1", deny_unknown_fields)
)]
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// The name. It may be empty.
    pub name: String,
    /// The colour as red, green, blue and opacity: linear, from 0 to 1.
    pub color: [f64; 4],
    /// The material as JSON text in the form of glTF, if the file is glTF. It is copied without being parsed. Its
    /// texture indices refer to the document that was read.
    pub gltf: Option<String>,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: String::new(),
            color: [1.0; 4],
            gltf: None,
        }
    }
}

impl Scene {
    /// Returns the indices of the objects, which are the nodes that show a mesh, in ascending order.
    pub fn objects(&self) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(|&node| self.nodes[node].mesh.is_some())
    }

    /// Returns, for each node, the map from the node's coordinates to the world. It applies the node's own placement
    /// first, then the placements of its ancestors.
    ///
    /// ```
    /// use transect_mesh::scene::{Node, Placement, Scene};
    /// let up = Placement::translation([0.0, 0.0, 1.0]);
    /// let node = |parent| Node { parent, placement: up, ..Node::default() };
    /// let scene = Scene { nodes: vec![node(None), node(Some(0))], ..Scene::default() };
    /// assert_eq!(scene.world_transforms()[1].apply(&[1.0, 0.0, 0.0]), [1.0, 0.0, 2.0]);
    /// ```
    ///
    /// # Panics
    /// Panics if a node comes before its parent.
    #[must_use]
    pub fn world_transforms(&self) -> Vec<Transform> {
        let mut world: Vec<Transform> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let own = node.placement.transform();
            world.push(match node.parent {
                Some(parent) => world[parent].after(&own),
                None => own,
            });
        }
        world
    }
}
