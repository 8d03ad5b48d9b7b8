//! A scene: named nodes in a tree, meshes that several of them may share, materials.

use alloc::string::String;
use alloc::vec::Vec;

use crate::mesh::indexed::Mesh;
use crate::scene::placement::Placement;
use crate::transform::Transform;

/// Named nodes, the meshes they show and the materials those use.
///
/// Parents stand before their children in `nodes`. A node that shows a mesh is an *object*.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The nodes, parents first.
    pub nodes: Vec<Node>,
    /// The meshes; a node refers to one by its index, and several nodes may refer to the same.
    pub meshes: Vec<SceneMesh>,
    /// The materials; a [`Part`] refers to one by its index.
    pub materials: Vec<Material>,
}

/// A named place in the scene, with or without a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The name; several nodes may have the same one.
    pub name: String,
    /// The index of the parent, which is less than this node's own.
    pub parent: Option<usize>,
    /// Where the node stands in its parent.
    pub placement: Placement,
    /// The index of the mesh that the node shows.
    pub mesh: Option<usize>,
    /// What the file says of this node besides, as JSON text, carried unread.
    pub extras: Option<String>,
}

/// A mesh as a file holds it: with a name, and divided into parts.
#[derive(Clone, Debug, Default)]
pub struct SceneMesh {
    /// The name; may be empty.
    pub name: String,
    /// The triangles, in the mesh's own frame.
    pub mesh: Mesh,
    /// What the part numbers of the triangles ([`Mesh::part`]) mean; at least one.
    pub parts: Vec<Part>,
    /// What the file says of this mesh besides, as JSON text, carried unread.
    pub extras: Option<String>,
}

/// A run of triangles of one mesh that look alike: a glTF primitive, an OBJ group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// The name; may be empty.
    pub name: String,
    /// The index of the material in [`Scene::materials`].
    pub material: Option<usize>,
    /// For each attribute layer of the mesh whether this part has it; a shorter list lacks the rest.
    pub layers: Vec<bool>,
}

/// How a surface looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// The name; may be empty.
    pub name: String,
    /// Red, green, blue, opacity; linear, 0 to 1.
    pub color: [f64; 4],
    /// All that a glTF file says of it, as JSON text, carried unread. Its texture indices count in
    /// the document that was read.
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
    /// The objects: indices of the nodes that show a mesh, in the order of the file.
    pub fn objects(&self) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(|&node| self.nodes[node].mesh.is_some())
    }

    /// For each node the map from its own frame to the world: its placement behind all its parents'.
    ///
    /// ```
    /// use transect::scene::{Node, Placement, Scene};
    /// let up = Placement::translation([0.0, 0.0, 1.0]);
    /// let node = |parent| Node { parent, placement: up, ..Node::default() };
    /// let scene = Scene { nodes: vec![node(None), node(Some(0))], ..Scene::default() };
    /// assert_eq!(scene.world_transforms()[1].apply(&[1.0, 0.0, 0.0]), [1.0, 0.0, 2.0]);
    /// ```
    ///
    /// # Panics
    /// If a node stands before its parent.
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
