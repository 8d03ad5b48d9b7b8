//! Reads the nodes of the default scene, with their meshes as viewers show them.

use hashbrown::HashMap;
use transect_mesh::scene::{Node, Placement, Scene};

use crate::error::PlacedError;
use crate::gltf::instances::{self, instances};
use crate::gltf::json::{Mesh, Node as NodeEntry, carried};
use crate::gltf::mesh::Source;
use crate::gltf::placement::placement;
use crate::gltf::pose::Pose;
use crate::gltf::skin::Skins;

/// A mesh in a pose: the index of the mesh, of the skin, and the bits of the weights of its morph targets.
type Shown = (usize, Option<usize>, Vec<u64>);

/// The meshes that were read, each once per pose.
#[derive(Default)]
struct Meshes {
    /// The index of each mesh in the scene; `None` for a mesh without triangles.
    read: HashMap<Shown, Option<usize>>,
    /// For each mesh of the document, `true` if a node shows it.
    seen: Vec<bool>,
    /// For each mesh that was read, the default weights of its morph targets.
    weights: HashMap<usize, Vec<f64>>,
    skins: Skins,
}

/// Reads the nodes of the default scene. Each mesh is read once per pose, however many nodes use it.
///
/// A mesh with a skin is placed by its joints. So it does not move with its node, and gets a node of its own if the node
/// has children. The instances of a mesh are nodes below its node.
pub(super) fn nodes(
    order: &[(usize, Option<usize>)],
    source: &mut Source<'_, '_>,
    scene: &mut Scene,
) -> Result<(), PlacedError> {
    let root = source.root;
    let mut meshes = Meshes {
        seen: vec![false; root.meshes.len()],
        ..Meshes::default()
    };
    let mut has_children = vec![false; order.len()];
    for &(_, parent) in order {
        if let Some(parent) = parent {
            has_children[parent] = true;
        }
    }
    let mut more = Vec::new();
    scene.nodes.reserve_exact(order.len());
    for (number, &(index, parent)) in order.iter().enumerate() {
        let entry: NodeEntry<'_> = root.nodes.entry("nodes", index)?;
        let place = || format!("nodes[{index}]");
        let mesh = meshes.mesh(&entry, source, scene, &place())?;
        let named = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        let name = entry
            .name
            .as_deref()
            .and_then(named)
            .or_else(|| named(&scene.meshes.get(mesh?)?.name))
            .unwrap_or_else(|| format!("node_{index}"));
        let placement = placement(&entry, place)?;
        let is_skinned = mesh.is_some() && entry.skin.is_some();
        let instances = match mesh.filter(|_| !is_skinned) {
            Some(mesh) => instances(&entry, source, &place())?.map(|own| (mesh, own)),
            None => None,
        };
        let extras = carried(entry.extras, || format!("{}.extras", place()))?;
        let text = name.len() + extras.as_ref().map_or(0, String::len);
        source.budget.charge("nodes", 1, text)?;
        let mut node = Node {
            name,
            parent,
            placement,
            mesh,
            extras,
        };
        if let Some((mesh, placements)) = instances {
            node.mesh = None;
            let own = (node.name.as_str(), number, mesh);
            more.extend(instances::nodes(placements, own, source)?);
        } else if is_skinned && has_children[number] {
            source.budget.charge("nodes", 1, size_of::<Node>() + text)?;
            let name = node.name.clone();
            let mesh = node.mesh.take();
            more.push(Node {
                name,
                mesh,
                ..Node::default()
            });
        } else if is_skinned {
            node.parent = None;
            node.placement = Placement::Identity;
        }
        scene.nodes.push(node);
    }
    scene.nodes.append(&mut more);
    let unseen = meshes.seen.iter().filter(|&&seen| !seen).count();
    source
        .tally
        .add("mesh", " that no node of the scene shows", unseen);
    source.tally.skins = meshes.skins.len();
    Ok(())
}

impl Meshes {
    /// Returns the index in the scene of the mesh that a node shows, and reads the mesh if it is new.
    fn mesh(
        &mut self,
        entry: &NodeEntry<'_>,
        source: &mut Source<'_, '_>,
        scene: &mut Scene,
        place: &str,
    ) -> Result<Option<usize>, PlacedError> {
        let Some(mesh) = entry.mesh else {
            return Ok(None);
        };
        let index = mesh.size();
        let count = self.seen.len();
        let Some(seen) = self.seen.get_mut(index) else {
            let place = format!("{place}.mesh");
            return Err(PlacedError::out_of_range(place, "meshes", mesh.0, count));
        };
        *seen = true;
        let weights = self.weights(entry, source, index)?;
        // Zeros at the end change nothing and were removed. So equal poses have equal keys.
        let bits = weights.iter().map(|weight| weight.to_bits()).collect();
        let shown: Shown = (index, entry.skin.map(|skin| skin.size()), bits);
        if let Some(&known) = self.read.get(&shown) {
            return Ok(known);
        }
        let joints = match entry.skin {
            Some(skin) => Some(self.skins.joints(skin, source, place)?),
            None => None,
        };
        let size = size_of::<Shown>() + 8 * weights.len();
        source.budget.charge(place, 1, size)?;
        let read = source.mesh(index, &Pose { weights, joints })?;
        let at = read.map(|mesh| {
            scene.meshes.push(mesh);
            scene.meshes.len() - 1
        });
        self.read.insert(shown, at);
        Ok(at)
    }

    /// Returns the weights of the morph targets of a mesh at a node, without zeros at the end: those of the node, or else
    /// those of the mesh.
    fn weights(
        &mut self,
        entry: &NodeEntry<'_>,
        source: &mut Source<'_, '_>,
        mesh: usize,
    ) -> Result<Vec<f64>, PlacedError> {
        if let Some(weights) = &entry.weights {
            return Ok(without_zeros(weights.clone()));
        }
        if let Some(known) = self.weights.get(&mesh) {
            return Ok(known.clone());
        }
        let own: Mesh<'_> = source.root.meshes.entry("meshes", mesh)?;
        let weights = without_zeros(own.weights.unwrap_or_default());
        source.budget.charge("meshes", 1, 32 + 8 * weights.len())?;
        self.weights.insert(mesh, weights.clone());
        Ok(weights)
    }
}

/// Returns weights without zeros at the end.
fn without_zeros(mut weights: Vec<f64>) -> Vec<f64> {
    let used = weights.iter().rposition(|&weight| weight != 0.0);
    weights.truncate(used.map_or(0, |last| last + 1));
    weights
}
