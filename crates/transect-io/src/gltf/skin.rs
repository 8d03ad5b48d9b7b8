//! Skins: the matrices of their joints in the rest pose.

use std::rc::Rc;

use hashbrown::HashMap;
use transect_mesh::scene::Transform;

use crate::error::PlacedError;
use crate::gltf::accessor::Column;
use crate::gltf::json::{Children, Node, Root, Skin, Whole};
use crate::gltf::mesh::Source;
use crate::gltf::placement::placement;

/// The value for a node without a parent.
const NONE: u32 = u32::MAX;

/// The skins that nodes use, and the places of the nodes that are joints.
#[derive(Default)]
pub(super) struct Skins {
    /// For each node, its parent. Empty until the first skin is read.
    parents: Vec<u32>,
    worlds: HashMap<u32, Transform>,
    read: HashMap<usize, Rc<Vec<Transform>>>,
}

impl Skins {
    /// Returns the number of skins that were read.
    pub(super) fn len(&self) -> usize {
        self.read.len()
    }

    /// Returns the matrices of a skin's joints, from the stored vertices of a mesh to world coordinates. `place` is the
    /// place of the node in the document.
    pub(super) fn joints(
        &mut self,
        skin: Whole,
        source: &mut Source<'_, '_>,
        place: &str,
    ) -> Result<Rc<Vec<Transform>>, PlacedError> {
        if let Some(known) = self.read.get(&skin.size()) {
            return Ok(Rc::clone(known));
        }
        let root = source.root;
        let entry: Skin = root
            .skins
            .named("skins", skin, || format!("{place}.skin"))?;
        let place = format!("skins[{}]", skin.0);
        source
            .budget
            .charge(&place, entry.joints.len(), size_of::<Transform>())?;
        let inverse = match entry.inverse_bind_matrices {
            Some(accessor) => Some(matrices(source, accessor, &place, entry.joints.len())?),
            None => None,
        };
        let mut joints = Vec::with_capacity(entry.joints.len());
        for (number, &joint) in entry.joints.iter().enumerate() {
            let place = format!("{place}.joints[{number}]");
            let count = root.nodes.len();
            if joint.size() >= count {
                return Err(PlacedError::out_of_range(place, "nodes", joint.0, count));
            }
            let world = self.world(joint.size() as u32, source)?;
            joints.push(match inverse {
                Some(column) => world.after(&matrix(&column, number, &place)?),
                None => world,
            });
        }
        let joints = Rc::new(joints);
        self.read.insert(skin.size(), Rc::clone(&joints));
        Ok(joints)
    }

    /// Returns the map from the coordinates of a node to world coordinates.
    fn world(&mut self, node: u32, source: &mut Source<'_, '_>) -> Result<Transform, PlacedError> {
        let root = source.root;
        if self.parents.is_empty() {
            source.budget.charge("nodes", root.nodes.len(), 4)?;
            self.parents = parents(root)?;
        }
        // Trees of nodes may be deep, so this is a loop instead of a recursion.
        let mut below = Vec::new();
        let mut next = node;
        let mut world = loop {
            if let Some(known) = self.worlds.get(&next) {
                break *known;
            }
            below.push(next);
            match self.parents[next as usize] {
                NONE => break Transform::IDENTITY,
                parent => next = parent,
            }
        };
        for node in below.into_iter().rev() {
            let entry: Node<'_> = root.nodes.entry("nodes", node as usize)?;
            let own = placement(&entry, || format!("nodes[{node}]"))?.transform();
            world = world.after(&own);
            source
                .budget
                .charge("nodes", 1, 2 * size_of::<Transform>())?;
            self.worlds.insert(node, world);
        }
        Ok(world)
    }
}

/// Returns the parent of each node. The tree of nodes has been checked.
fn parents(root: &Root<'_>) -> Result<Vec<u32>, PlacedError> {
    let mut parents = vec![NONE; root.nodes.len()];
    for node in 0..root.nodes.len() {
        let list: Children = root.nodes.entry("nodes", node)?;
        for child in list.children {
            if let Some(parent) = parents.get_mut(child.size()) {
                *parent = node as u32;
            }
        }
    }
    Ok(parents)
}

/// Opens the accessor of the inverse bind matrices of a skin with `count` joints.
fn matrices<'s>(
    source: &mut Source<'s, '_>,
    accessor: Whole,
    place: &str,
    count: usize,
) -> Result<Column<'s>, PlacedError> {
    let place = || format!("{place}.inverseBindMatrices");
    let column = Column::open_matrices(
        &source.root.accessors,
        accessor,
        source.buffers,
        source.budget,
        place,
    )?;
    let column = column.filter(|column| column.is_fraction());
    let column = column.filter(|column| column.count >= count);
    column.ok_or_else(|| {
        let what = format!("the accessor must have {count} matrices of type MAT4, one per joint");
        PlacedError::syntax(place(), what)
    })
}

/// Returns a row of matrices as an affine map.
fn matrix(column: &Column<'_>, row: usize, place: &str) -> Result<Transform, PlacedError> {
    let numbers: [[f64; 4]; 4] =
        core::array::from_fn(|c| core::array::from_fn(|r| column.number(row, 4 * c + r)));
    Transform::from_matrix(&numbers)
        .map_err(|error| PlacedError::syntax(place, format!("the inverse bind matrix: {error}")))
}
