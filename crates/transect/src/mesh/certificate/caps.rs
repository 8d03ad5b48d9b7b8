//! Checks that the caps fill the section: their boundary equals the loops of the section, and no cap triangle is folded
//! over another.

use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};

use crate::arrays::{Few as _, array};
use crate::mesh::certificate::expected::{Edges, Expected, count};
use crate::mesh::certificate::finding::{Finding, FindingKind};
use crate::mesh::certificate::nodes::Nodes;
use crate::mesh::certificate::surface::Surface;
use crate::mesh::certificate::written_half::WrittenHalf;
use crate::predicates::determinant::{cross, difference};
use crate::predicates::double_double::{self, DoubleDouble};
use crate::predicates::polynomial::Number;
use crate::side::Side;
use crate::sorting::sort_pairs;
use crate::vector::{length, sub};

/// One half of the cut, with the data against which its caps are checked: the exact cut, and the expected boundary
/// (outline) of the caps.
pub(super) struct Capped<'a> {
    pub(super) expected: &'a Expected<'a>,
    pub(super) nodes: &'a Nodes,
    pub(super) half: &'a WrittenHalf<'a>,
    pub(super) keep: Side,
    /// The expected boundary edges of the caps, as pairs of nodes of the exact cut. If the input is closed, the caps
    /// must have all these edges; if it is open, only the edges that belong to closed loops.
    pub(super) outline: &'a Edges,
    /// For an open input and for each edge in the plane, the number of pairs of triangles that the plane crosses and
    /// that run along this edge in opposite directions. Edges without such pairs are left out.
    pub(super) both_ways: &'a Edges,
    pub(super) input_closed: bool,
}

/// The caps of a half.
pub(super) struct CapTriangles {
    pub(super) triangles: Vec<[u32; 3]>,
    /// For each edge, the number of triangles that run along it in one direction, minus that in the other. Edges with a
    /// count other than 0 are the boundary.
    pub(super) boundary: Edges,
}

impl Capped<'_> {
    /// Returns the caps of the half.
    pub(super) fn caps(&self, surface: &Surface) -> CapTriangles {
        let caps = surface.caps.iter();
        let triangles: Vec<[u32; 3]> = caps
            .map(|&index| self.half.mesh.triangles()[index as usize])
            .collect();
        CapTriangles {
            boundary: boundary(&triangles),
            triangles,
        }
    }

    /// Returns the unsigned area of the caps. It is computed in double-doubles and rounded.
    pub(super) fn area(&self, caps: &CapTriangles) -> f64 {
        let doubled = |triangle: [u32; 3]| {
            let [a, b, c] = triangle.each(|vertex| self.nodes.local(self.half, vertex));
            let sides: [[DoubleDouble; 3]; 2] = [difference(&b, &a), difference(&c, &a)];
            double_double::length(&cross(&sides[0], &sides[1]))
        };
        let areas = caps.triangles.iter().copied().map(doubled);
        0.5 * areas
            .fold(DoubleDouble::of(0.0), |sum, area| sum.plus(&area))
            .high
    }

    /// Returns the expected boundary edges of the caps, with each node of the exact cut replaced by its vertex in the
    /// half.
    fn outline_of_vertices(&self) -> Edges {
        let mut edges = Edges::new();
        for (&[from, to], &times) in self.outline {
            let [from, to] = [from, to].each(|node| self.nodes.vertices[node as usize]);
            count(&mut edges, from, to, times);
        }
        edges
    }

    /// For an open input, counts how often each edge of the caps' outline is expected from its lesser vertex to its
    /// greater vertex, and how often in the opposite direction.
    fn directions(&self) -> HashMap<[u32; 2], [i32; 2]> {
        let mut directions: HashMap<[u32; 2], [i32; 2]> = HashMap::new();
        let mut add = |edge: &[u32; 2], forward: i32, backward: i32| {
            let [a, b] = edge.each(|node| self.nodes.vertices[node as usize]);
            let ways = directions.entry([a.min(b), a.max(b)]).or_default();
            let turned = usize::from(b < a);
            ways[turned] += forward;
            ways[1 - turned] += backward;
        };
        for (edge, &times) in self.outline {
            add(edge, times.max(0), (-times).max(0));
        }
        for (edge, &times) in self.both_ways {
            add(edge, times, times);
        }
        directions
    }

    /// Returns the edges at which the boundary of the caps differs from the expected outline.
    pub(super) fn wrong_edges(&self, caps: &CapTriangles) -> Vec<[u32; 2]> {
        let outline = self.outline_of_vertices();
        let mut left = outline.clone();
        for (&ends, times) in &caps.boundary {
            *left.entry(ends).or_default() -= times;
        }
        left.retain(|_, times| *times != 0);
        let directions = self.directions();
        // If the input is open, part of the outline may lack a cap. But no cap may have a boundary edge outside of the
        // outline.
        let is_wrong = |ends: &[u32; 2], left: i32| {
            let filled = outline.get(ends).copied().unwrap_or(0) - left;
            let [forward, backward] = directions.get(ends).copied().unwrap_or_default();
            self.input_closed || filled > forward || -filled > backward
        };
        let mut wrong: Vec<[u32; 2]> = left
            .iter()
            .filter(|(ends, times)| is_wrong(ends, **times))
            .map(|(ends, _)| *ends)
            .collect();
        if wrong.is_empty() && !self.input_closed {
            // Loops that no cap fills are searched for among the nodes of the exact cut, because rounding may have
            // merged their vertices in the half.
            let is_left = |&(&[from, to], _): &(&[u32; 2], &i32)| {
                let [a, b] = [from, to].each(|node| self.nodes.vertices[node as usize]);
                a == b || left.contains_key(&[a.min(b), a.max(b)])
            };
            let edges: Edges = self
                .outline
                .iter()
                .filter(is_left)
                .map(|(e, t)| (*e, *t))
                .collect();
            let nodes = closed_parts(&edges).into_iter();
            let vertices = nodes.map(|edge| edge.each(|node| self.nodes.vertices[node as usize]));
            wrong = vertices.filter(|[a, b]| a != b).collect();
        }
        sort_pairs(&mut wrong);
        wrong
    }

    /// Counts how often each edge of the outline is a boundary edge of the caps. An edge is left out if one of its
    /// vertices belongs to several nodes of the exact cut.
    pub(super) fn filled(&self, caps: &CapTriangles) -> Edges {
        let boundary = &caps.boundary;
        let mut uses: HashMap<u32, usize> = HashMap::new();
        let ends = self.outline.keys().flatten();
        let mut ends: Vec<u32> = ends.copied().collect();
        ends.sort_unstable();
        ends.dedup();
        for &node in &ends {
            *uses.entry(self.nodes.vertices[node as usize]).or_default() += 1;
        }
        let mut filled = Edges::new();
        for &[from, to] in self.outline.keys() {
            let image = [from, to].each(|node| self.nodes.vertices[node as usize]);
            if image.iter().all(|vertex| uses[vertex] == 1) {
                let key = [image[0].min(image[1]), image[0].max(image[1])];
                let times = boundary.get(&key).copied().unwrap_or(0);
                let turn = if image[0] < image[1] { 1 } else { -1 };
                filled.insert([from, to], turn * times);
            }
        }
        filled
    }

    /// Returns the finding (reported fault) about edges at which the boundary of the caps is wrong.
    pub(super) fn boundary_finding(&self, wrong: &[[u32; 2]]) -> Finding {
        let mut finding = Finding::new(FindingKind::CapBoundary, Some(self.keep));
        for ends in wrong {
            let [a, b] = ends.each(|vertex| self.nodes.local(self.half, vertex));
            let middle = array(|axis| 0.5 * a[axis] + 0.5 * b[axis] + self.half.origin[axis]);
            finding.add(middle, length(&sub(&b, &a)));
        }
        finding
    }

    /// Returns the centroid of a triangle, in the coordinates of the input.
    pub(super) fn middle(&self, triangle: &[u32; 3]) -> [f64; 3] {
        let corners = triangle.each(|vertex| self.nodes.local(self.half, vertex));
        array(|axis| {
            let sum: f64 = corners.iter().map(|corner| corner[axis]).sum();
            sum / 3.0 + self.half.origin[axis]
        })
    }

    /// Returns the position of a vertex in the coordinates of the input, rounded.
    pub(super) fn position(&self, vertex: u32) -> [f64; 3] {
        let local = self.nodes.local(self.half, vertex);
        array(|axis| local[axis] + self.half.origin[axis])
    }
}

/// Counts how often triangles run along each edge in one direction, minus how often in the other. Edges with a count
/// other than 0 are the boundary of the triangles.
fn boundary(triangles: &[[u32; 3]]) -> Edges {
    let mut edges = Edges::new();
    for &[a, b, c] in triangles {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            count(&mut edges, from, to, 1);
        }
    }
    edges
}

/// Returns the edges of those connected parts of a graph in which each vertex has as many incoming as outgoing edges.
/// Such parts consist of closed loops.
fn closed_parts(edges: &Edges) -> Vec<[u32; 2]> {
    let mut parts = Parts::default();
    let mut balance: HashMap<u32, i32> = HashMap::new();
    for (&[from, to], &times) in edges {
        parts.join(from, to);
        *balance.entry(from).or_default() -= times;
        *balance.entry(to).or_default() += times;
    }
    let unbalanced = balance.into_iter().filter(|&(_, balance)| balance != 0);
    let open: HashSet<u32> = unbalanced.map(|(vertex, _)| parts.root(vertex)).collect();
    let is_closed = |ends: &&[u32; 2]| !open.contains(&parts.root_of(ends[0]));
    edges.keys().filter(is_closed).copied().collect()
}

/// A union-find structure for the connected parts of a graph (Tarjan, 1975).
#[derive(Default)]
struct Parts(HashMap<u32, u32>);

impl Parts {
    fn root_of(&self, mut vertex: u32) -> u32 {
        while let Some(&above) = self.0.get(&vertex).filter(|&&above| above != vertex) {
            vertex = above;
        }
        vertex
    }

    fn root(&mut self, vertex: u32) -> u32 {
        let root = self.root_of(vertex);
        let mut below = vertex;
        while below != root {
            below = self.0.insert(below, root).unwrap_or(root);
        }
        root
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.0.insert(a.max(b), a.min(b));
        }
    }
}
