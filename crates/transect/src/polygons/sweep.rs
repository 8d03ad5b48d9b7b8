//! A sweep over a planar graph. It finds, for each edge, the edge directly below.

use alloc::vec::Vec;
use core::cmp::Ordering;

use transect_exact::Side;

use crate::polygons::arrangement::Arrangement;

/// An edge of the graph and its lower neighbour.
pub(super) struct Neighbour {
    /// The index of an edge.
    pub(super) edge: usize,
    /// The index of the edge directly below the low end of `edge`. Edges that begin at the same node are sorted from
    /// bottom to top, and each of them is the lower neighbour of the next edge.
    pub(super) below: Option<usize>,
}

/// Returns all edges with their lower neighbours. The result lists each edge after the edge directly below it.
///
/// An edge is given as a pair of node indices: its low node and its high node. Edges meet only at nodes, and `edges` is
/// sorted. For a vertical edge, the left side counts as above.
pub(super) fn neighbours(graph: &Arrangement, edges: &[(usize, usize)]) -> Vec<Neighbour> {
    let mut found = Vec::with_capacity(edges.len());
    // The edges that the sweep line meets, from bottom to top.
    let mut active: Vec<usize> = Vec::new();
    let mut events: Vec<usize> = edges.iter().flat_map(|&(low, high)| [low, high]).collect();
    events.sort_unstable();
    events.dedup();
    let mut upcoming = (0..edges.len()).peekable();
    // The edges that begin at the current node.
    let mut beginning = Vec::new();
    for node in events {
        let is_below = |&edge: &usize| {
            let (low, high) = edges[edge];
            high != node && graph.side(low, high, node) == Side::Front
        };
        let from = active.partition_point(is_below);
        let ending = active[from..]
            .iter()
            .take_while(|&&edge| edges[edge].1 == node);
        let to = from + ending.count();
        while let Some(edge) = upcoming.next_if(|&edge| edges[edge].0 == node) {
            beginning.push(edge);
        }
        beginning.sort_unstable_by(|&a, &b| match graph.side(node, edges[a].1, edges[b].1) {
            Side::Front => Ordering::Less,
            Side::On => Ordering::Equal,
            Side::Back => Ordering::Greater,
        });
        let mut below = from.checked_sub(1).map(|place| active[place]);
        for &edge in &beginning {
            found.push(Neighbour { edge, below });
            below = Some(edge);
        }
        active.splice(from..to, beginning.drain(..));
    }
    found
}
