//! The two scenes of a cut. An object that lies on one side keeps its node; a cut object gets a new mesh in each scene.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::mesh::indexed::{CAP, Mesh, MeshError};
use crate::scene::encoding::Encoding;
use crate::scene::model::{Material, Node, Part, Scene, SceneMesh};
use crate::scene::placement::Placement;
use crate::side::Side;

/// The colour of the caps of an object without a colour, a light grey.
const PLAIN: [f64; 4] = [0.8, 0.8, 0.8, 1.0];

/// The scene in front and the scene behind, while they are built.
pub(super) struct Halves<'s> {
    source: &'s Scene,
    /// For each half (in front, behind), the content of each node: nothing, the node's mesh or a cut mesh.
    fates: [Vec<Fate>; 2],
    /// For each colour, the index of the material of caps with this colour.
    caps: HashMap<[u64; 4], usize>,
    materials: Vec<Material>,
}

/// The content of a node in the scene of one half.
#[derive(Clone, Debug, Default)]
enum Fate {
    /// The node shows nothing in this half, because no part of its mesh lies there.
    #[default]
    Away,
    /// The node shows its mesh unchanged.
    Whole,
    /// The node shows another mesh: the half of a cut mesh, or a rounded mesh. The array is the origin of the mesh's
    /// coordinates.
    Cut(Box<SceneMesh>, [f64; 3]),
}

impl<'s> Halves<'s> {
    pub(super) fn new(source: &'s Scene) -> Self {
        let fates = vec![Fate::Away; source.nodes.len()];
        Self {
            source,
            fates: [fates.clone(), fates],
            caps: HashMap::new(),
            materials: source.materials.clone(),
        }
    }

    /// Adds a node that lies on one side of the plane. The node keeps its mesh, with one exception: its mesh is rounded
    /// to f32, relative to an origin near its centre, if three conditions hold. The output stores f32 coordinates
    /// relative to origins, the mesh has world coordinates, and some of the mesh's coordinates are not f32 values.
    pub(super) fn keep(
        &mut self,
        node: usize,
        side: Side,
        mesh: &Mesh,
        encoding: Encoding,
    ) -> Result<(), MeshError> {
        let moves = encoding == Encoding::LocalSingle && !mesh.single_precision;
        let fate = match self.source.nodes[node].mesh {
            Some(source) if moves && self.source.stands_in_the_world(node) => {
                let (origin, source) =
                    (mesh.single_precision_origin(), &self.source.meshes[source]);
                let narrowed = SceneMesh {
                    mesh: mesh.narrowed(&origin)?.mesh,
                    name: source.name.clone(),
                    parts: source.parts.clone(),
                    extras: source.extras.clone(),
                };
                Fate::Cut(Box::new(narrowed), origin)
            }
            _ => Fate::Whole,
        };
        self.fates[usize::from(side == Side::Back)][node] = fate;
        Ok(())
    }

    /// Returns the number of parts of a node's mesh; 0 for a node without a mesh.
    pub(super) fn part_count(&self, node: usize) -> usize {
        let mesh = self.source.nodes[node].mesh;
        mesh.map_or(0, |mesh| self.source.meshes[mesh].parts.len())
    }

    /// Adds a node that is cut, with the two meshes into which its mesh was cut. The coordinates of both are relative
    /// to `origin`. The list of parts of each mesh is that of the node's mesh, then one part per name in `faces`.
    /// Triangles with the part number [`CAP`] get the number of the first part in `faces`.
    pub(super) fn divide(
        &mut self,
        node: usize,
        meshes: [Mesh; 2],
        origin: [f64; 3],
        color: Option<[f64; 4]>,
        faces: impl Iterator<Item = String>,
    ) {
        let Some(source) = self.source.nodes[node].mesh else {
            return;
        };
        let source = &self.source.meshes[source];
        let cap = Part {
            name: String::new(),
            material: Some(self.cap_material(color.unwrap_or(PLAIN))),
            layers: source
                .mesh
                .attributes()
                .layers
                .iter()
                .map(|layer| layer.has_cap_value())
                .collect(),
        };
        let caps: Vec<Part> = faces
            .map(|name| Part {
                name,
                ..cap.clone()
            })
            .collect();
        for (half, mut mesh) in meshes.into_iter().enumerate() {
            if mesh.is_empty() {
                continue;
            }
            let mut parts = source.parts.clone();
            mesh.rename_part(CAP, parts.len() as u32);
            parts.extend_from_slice(&caps);
            let mesh = SceneMesh {
                name: source.name.clone(),
                mesh,
                parts,
                extras: source.extras.clone(),
            };
            self.fates[half][node] = Fate::Cut(Box::new(mesh), origin);
        }
    }

    fn cap_material(&mut self, color: [f64; 4]) -> usize {
        *self.caps.entry(color.map(f64::to_bits)).or_insert_with(|| {
            self.materials.push(Material {
                name: String::from("cap"),
                color,
                gltf: None,
            });
            self.materials.len() - 1
        })
    }

    /// Returns the scene in front of the plane and the scene behind it.
    pub(super) fn into_scenes(self) -> [Scene; 2] {
        let Self {
            source,
            fates,
            materials,
            ..
        } = self;
        fates.map(|fates| assemble(source, fates, materials.clone()))
    }
}

impl Scene {
    /// Returns `true` if the coordinates of a node's mesh are world coordinates: neither the node nor an ancestor is
    /// transformed.
    fn stands_in_the_world(&self, node: usize) -> bool {
        let mut ancestor = Some(node);
        while let Some(index) = ancestor {
            if self.nodes[index].placement != Placement::Identity {
                return false;
            }
            ancestor = self.nodes[index].parent;
        }
        true
    }
}

/// Builds the scene of one half. It contains the unchanged nodes with all their ancestors. A node whose mesh was cut or
/// rounded has no ancestors: it is only translated by the origin of the mesh's coordinates.
fn assemble(source: &Scene, fates: Vec<Fate>, materials: Vec<Material>) -> Scene {
    let mut needed = vec![false; source.nodes.len()];
    for (index, fate) in fates.iter().enumerate() {
        let mut above = matches!(fate, Fate::Whole).then_some(index);
        while let Some(node) = above.filter(|&node| !needed[node]) {
            needed[node] = true;
            above = source.nodes[node].parent;
        }
    }
    let mut scene = Scene {
        materials,
        ..Scene::default()
    };
    let mut places = vec![None; source.nodes.len()];
    let mut shared: HashMap<usize, usize> = HashMap::new();
    for (index, fate) in fates.into_iter().enumerate() {
        let node = &source.nodes[index];
        if needed[index] {
            places[index] = Some(scene.nodes.len());
            let mesh = node
                .mesh
                .filter(|_| matches!(fate, Fate::Whole))
                .map(|mesh| {
                    *shared.entry(mesh).or_insert_with(|| {
                        scene.meshes.push(source.meshes[mesh].clone());
                        scene.meshes.len() - 1
                    })
                });
            scene.nodes.push(Node {
                parent: node.parent.and_then(|parent| places[parent]),
                mesh,
                ..node.clone()
            });
        }
        if let Fate::Cut(mesh, origin) = fate {
            scene.nodes.push(Node {
                name: node.name.clone(),
                parent: None,
                placement: Placement::translation(origin),
                mesh: Some(scene.meshes.len()),
                extras: node.extras.clone(),
            });
            scene.meshes.push(*mesh);
        }
    }
    scene
}
