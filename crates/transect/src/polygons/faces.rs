//! The faces of a planar graph, as polygons: those faces whose winding number counts as inside.

use alloc::vec;
use alloc::vec::Vec;

use transect_exact::Side;

use crate::polygons::arrangement::{Arrangement, Piece};
use crate::polygons::rings::Rings;
use crate::polygons::rule::InsideRule;
use crate::polygons::sweep::neighbours;

/// The value for an edge that belongs to no [`Walk`] yet, and for a node that is not on the path of a walk.
const NONE: usize = usize::MAX;

/// The polygons made of a set of rings.
pub(super) struct Region {
    pub(super) polygons: Vec<Rings>,
    /// `true` if the rings overlap or share edges.
    pub(super) is_union: bool,
    /// `true` if the rings wind once around all points inside and not at all around the others, and share no edges.
    pub(super) winds_once: bool,
    /// `true` if the rings cross, so that the polygons have computed vertices.
    pub(super) is_rounded: bool,
}

/// An edge of the boundary, with the material on the left.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    place: usize,
}

/// A closed walk along a connected part of the boundary of one face.
struct Walk {
    /// The simple rings into which the walk is split, as node indices.
    rings: Vec<Vec<usize>>,
    /// The index of the outer ring in `rings`. In a walk without an outer ring, all rings are holes.
    outer: Option<usize>,
    /// The smallest node index on the walk.
    first: usize,
}

/// Returns the polygons of the faces that are inside by a rule: one polygon per connected face.
/// A face that touches itself at a point keeps that point in several of its rings.
pub(super) fn faces(graph: &Arrangement, rule: InsideRule) -> Region {
    let boundary = boundary(graph, rule);
    let edges = boundary.edges;
    let (walks, walk_of) = walks(graph, &edges);
    Region {
        polygons: polygons(graph, &edges, &walks, &walk_of),
        is_union: boundary.is_union,
        winds_once: boundary.winds_once,
        is_rounded: false,
    }
}

/// The boundary between the points inside and those outside.
struct Boundary {
    /// The edges, in the order of the rings.
    edges: Vec<Edge>,
    /// `true` if rings overlap or share edges: if an edge occurs several times, if a winding number is above 1 or below
    /// −1, or if winding numbers of both signs occur.
    is_union: bool,
    /// `true` if all edges occur once and all winding numbers are 0 or 1.
    winds_once: bool,
}

/// Returns the boundary between the points inside by a rule and those outside.
fn boundary(graph: &Arrangement, rule: InsideRule) -> Boundary {
    let ends: Vec<(usize, usize)> = graph.pieces.iter().map(|p| (p.low, p.high)).collect();
    let mut above = vec![0; ends.len()];
    let mut edges = Vec::new();
    let (mut occur_once, mut least, mut most) = (true, 0, 0);
    for neighbour in neighbours(graph, &ends) {
        let Piece {
            low,
            high,
            count,
            place,
        } = graph.pieces[neighbour.edge];
        let under: i32 = neighbour.below.map_or(0, |edge| above[edge]);
        let over = under + count;
        above[neighbour.edge] = over;
        least = least.min(over).min(under);
        most = most.max(over).max(under);
        occur_once &= count.abs() == 1;
        let is_inside = rule.is_inside(over);
        if rule.is_inside(under) != is_inside {
            let (from, to) = if is_inside { (low, high) } else { (high, low) };
            edges.push(Edge { from, to, place });
        }
    }
    edges.sort_unstable_by_key(|edge| (edge.place, edge.from));
    Boundary {
        edges,
        is_union: !occur_once || most - least > 1,
        winds_once: occur_once && least >= 0 && most <= 1,
    }
}

/// Returns the walks around the faces, and for each edge the index of its walk.
fn walks(graph: &Arrangement, edges: &[Edge]) -> (Vec<Walk>, Vec<usize>) {
    let leaving = Leaving::of(graph, edges);
    let mut walk_of = vec![NONE; edges.len()];
    let mut depths = vec![NONE; graph.nodes.len()];
    let mut walks = Vec::new();
    for start in 0..edges.len() {
        let mut nodes = Vec::new();
        let mut edge = start;
        while walk_of[edge] == NONE {
            walk_of[edge] = walks.len();
            nodes.push(edges[edge].from);
            edge = next(graph, edges, leaving.at(edges[edge].to), edge);
        }
        if !nodes.is_empty() {
            walks.push(Walk::of(graph, &nodes, &mut depths));
        }
    }
    (walks, walk_of)
}

/// For each node, the edges that leave it, in ascending order.
struct Leaving {
    starts: Vec<usize>,
    edges: Vec<usize>,
}

impl Leaving {
    fn of(graph: &Arrangement, edges: &[Edge]) -> Self {
        let mut starts = vec![0; graph.nodes.len() + 1];
        for edge in edges {
            starts[edge.from + 1] += 1;
        }
        for node in 1..starts.len() {
            starts[node] += starts[node - 1];
        }
        let mut next = starts.clone();
        let mut sorted = vec![0; edges.len()];
        for (index, edge) in edges.iter().enumerate() {
            sorted[next[edge.from]] = index;
            next[edge.from] += 1;
        }
        Self {
            starts,
            edges: sorted,
        }
    }

    fn at(&self, node: usize) -> &[usize] {
        &self.edges[self.starts[node]..self.starts[node + 1]]
    }
}

/// Returns the edge that follows `edge` around the same face. A ray from the end of `edge` that first points back along
/// `edge` and then turns clockwise meets the returned edge first, among the edges that leave the node.
///
/// Around a node, sectors of material and of outside alternate. So of the two edges beside a sector of material, one
/// arrives at the node, and the other leaves it.
fn next(graph: &Arrangement, edges: &[Edge], leaving: &[usize], edge: usize) -> usize {
    let Edge {
        from: back,
        to: node,
        ..
    } = edges[edge];
    let side = |from: usize, to: usize| graph.side(node, from, to);
    // The half turn of the ray in which it meets a leaving edge: 0 for the first half turn, 1 if the edge continues
    // straight on, 2 for the second half turn.
    let turn = |edge: usize| match side(back, edges[edge].to) {
        Side::Back => 0,
        Side::On => 1,
        Side::Front => 2,
    };
    let first = leaving.iter().copied().reduce(|first, other| {
        let is_earlier = turn(other) < turn(first)
            || turn(other) == turn(first) && side(edges[other].to, edges[first].to) == Side::Back;
        if is_earlier { other } else { first }
    });
    // As many edges leave a node as arrive at it, so `first` is never `None`.
    first.unwrap_or(edge)
}

impl Walk {
    /// Splits a walk, given as node indices, into simple rings at the nodes to which it returns. `depths` has [`NONE`]
    /// for each node, before and after the call.
    fn of(graph: &Arrangement, walk: &[usize], depths: &mut [usize]) -> Self {
        let mut rings = Vec::new();
        let mut path: Vec<usize> = Vec::new();
        for &node in walk.iter().chain(walk.first()) {
            if depths[node] != NONE {
                let ring = path.split_off(depths[node]);
                ring.iter().for_each(|&node| depths[node] = NONE);
                rings.push(ring);
            }
            depths[node] = path.len();
            path.push(node);
        }
        path.iter().for_each(|&node| depths[node] = NONE);
        Self {
            outer: rings.iter().position(|ring| is_outer(graph, ring)),
            first: walk.iter().copied().min().unwrap_or_default(),
            rings,
        }
    }
}

/// Returns `true` if a simple ring is counter-clockwise: at its node of smallest index, the lowest by x and then y, it
/// turns left.
fn is_outer(graph: &Arrangement, ring: &[usize]) -> bool {
    let first = (0..ring.len())
        .min_by_key(|&place| ring[place])
        .unwrap_or_default();
    let [before, after] = [ring.len() - 1, 1].map(|step| ring[(first + step) % ring.len()]);
    graph.side(before, ring[first], after) == Side::Front
}

/// Returns one polygon per walk with an outer ring. The holes of all other walks are added to the face around them.
fn polygons(graph: &Arrangement, edges: &[Edge], walks: &[Walk], walk_of: &[usize]) -> Vec<Rings> {
    let below = below(graph, edges, walks, walk_of);
    let mut polygons: Vec<Rings> = Vec::new();
    let mut polygon_of = vec![None; walks.len()];
    let points = |ring: &Vec<usize>| ring.iter().map(|&node| graph.nodes[node]).collect();
    for (walk, polygon) in walks.iter().zip(&mut polygon_of) {
        if let Some(outer) = walk.outer {
            *polygon = Some(polygons.len());
            let holes = walk
                .rings
                .iter()
                .enumerate()
                .filter(|(ring, _)| *ring != outer);
            let mut rings = vec![points(&walk.rings[outer])];
            rings.extend(holes.map(|(_, ring)| points(ring)));
            polygons.push(rings);
        }
    }
    // The edge directly below the first node of a walk begins at a node of smaller index. So the first node of the walk
    // below has a smaller index, too, and in the order of first nodes the polygon of the walk below is already known.
    let mut order: Vec<usize> = (0..walks.len()).collect();
    order.sort_unstable_by_key(|&walk| walks[walk].first);
    for &walk in order.iter().filter(|&&walk| walks[walk].outer.is_none()) {
        polygon_of[walk] = below[walk].and_then(|below| polygon_of[below]);
    }
    for (walk, polygon) in walks.iter().zip(polygon_of) {
        if let (None, Some(polygon)) = (walk.outer, polygon) {
            polygons[polygon].extend(walk.rings.iter().map(points));
        }
    }
    polygons
}

/// Returns, for each walk, the walk whose edge lies directly below its first node. If a walk bounds only holes, the
/// walk below it bounds the same face.
fn below(
    graph: &Arrangement,
    edges: &[Edge],
    walks: &[Walk],
    walk_of: &[usize],
) -> Vec<Option<usize>> {
    let ends = |index: usize| {
        let Edge { from, to, .. } = edges[index];
        (from.min(to), from.max(to))
    };
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_unstable_by_key(|&index| ends(index));
    let sorted: Vec<(usize, usize)> = order.iter().map(|&index| ends(index)).collect();
    let mut below_node: Vec<Option<Option<usize>>> = vec![None; graph.nodes.len()];
    for neighbour in neighbours(graph, &sorted) {
        // The edges that begin at a node are listed from bottom to top, so the first of them is the lowest.
        let below = neighbour.below.map(|edge| walk_of[order[edge]]);
        below_node[sorted[neighbour.edge].0].get_or_insert(below);
    }
    let of_walk = |walk: &Walk| below_node[walk.first].flatten();
    walks.iter().map(of_walk).collect()
}
