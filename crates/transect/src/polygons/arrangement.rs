//! Rings as a planar graph: nodes, and pieces of edges that meet only at nodes. All decisions are exact.

use alloc::vec::Vec;
use core::cmp::Ordering;

use transect_exact::{Side, orient2d};

use crate::polygons::rings::Points;

/// The planar graph of a set of rings.
pub(super) struct Arrangement {
    /// The distinct points of the rings, sorted by x and then by y. So comparing the indices of two nodes compares
    /// their points.
    pub(super) nodes: Vec<[f64; 2]>,
    /// The pieces of the rings' edges between neighbouring nodes, sorted by their ends.
    pub(super) pieces: Vec<Piece>,
}

/// A piece of one or several edges, between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) low: usize,
    pub(super) high: usize,
    /// The number of edges from `low` to `high`, minus the number of edges from `high` to `low`.
    pub(super) count: i32,
    /// The index of the first edge that this piece is a part of, among all edges of the rings, in the order of the
    /// rings.
    pub(super) place: usize,
}

/// The error for two edges that cross at a point that is not a node.
#[derive(Debug)]
pub(super) struct Crossing;

impl Arrangement {
    /// Returns the graph of rings. Edges of the rings may touch and overlap; if two edges cross, returns an error.
    pub(super) fn of(rings: &[Points]) -> Result<Self, Crossing> {
        let mut nodes: Vec<[f64; 2]> = rings.iter().flatten().copied().collect();
        nodes.sort_unstable_by(order);
        nodes.dedup();
        let edges = edges(rings, &nodes);
        let pieces = pieces(&edges, splits(&edges, &nodes)?);
        Ok(Self { nodes, pieces })
    }

    /// Returns the side of the directed line through the nodes `from` and `to` on which the node `at` lies.
    pub(super) fn side(&self, from: usize, to: usize, at: usize) -> Side {
        orient2d(&self.nodes[from], &self.nodes[to], &self.nodes[at])
    }
}

/// Returns the order of points by x and then by y.
pub(super) fn order(a: &[f64; 2], b: &[f64; 2]) -> Ordering {
    a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
}

/// Returns the edges of the rings in their order, each as a piece that is not split yet. An edge between equal points
/// is left out.
fn edges(rings: &[Points], nodes: &[[f64; 2]]) -> Vec<Piece> {
    let mut edges = Vec::new();
    for ring in rings {
        let node = |point: &[f64; 2]| nodes.partition_point(|node| order(node, point).is_lt());
        let ring: Vec<usize> = ring.iter().map(node).collect();
        let next = ring.iter().cycle().skip(1);
        for (&from, &to) in ring.iter().zip(next).filter(|(from, to)| from != to) {
            edges.push(Piece {
                low: from.min(to),
                high: from.max(to),
                count: if from < to { 1 } else { -1 },
                place: edges.len(),
            });
        }
    }
    edges
}

/// Returns the nodes that lie inside edges, each with the index of its edge; sorted by edge. A sweep along x compares
/// each edge only with the edges that overlap its range of x.
fn splits(edges: &[Piece], nodes: &[[f64; 2]]) -> Result<Vec<(usize, usize)>, Crossing> {
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_unstable_by_key(|&index| edges[index].low);
    let rows = |edge: &Piece| {
        let [low, high] = [nodes[edge.low][1], nodes[edge.high][1]];
        [low.min(high), low.max(high)]
    };
    let mut splits = Vec::new();
    let mut active: Vec<(usize, [f64; 2])> = Vec::new();
    for index in order {
        let edge = &edges[index];
        let begin = nodes[edge.low][0];
        let [bottom, top] = rows(edge);
        active.retain(|&(other, _)| nodes[edges[other].high][0] >= begin);
        for &(other, [low, high]) in &active {
            if low <= top && bottom <= high {
                meet(edges, nodes, [index, other], &mut splits)?;
            }
        }
        active.push((index, [bottom, top]));
    }
    splits.sort_unstable();
    splits.dedup();
    Ok(splits)
}

/// Compares two edges: if an end of either edge lies inside the other edge, adds this end to `splits`.
fn meet(
    edges: &[Piece],
    nodes: &[[f64; 2]],
    indices: [usize; 2],
    splits: &mut Vec<(usize, usize)>,
) -> Result<(), Crossing> {
    let [one, other] = indices.map(|index| &edges[index]);
    let sides = |edge: &Piece, other: &Piece| {
        [other.low, other.high].map(|node| {
            if node == edge.low || node == edge.high {
                Side::On
            } else {
                orient2d(&nodes[edge.low], &nodes[edge.high], &nodes[node])
            }
        })
    };
    let is_apart = |[low, high]: [Side; 2]| low == high && low != Side::On;
    let of_other = sides(one, other);
    if is_apart(of_other) {
        return Ok(());
    }
    let of_one = sides(other, one);
    if is_apart(of_one) {
        return Ok(());
    }
    if of_other.iter().chain(&of_one).all(|side| *side != Side::On) {
        return Err(Crossing);
    }
    for (index, edge, ends, sides) in [
        (indices[0], one, other, of_other),
        (indices[1], other, one, of_one),
    ] {
        for (node, side) in [ends.low, ends.high].into_iter().zip(sides) {
            // Nodes are sorted by x and then by y. So nodes on one line have the same order along the line as their
            // indices.
            if side == Side::On && edge.low < node && node < edge.high {
                splits.push((index, node));
            }
        }
    }
    Ok(())
}

/// Splits the edges at the nodes inside them, and returns the pieces. Pieces with the same ends are merged.
fn pieces(edges: &[Piece], splits: Vec<(usize, usize)>) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(edges.len() + splits.len());
    let mut splits = splits.into_iter().peekable();
    for (index, edge) in edges.iter().enumerate() {
        let mut rest = *edge;
        while let Some((_, node)) = splits.next_if(|(split, _)| *split == index) {
            pieces.push(Piece { high: node, ..rest });
            rest.low = node;
        }
        pieces.push(rest);
    }
    pieces.sort_unstable_by_key(|piece| (piece.low, piece.high, piece.place));
    pieces.dedup_by(|next, piece| {
        let is_same = (next.low, next.high) == (piece.low, piece.high);
        if is_same {
            piece.count += next.count;
        }
        is_same
    });
    pieces
}
