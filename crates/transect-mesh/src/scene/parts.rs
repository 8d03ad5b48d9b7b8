//! The scenes that a cut makes, one per part of space: the two sides of a plane, the inside and the outside of a
//! region, or one part per combination of sides of several planes. An object that lies in one part keeps its node; a
//! cut object gets a new mesh in each scene.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};
use transect_exact::arrays::Few as _;

use crate::mesh::indexed::{CAP, Mesh, MeshError};
use crate::scene::encoding::Encoding;
use crate::scene::model::{Material, Node, Part, Scene, SceneMesh};
use crate::scene::placement::Placement;

/// The colour of the caps of an object without a colour, a light grey.
const PLAIN: [f64; 4] = [0.8, 0.8, 0.8, 1.0];

/// The scenes of all parts, while they are built.
pub(super) struct Parts<'s> {
    source: &'s Scene,
    /// For each plane, the name of the mesh part of its cut faces.
    pub(super) face_names: Vec<String>,
    /// For each part, the content of each node: nothing, the node's mesh or a cut mesh.
    fates: Vec<Vec<Fate>>,
    /// For each colour, the index of the material of caps with this colour.
    caps: HashMap<[u64; 4], usize>,
    materials: Vec<Material>,
}

/// The content of a node in the scene of one part.
#[derive(Clone, Debug, Default)]
enum Fate {
    /// The node shows nothing in this part, because nothing of its mesh lies there.
    #[default]
    Away,
    /// The node shows its mesh unchanged.
    Whole,
    /// The node shows another mesh: a part of a cut mesh, or a rounded mesh. The array is the origin of the mesh's
    /// coordinates.
    Cut(Box<SceneMesh>, [f64; 3]),
}

impl<'s> Parts<'s> {
    /// Returns an empty list of parts, for a cut by some planes.
    pub(super) fn new(source: &'s Scene, planes: usize) -> Self {
        Self {
            source,
            face_names: face_names(source, planes),
            fates: Vec::new(),
            caps: HashMap::new(),
            materials: source.materials.clone(),
        }
    }

    /// Adds scenes without objects, so that there are at least `count`.
    pub(super) fn grow(&mut self, count: usize) {
        if self.fates.len() < count {
            let fates = vec![Fate::Away; self.source.nodes.len()];
            self.fates.resize(count, fates);
        }
    }

    /// Adds a node that lies in one part. The node keeps its mesh, with one exception: its mesh is rounded to f32,
    /// relative to an origin near its centre, if three conditions hold. The output stores f32 coordinates relative to
    /// origins, the mesh has world coordinates, and some of the mesh's coordinates are not f32 values.
    pub(super) fn keep(
        &mut self,
        node: usize,
        part: usize,
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
        self.fates[part][node] = fate;
        Ok(())
    }

    /// Returns the number of parts (groups of triangles) of a node's mesh; 0 for a node without a mesh. Triangles may have
    /// numbers of parts that are not listed. They count, too, but not those of caps of an earlier cut.
    pub(super) fn part_count(&self, node: usize) -> usize {
        let Some(mesh) = self.source.nodes[node].mesh else {
            return 0;
        };
        let mesh = &self.source.meshes[mesh];
        let numbers = mesh.mesh.parts().iter().copied();
        let largest = numbers.filter(|&part| part != CAP).max().unwrap_or(0);
        mesh.parts.len().max(largest as usize + 1)
    }

    /// Adds a node that is cut. `meshes` has the meshes into which its mesh was cut, each with the index of the part of
    /// space to which it belongs. Their coordinates are relative to `origin`. Each mesh gets a list of mesh parts
    /// (groups of triangles): those of the node's mesh, then one per plane, for its cut faces. Triangles with the part number
    /// [`CAP`] get the number of the first plane's part.
    pub(super) fn divide(
        &mut self,
        node: usize,
        meshes: impl IntoIterator<Item = (usize, Mesh)>,
        origin: [f64; 3],
        color: Option<[f64; 4]>,
    ) {
        let Some(source) = self.source.nodes[node].mesh else {
            return;
        };
        let count = self.part_count(node);
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
        let names = self.face_names.iter();
        let caps: Vec<Part> = names
            .map(|name| Part {
                name: name.clone(),
                ..cap.clone()
            })
            .collect();
        for (part, mut mesh) in meshes {
            if mesh.is_empty() {
                continue;
            }
            let mut parts = source.parts.clone();
            // Numbers that the node's mesh uses without a listed part get one, so that they do not become those of cut
            // faces.
            parts.resize(count, Part::default());
            mesh.rename_part(CAP, parts.len() as u32);
            parts.extend_from_slice(&caps);
            let mesh = SceneMesh {
                name: source.name.clone(),
                mesh,
                parts,
                extras: source.extras.clone(),
            };
            self.fates[part][node] = Fate::Cut(Box::new(mesh), origin);
        }
    }

    fn cap_material(&mut self, color: [f64; 4]) -> usize {
        *self
            .caps
            .entry(color.each(f64::to_bits))
            .or_insert_with(|| {
                self.materials.push(Material {
                    name: String::from("cap"),
                    color,
                    gltf: None,
                });
                self.materials.len() - 1
            })
    }

    /// Returns the scenes, one per part.
    pub(super) fn into_scenes(self) -> Vec<Scene> {
        let Self {
            source,
            fates,
            materials,
            ..
        } = self;
        let scenes = fates.into_iter();
        scenes
            .map(|fates| assemble(source, fates, materials.clone()))
            .collect()
    }
}

/// Returns the names of the mesh parts that hold the cut faces of each plane, which are not those of an earlier cut. A single
/// plane has no name.
fn face_names(source: &Scene, planes: usize) -> Vec<String> {
    if planes == 1 {
        return vec![String::new()];
    }
    let parts = source.meshes.iter().flat_map(|mesh| &mesh.parts);
    let taken: HashSet<&str> = parts.map(|part| part.name.as_str()).collect();
    let mut names: Vec<String> = (1..=planes).map(|plane| format!("plane {plane}")).collect();
    let mut cut = 1;
    // A model that was cut before may have parts with these names.
    while names.iter().any(|name| taken.contains(name.as_str())) {
        cut += 1;
        names = (1..=planes)
            .map(|plane| format!("plane {plane} (cut {cut})"))
            .collect();
    }
    names
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

/// Builds the scene of one part. It contains the unchanged nodes with all their ancestors. A node whose mesh was cut or
/// rounded has no ancestors: it is only translated by the origin of the mesh's coordinates.
fn assemble(source: &Scene, fates: Vec<Fate>, materials: Vec<Material>) -> Scene {
    let mut needed = vec![false; source.nodes.len()];
    for (index, fate) in fates.iter().enumerate() {
        // The ancestors of a node that is needed are needed already, so each node is visited once.
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
                // Parents come before their children, so their places are known.
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
