//! The loops and open polylines of a layer whose plane contains vertices of the mesh. A layer has two levels, which
//! stand for planes just below and just above its plane. Each edge that the current level crosses has a slot, an index.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;
use transect_exact::arrays::Few as _;
use transect_exact::sorting::sort_by_key;

use crate::mesh::indexed::Mesh;
use crate::mesh::layers::active::Active;
use crate::mesh::layers::plan::{NONE, Plan};
use crate::mesh::layers::ranks::Ranks;

/// A point of a section: a vertex in the plane, or the crossing of the edge in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Vertex(u32),
    Slot(u32),
}

/// The loops and the open polylines of one of the two levels of a layer, as lists of nodes.
#[derive(Debug, Default)]
pub(super) struct NodeWalks {
    pub(super) closed: Vec<Vec<Node>>,
    pub(super) open: Vec<Vec<Node>>,
}

/// The place of a segment in the list of segments of `chain.rs`. Segments through triangles come first, in
/// the order of the triangles; then segments along edges in the plane, in the order of their lesser and greater
/// vertices.
type Key = (bool, u32, u32);

/// A segment of the section: the node at which it begins, and its key.
type Step = (Node, Key);

/// A walk from edge to edge at one of the two levels of a layer.
struct Walker<'a> {
    active: &'a Active,
    mesh: &'a Mesh,
    ranks: &'a Ranks,
    plan: &'a Plan,
    /// The rank of vertices in the plane of the layer.
    on: u32,
    is_passed: Vec<bool>,
}

/// Returns the loops and open polylines of the current level. Each crossed edge must belong to one triangle, or to two
/// triangles that have it in opposite directions. Returns `None` if an open polyline begins or ends at a vertex in the
/// plane.
///
/// Let a plane approach the plane of the layer from the side of the level. Then the crossings of all edges that end at
/// the same vertex in the plane of the layer approach this vertex. So these crossings become one node, and triangles
/// between them give no segment. A triangle with an edge in the plane gives a segment along this edge. If two triangles
/// give the same segment in opposite directions, both segments are left out.
pub(super) fn node_walks(
    active: &Active,
    mesh: &Mesh,
    ranks: &Ranks,
    plan: &Plan,
) -> Option<NodeWalks> {
    let used = plan.used(active.level());
    let mut walker = Walker {
        active,
        mesh,
        ranks,
        plan,
        on: active.level() as u32 | 1,
        is_passed: vec![false; used],
    };
    let slots = 0..used as u32;
    let mut open = Vec::new();
    if plan.is_open() {
        for start in slots.clone().filter(|&slot| active.is_start(slot)) {
            let (steps, end) = walker.steps(start);
            let end = walker.node(end);
            let &(begin, key) = steps.first()?;
            if [begin, end]
                .iter()
                .any(|end| matches!(end, Node::Vertex(_)))
            {
                return None;
            }
            let nodes = steps.into_iter().map(|(node, _)| node);
            open.push((key, nodes.chain([end]).collect::<Vec<Node>>()));
        }
    }
    let mut closed = Vec::new();
    for start in slots {
        if walker.is_passed[start as usize] || !active.is_crossed(start) {
            continue;
        }
        let (mut steps, _) = walker.steps(start);
        let keys = steps
            .iter()
            .enumerate()
            .map(|(index, (_, key))| (*key, index));
        // As in `chain.rs`, a loop begins at its first segment.
        if let Some((key, first)) = keys.min() {
            steps.rotate_left(first);
            closed.push((key, steps.into_iter().map(|(node, _)| node).collect()));
        }
    }
    sort_by_key(&mut closed, |(key, _)| *key);
    sort_by_key(&mut open, |(key, _)| *key);
    let mut walks = NodeWalks::default();
    for (_, nodes) in closed {
        split_at_repeats(nodes, &mut walks.closed);
    }
    walks.open = open.into_iter().map(|(_, nodes)| nodes).collect();
    Some(walks)
}

impl Walker<'_> {
    /// Returns the node of the edge in a slot.
    fn node(&self, slot: u32) -> Node {
        let on = self.active.end_with_rank(slot, self.on);
        on.map_or(Node::Slot(slot), Node::Vertex)
    }

    /// Returns the segments of the walk that begins at a slot, and the last slot of an open walk.
    fn steps(&mut self, start: u32) -> (Vec<Step>, u32) {
        let mut steps = Vec::new();
        let mut slot = start;
        let mut node = self.node(start);
        loop {
            self.is_passed[slot as usize] = true;
            let next = self.next(slot);
            if next == NONE {
                return (steps, slot);
            }
            let to = self.node(next);
            if node != to {
                let key = match (node, to) {
                    (Node::Vertex(a), Node::Vertex(b)) => (true, a.min(b), a.max(b)),
                    _ => (false, self.active.slot(slot).triangle, 0),
                };
                steps.push((node, key));
            }
            if next == start {
                return (steps, slot);
            }
            (slot, node) = (next, to);
        }
    }

    /// Returns the slot to which a walk passes from a slot, or `NONE` at the end of an open walk. The walk passes
    /// through a triangle. If this triangle gives a segment along an edge in the plane, and the triangle on the other
    /// side of the edge gives the opposite segment, then both segments are left out: the walk continues after the other
    /// triangle, and the walk through the other triangle continues after this one.
    fn next(&self, slot: u32) -> u32 {
        let edge = self.active.slot(slot);
        if edge.next == NONE {
            return NONE;
        }
        let (Node::Vertex(a), Node::Vertex(b)) = (self.node(slot), self.node(edge.next)) else {
            return edge.next;
        };
        let opposite = (a != b).then(|| self.opposite(edge.triangle)).flatten();
        opposite.map_or(edge.next, |slot| self.active.slot(slot).next)
    }

    /// Returns the slot from which a walk enters the neighbor of a triangle, if the current level crosses the neighbor.
    /// The neighbor and the triangle share an edge in the plane of the layer.
    fn opposite(&self, triangle: u32) -> Option<u32> {
        let corners = &self.mesh.triangles[triangle as usize];
        let is_on = corners.each(|vertex| self.ranks.of(vertex) == self.on);
        let corner = (0..3).find(|&corner| is_on[corner] && is_on[(corner + 1) % 3])?;
        let neighbor = self.plan.neighbor(triangle, corner)?;
        let slots = self.plan.slots(neighbor).iter().copied();
        slots.filter(|&slot| slot != NONE).find(|&slot| {
            self.active.is_crossed(slot) && self.active.slot(slot).triangle == neighbor
        })
    }
}

/// Divides a loop at each vertex to which it returns, as `chain.rs` does, and adds the parts of at least three nodes to
/// the loops.
fn split_at_repeats(nodes: Vec<Node>, loops: &mut Vec<Vec<Node>>) {
    let mut path: Vec<Node> = Vec::with_capacity(nodes.len());
    // For each vertex on the path, its index.
    let mut places: HashMap<u32, usize> = HashMap::new();
    for node in nodes {
        if let Node::Vertex(vertex) = node {
            if let Some(&place) = places.get(&vertex) {
                let round = path.split_off(place);
                for node in &round {
                    if let Node::Vertex(vertex) = node {
                        places.remove(vertex);
                    }
                }
                if round.len() > 2 {
                    loops.push(round);
                }
            }
            places.insert(vertex, path.len());
        }
        path.push(node);
    }
    if path.len() > 2 {
        loops.push(path);
    }
}
