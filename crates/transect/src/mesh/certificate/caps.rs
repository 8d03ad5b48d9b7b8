//! Checks that the caps fill the section: their boundary equals the loops of the section, and no cap triangle is folded
//! over another.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};

use crate::arrays::{Few as _, array};
use crate::mesh::certificate::expected::{Edges, Expected, NONE, count};
use crate::mesh::certificate::finding::{Finding, FindingKind};
use crate::mesh::certificate::nodes::Nodes;
use crate::mesh::certificate::surface::Surface;
use crate::mesh::certificate::winding_area::{Edge, WindingArea};
use crate::mesh::certificate::written_half::WrittenHalf;
use crate::mesh::measure::triangle_area;
use crate::mesh::triple::least_first;
use crate::predicates::determinant::{cross, difference};
use crate::predicates::double_double::{self, DoubleDouble};
use crate::predicates::polynomial::Number;
use crate::predicates::unit::U;
use crate::shadow::Shadow;
use crate::side::Side;
use crate::sorting::{sort, sort_pairs};
use crate::vector::{length, scale, sub};

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
    /// The normal of the cutting plane.
    pub(super) normal: [f64; 3],
}

impl Capped<'_> {
    /// Returns the cap triangles. If a cap and a surface triangle lay on the same vertices with opposite orientation,
    /// the cut removed both, so the half lacks this cap. Such caps are included, too.
    fn triangles(&self, surface: &Surface) -> Vec<[u32; 3]> {
        let there = surface.caps.iter();
        let there = there.map(|&index| self.half.mesh.triangles()[index as usize]);
        let folded = surface.folded.iter();
        // Each triangle in `folded` is a surface triangle that the cut removed together with a cap on the same corners.
        // The cap had the reversed orientation.
        let folded = folded.map(|triangle| {
            let [a, b, c] = self.nodes.image(triangle);
            [a, c, b]
        });
        there.chain(folded).collect()
    }

    /// Returns the unsigned area of the caps, including those that the cut removed. It is computed in double-doubles
    /// and rounded.
    pub(super) fn area(&self, surface: &Surface) -> f64 {
        let doubled = |triangle: [u32; 3]| {
            let [a, b, c] = triangle.each(|vertex| self.nodes.local(self.half, vertex));
            let sides: [[DoubleDouble; 3]; 2] = [difference(&b, &a), difference(&c, &a)];
            double_double::length(&cross(&sides[0], &sides[1]))
        };
        let areas = self.triangles(surface).into_iter().map(doubled);
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
    pub(super) fn wrong_edges(&self, surface: &Surface) -> Vec<[u32; 2]> {
        let outline = self.outline_of_vertices();
        let mut left = outline.clone();
        for (ends, times) in boundary(&self.triangles(surface)) {
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
    pub(super) fn filled(&self, surface: &Surface) -> Edges {
        let boundary = boundary(&self.triangles(surface));
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

    /// Returns the findings (faults and notes) about caps whose triangles are turned over or overlap, and about a
    /// section that crosses itself.
    ///
    /// If no cap triangle is clockwise, seen from outside, by more than rounding explains, the triangles cover each
    /// point as often as the section winds around it, and there is no finding. Otherwise, triangles with a common
    /// vertex are joined into groups. For each group with a clockwise triangle, the sum of the areas of its triangles
    /// is compared with the integral ∫ |w| over the plane, where w is the winding number of the boundary of the group.
    /// If the sum is larger by more than rounding explains, there is a finding.
    pub(super) fn overlaps(&self, surface: &Surface) -> Vec<Finding> {
        let triangles = self.triangles(surface);
        let mut overlap = self.back_to_back(surface);
        let flat = Flattened::of(self);
        let suspicious: Vec<bool> = triangles
            .iter()
            .map(|triangle| {
                let points = triangle.each(|vertex| flat.written(vertex));
                -flat.turn * doubled(&points) > 2.0 * flat.rounding(&points)
            })
            .collect();
        let mut crossed = Finding::new(FindingKind::SectionCrosses, Some(self.keep));
        let groups = if suspicious.contains(&true) {
            connected(&triangles)
        } else {
            Vec::new()
        };
        for group in groups {
            let Some(&first) = group.iter().find(|&&index| suspicious[index]) else {
                continue;
            };
            let members: Vec<[u32; 3]> = group.iter().map(|&index| triangles[index]).collect();
            let (mut covered, mut bound) = (0.0, 0.0);
            for triangle in &members {
                let points = triangle.each(|vertex| flat.written(vertex));
                covered += 0.5 * doubled(&points).abs();
                bound += 2.0 * flat.rounding(&points);
            }
            let edges: Vec<Edge> = boundary(&members)
                .into_iter()
                .filter(|(_, times)| *times != 0)
                .map(|(ends, times)| (ends.each(|vertex| flat.unrounded(vertex)), times))
                .collect();
            let wound = WindingArea::of(&edges, self.nodes.displacement);
            let excess = covered - wound.area;
            if excess > bound + wound.bound {
                let place = self.middle(&triangles[first]);
                let finding = if wound.crosses {
                    &mut crossed
                } else {
                    &mut overlap
                };
                finding.add(place, excess * flat.stretch);
            }
        }
        [overlap, crossed].into_iter().collect()
    }

    /// Returns the finding (reported fault) about pairs of caps that lie back to back on the same three vertices.
    fn back_to_back(&self, surface: &Surface) -> Finding {
        let mut finding = Finding::new(FindingKind::CapOverlap, Some(self.keep));
        let there = surface.caps.iter();
        let there: Vec<[u32; 3]> = there
            .map(|&index| least_first(self.half.mesh.triangles()[index as usize]))
            .collect();
        let known: HashSet<[u32; 3]> = there.iter().copied().collect();
        for [a, b, c] in there {
            if b < c && known.contains(&[a, c, b]) {
                let corners = [a, b, c].each(|vertex| self.nodes.local(self.half, vertex));
                finding.add(self.middle(&[a, b, c]), 2.0 * triangle_area(&corners));
            }
        }
        finding
    }

    /// Returns the centroid of a triangle, in the coordinates of the input.
    fn middle(&self, triangle: &[u32; 3]) -> [f64; 3] {
        let corners = triangle.each(|vertex| self.nodes.local(self.half, vertex));
        array(|axis| {
            let sum: f64 = corners.iter().map(|corner| corner[axis]).sum();
            sum / 3.0 + self.half.origin[axis]
        })
    }
}

/// The points of a half, projected along an axis to two coordinates.
struct Flattened<'a> {
    capped: &'a Capped<'a>,
    shadow: Shadow,
    /// The orientation of the half's caps as seen from the front of the plane: 1 for counter-clockwise, −1 for
    /// clockwise.
    turn: f64,
    /// The ratio of an area in the cutting plane to the area of its projection along the axis.
    stretch: f64,
    /// For each vertex of the half, a node of the exact cut that lies in the plane and is matched with the vertex, or
    /// `NONE`.
    nodes: Vec<u32>,
}

impl<'a> Flattened<'a> {
    fn of(capped: &'a Capped<'a>) -> Self {
        let count = capped.half.mesh.positions().len() + capped.nodes.vanished.len();
        let mut nodes = vec![NONE; count];
        for (node, &vertex) in capped.nodes.vertices.iter().enumerate() {
            if vertex != NONE && capped.expected.is_on(node as u32) {
                nodes[vertex as usize] = node as u32;
            }
        }
        let largest = capped.normal.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
        Self {
            capped,
            shadow: Shadow::of(&capped.normal),
            turn: if capped.keep == Side::Back { 1.0 } else { -1.0 },
            stretch: length(&scale(&capped.normal, 1.0 / largest)),
            nodes,
        }
    }

    fn written(&self, vertex: u32) -> [f64; 2] {
        let Capped { nodes, half, .. } = self.capped;
        self.shadow.project(&nodes.local(half, vertex))
    }

    /// Returns the projected position that a vertex had before it was rounded for the file, relative to the origin of
    /// the file's coordinates.
    fn unrounded(&self, vertex: u32) -> [f64; 2] {
        let Capped { expected, half, .. } = self.capped;
        match self.nodes[vertex as usize] {
            NONE => self.written(vertex),
            node => self
                .shadow
                .project(&sub(&expected.position(node), &half.origin)),
        }
    }

    /// Returns a bound on the change of twice a triangle's area by rounding. If corners move by at most δ along each
    /// axis, twice the area changes by at most δ times Σ(|x| + |y|) over the edges, plus 6δ². The returned bound has
    /// 12δ² instead, and a third term for the rounding of the products.
    fn rounding(&self, points: &[[f64; 2]; 3]) -> f64 {
        let moved = self.capped.nodes.displacement;
        let [a, b, c] = points;
        let sides = [sub(b, a), sub(c, b), sub(a, c)];
        let around: f64 = sides.iter().flatten().map(|c| c.abs()).sum();
        moved * around + 12.0 * moved * moved + 8.0 * U * around * around
    }
}

/// Returns twice the signed area of a triangle, rounded.
fn doubled([a, b, c]: &[[f64; 2]; 3]) -> f64 {
    let (u, v) = (sub(b, a), sub(c, a));
    u[0] * v[1] - u[1] * v[0]
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

/// Returns groups of triangles that are connected by shared vertices. Each group is a list of triangle indices.
fn connected(triangles: &[[u32; 3]]) -> Vec<Vec<usize>> {
    let mut parts = Parts::default();
    for &[a, b, c] in triangles {
        parts.join(a, b);
        parts.join(b, c);
    }
    let mut groups: HashMap<u32, Vec<usize>> = HashMap::new();
    for (index, triangle) in triangles.iter().enumerate() {
        let root = parts.root(triangle[0]);
        groups.entry(root).or_default().push(index);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    sort(&mut groups);
    groups
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
