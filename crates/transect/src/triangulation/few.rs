//! Figures with few nodes, of which one sees the whole figure.

use alloc::vec::Vec;

use crate::arrays::Few as _;
use crate::side::Side;
use crate::triangulation::delaunay::flip;
use crate::triangulation::figure::{Form, Nodes};
use crate::triangulation::front::Fronts;
use crate::triangulation::plan::Plan;

/// The largest number of nodes of a figure for which a fan is tried.
pub(super) const FEW: usize = 32;

/// Returns the triangles of a single loop through the nodes in their order, if some node sees the whole loop. These are
/// the triangles from this node to the edges; all of them have the right orientation. So no sweep is needed. The flips
/// are those of any other triangulation.
pub(super) fn few(
    nodes: &impl Nodes,
    count: usize,
    edges: &[[u32; 2]],
    form: Form,
) -> Option<Vec<[u32; 3]>> {
    let ring = count as u32;
    let is_loop = || {
        let mut expected = (0..ring).map(|node| [node, (node + 1) % ring]);
        edges.iter().all(|&edge| expected.next() == Some(edge))
    };
    if !(3..=FEW).contains(&count) || edges.len() != count || !is_loop() {
        return None;
    }
    let plan = Plan::unsorted(nodes, count);
    let sees_all =
        |start: &u32| fan(ring, *start).all(|[a, b, c]| plan.turn(a, b, c) == Side::Front);
    let start = (0..ring).find(sees_all)?;
    let mut fronts = Fronts::of_fan(fan(ring, start).collect());
    if form == Form::Delaunay {
        flip(&plan, &mut fronts);
    }
    Some(fronts.triangles)
}

/// Returns the triangles of a fan, which join the node `start` of a ring of `count` nodes to the ring's edges.
pub(super) fn fan(count: u32, start: u32) -> impl Iterator<Item = [u32; 3]> {
    (2..count).map(move |step| [0, step - 1, step].each(|step| (start + step) % count))
}
