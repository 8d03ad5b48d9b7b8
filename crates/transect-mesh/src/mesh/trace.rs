//! The trace of a plane in a mesh: all vertices, edges and triangles that the plane meets. It is found in one pass over
//! the vertices and one pass over the triangles.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;
use transect::{Cutter, Plane, Shadow};
use transect_exact::arrays::Few as _;
use transect_exact::crossing::crossing;
use transect_exact::{Side, orient2d};

use crate::mesh::indexed::Mesh;

/// The three sides of vertices: `BACK`, `ON` and `FRONT`. Each side is one bit, so that the sides of a triangle's
/// corners combine with a bitwise or.
pub(super) const BACK: u8 = 1;
pub(super) const ON: u8 = 2;
pub(super) const FRONT: u8 = 4;

/// The number of triangles that are compared with the plane together. The data of so few triangles fit into the
/// second-level cache.
const TRIANGLES: usize = 1024;

/// A corner of a piece of a triangle: a vertex of the mesh, or the crossing of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Node {
    /// A vertex of the mesh, by its id.
    Vertex(u32),
    /// The crossing of an edge, by its index in [`Trace::crossings`].
    Crossing(u32),
}

/// The point where an edge of the mesh passes through the plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// The vertex ids of the edge's ends. The end whose position is lexicographically lesser comes first.
    pub(super) ends: [u32; 2],
    /// The parameter of the crossing along the edge, from 0 at the first end to 1 at the second.
    pub(super) parameter: f64,
    /// The point where the plane meets the edge, with each coordinate rounded to the nearest float.
    pub(super) position: [f64; 3],
}

/// Four signed counts for an edge that lies in the plane. Each describes the boundary of some triangles at the edge:
/// how often this boundary follows the edge from its lesser vertex id to its greater one, minus how often it follows
/// the edge in reverse. Boundaries, like the section, have material on their left.
///
/// Sums of these counts give both one-sided limits of the section (docs/cutting.md) and the boundary of the caps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlaneEdge {
    /// For the boundary of the triangles strictly in front: the number of times that it follows the edge from the
    /// lesser to the greater vertex id, minus the number of times in reverse.
    pub(super) front: i32,
    /// For the reversed boundary of the triangles strictly behind: the number of times that it follows the edge from
    /// the lesser to the greater vertex id, minus the number of times in reverse.
    pub(super) back: i32,
    /// For the boundary of the faces in the plane whose outward normal points to the front: the number of times that it
    /// follows the edge from the lesser to the greater vertex id, minus the number of times in reverse.
    pub(super) facing_front: i32,
    /// For the boundary of the faces in the plane whose outward normal points to the back: the number of times that it
    /// follows the edge from the lesser to the greater vertex id, minus the number of times in reverse.
    pub(super) facing_back: i32,
}

/// The trace of a plane in a mesh: the vertices, edges and triangles that the plane meets, with all data that a cut
/// needs.
///
/// The trace is stored as seen from the canonical side of the plane. This is the front of the plane or of its flip,
/// whichever has a normal with a positive first nonzero coefficient. So both have the same trace, bit for bit.
pub(super) struct Trace<'m> {
    pub(super) mesh: &'m Mesh,
    /// The cutter's plane with f64 coefficients, for measuring. It is oriented so that its front is the canonical side,
    /// which is the same for the flipped cutter.
    pub(super) plane: Plane,
    /// `true` if `plane` is the flip of the given cutter. Then the canonical side (see [`Trace`]) is the cutter's back.
    pub(super) flipped: bool,
    /// The side of each vertex: `BACK`, `ON` or `FRONT`.
    pub(super) sides: Vec<u8>,
    /// The number of vertices behind, on the plane and in front, in this order.
    pub(super) counts: [usize; 3],
    /// The number of triangles strictly in front.
    pub(super) strictly_in_front: usize,
    /// The indices of the triangles that do not lie strictly on one side of the plane, in ascending order.
    pub(super) contacts: Vec<u32>,
    /// The points where edges pass through the plane.
    pub(super) crossings: Vec<Crossing>,
    /// For each crossed triangle, its segment of the section. Seen from the front of the plane, the material is on the
    /// left of the segment.
    pub(super) segments: Vec<[Node; 2]>,
    /// The edges in the plane with their counts. A key is a pair of vertex ids with the lesser id first.
    pub(super) plane_edges: HashMap<[u32; 2], PlaneEdge>,
    /// The indices of the triangles in the plane, each with the side to which its outward normal points.
    pub(super) coplanar: Vec<(u32, Side)>,
    /// The indices of the triangles in the plane that have no area, while triangles are added.
    without_area: Vec<u32>,
    ids: CrossingIds,
}

impl<'m> Trace<'m> {
    pub(super) fn new(mesh: &'m Mesh, cutter: &impl Cutter) -> Self {
        let (mut trace, cutter) = Self::from_canonical_side(mesh, cutter);
        trace.sides = sides_of_points(mesh, &cutter, &mesh.positions);
        trace.counts = counts(&trace.sides);
        let [back, _, front] = trace.counts;
        if back != mesh.positions.len() && front != mesh.positions.len() {
            for (chunk, triangles) in mesh.triangles.chunks(TRIANGLES).enumerate() {
                let indices = (chunk * TRIANGLES) as u32..;
                trace.meet_those_that_touch(indices.zip(triangles), &cutter);
            }
        }
        trace.meet_faces_without_area();
        trace
    }

    /// Returns the trace of only the triangles with the indices `near`, which are in ascending order. All other
    /// triangles must lie strictly on one side. Vertices that only other triangles use get no side. In `counts`, a
    /// vertex counts once for each corner of a triangle in `near`.
    pub(super) fn of_triangles(mesh: &'m Mesh, cutter: &impl Cutter, near: &[u32]) -> Self {
        let (mut trace, cutter) = Self::from_canonical_side(mesh, cutter);
        trace.sides = vec![0; mesh.positions.len()];
        for near in near.chunks(TRIANGLES) {
            // Indices, positions and sides are read in separate loops without branches, so that many memory accesses
            // overlap.
            let triangles = near.iter().map(|&index| mesh.triangles[index as usize]);
            let triangles: Vec<[u32; 3]> = triangles.collect();
            let vertices = triangles.as_flattened();
            let positions = vertices.iter().map(|&v| mesh.positions[v as usize]);
            let positions: Vec<[f64; 3]> = positions.collect();
            let sides = sides_of_points(mesh, &cutter, &positions);
            for (&vertex, side) in vertices.iter().zip(sides) {
                trace.sides[vertex as usize] = side;
                trace.counts[side.trailing_zeros() as usize] += 1;
            }
            trace.meet_those_that_touch(near.iter().copied().zip(&triangles), &cutter);
        }
        trace.meet_faces_without_area();
        trace
    }

    /// Returns an empty trace, and the given cutter or its flip: the one whose normal has a positive first nonzero
    /// coefficient. The front of the returned cutter is the canonical side.
    fn from_canonical_side<C: Cutter>(mesh: &'m Mesh, cutter: &C) -> (Self, C) {
        let normal = cutter.measuring_plane().normal();
        let leading = normal.into_iter().find(|&c| c != 0.0);
        let flipped = leading.is_some_and(|c| c < 0.0);
        let cutter = if flipped { cutter.turned() } else { *cutter };
        let trace = Self {
            mesh,
            plane: *cutter.measuring_plane(),
            flipped,
            sides: Vec::new(),
            counts: [0; 3],
            strictly_in_front: 0,
            contacts: Vec::new(),
            crossings: Vec::new(),
            segments: Vec::new(),
            plane_edges: HashMap::new(),
            coplanar: Vec::new(),
            without_area: Vec::new(),
            ids: CrossingIds::default(),
        };
        (trace, cutter)
    }

    /// Returns the sides of a triangle's corners as a set of bits: `BACK`, `ON` and `FRONT`.
    pub(super) fn mask(&self, triangle: &[u32; 3]) -> u8 {
        triangle
            .iter()
            .fold(0, |mask, &v| mask | self.sides[v as usize])
    }

    pub(super) fn position(&self, node: Node) -> [f64; 3] {
        match node {
            Node::Vertex(vertex) => self.mesh.positions[vertex as usize],
            Node::Crossing(crossing) => self.crossings[crossing as usize].position,
        }
    }

    /// Returns the ends of the edge of a node: the end behind the canonical side, and the end in front of it. Both are the
    /// vertex itself for a vertex in the plane.
    pub(super) fn ends(&self, node: Node) -> [u32; 2] {
        match node {
            Node::Vertex(vertex) => [vertex; 2],
            Node::Crossing(crossing) => {
                let [a, b] = self.crossings[crossing as usize].ends;
                if self.sides[a as usize] == BACK {
                    [a, b]
                } else {
                    [b, a]
                }
            }
        }
    }

    /// Returns the index of the crossing of an edge that passes through the plane, and is one of a triangle of the trace.
    pub(super) fn crossing_of(&self, from: u32, to: u32) -> u32 {
        self.ids.find(key(from, to)).expect("its triangle was met")
    }

    /// Returns the part of a triangle on the side `keep` (FRONT or BACK) or in the plane, as a polygon with the
    /// triangle's orientation. Each node comes with a number that says where it lies on the triangle: at a corner (0,
    /// 1, 2) or on an edge (3, 4, 5).
    pub(super) fn piece(&self, triangle: u32, keep: u8) -> Piece {
        let corners = self.mesh.triangles[triangle as usize];
        let mut piece = Piece::default();
        for index in 0..3 {
            let (from, to) = (corners[index], corners[(index + 1) % 3]);
            let (from_side, to_side) = (self.sides[from as usize], self.sides[to as usize]);
            if from_side & (keep | ON) != 0 {
                piece.push(Node::Vertex(from), index);
            }
            if from_side | to_side == FRONT | BACK {
                piece.push(Node::Crossing(self.crossing_of(from, to)), 3 + index);
            }
        }
        piece
    }

    /// Finds the triangles that do not lie strictly on one side of the plane, and adds them to the trace.
    fn meet_those_that_touch<'t>(
        &mut self,
        triangles: impl Iterator<Item = (u32, &'t [u32; 3])>,
        cutter: &impl Cutter,
    ) {
        let first = self.contacts.len();
        for (index, triangle) in triangles {
            let mask = self.mask(triangle);
            self.strictly_in_front += usize::from(mask == FRONT);
            if mask != FRONT && mask != BACK {
                self.contacts.push(index);
            }
        }
        if self.ids.lasts.is_empty() {
            self.ids.lasts = vec![0; self.mesh.positions.len()];
        }
        for place in first..self.contacts.len() {
            let index = self.contacts[place];
            let triangle = self.mesh.triangles[index as usize];
            self.meet(index, &triangle, self.mask(&triangle), cutter);
        }
    }

    fn meet(&mut self, index: u32, triangle: &[u32; 3], mask: u8, cutter: &impl Cutter) {
        if mask & (FRONT | BACK) == FRONT | BACK {
            let [leaves_front, enters_front] = self.section_of(triangle, cutter);
            if leaves_front != enters_front {
                self.segments.push([leaves_front, enters_front]);
            }
            return;
        }
        let count: fn(&mut PlaneEdge, i32) = match mask & (FRONT | BACK) {
            FRONT => |edge, sign| edge.front += sign,
            BACK => |edge, sign| edge.back -= sign,
            _ => {
                // `self.plane` is oriented by its canonical side (see [`Trace`]), so a flipped cutter gives the same
                // result.
                let corners = triangle.each(|v| &self.mesh.positions[v as usize]);
                match facing(&self.plane, corners) {
                    Side::On => self.without_area.push(index),
                    facing => self.meet_face(index, triangle, facing),
                }
                return;
            }
        };
        self.count_edges(triangle, count);
    }

    /// Adds a triangle in the plane whose outward normal points to the side `facing`.
    fn meet_face(&mut self, index: u32, triangle: &[u32; 3], facing: Side) {
        self.coplanar.push((index, facing));
        self.count_edges(
            triangle,
            match facing {
                Side::Front => |edge, sign| edge.facing_front += sign,
                _ => |edge, sign| edge.facing_back += sign,
            },
        );
    }

    /// Counts the edges of a triangle that lie in the plane.
    fn count_edges(&mut self, triangle: &[u32; 3], count: fn(&mut PlaneEdge, i32)) {
        for corner in 0..3 {
            let (from, to) = (triangle[corner], triangle[(corner + 1) % 3]);
            if from != to && self.sides[from as usize] & self.sides[to as usize] == ON {
                let edge = self.plane_edges.entry(key(from, to)).or_default();
                count(edge, if from < to { 1 } else { -1 });
            }
        }
    }

    /// Adds the triangles in the plane that have no area. Such a triangle bounds no material. It goes to the half in front
    /// if only triangles in front have an edge with it, and otherwise to the half behind.
    fn meet_faces_without_area(&mut self) {
        if self.without_area.is_empty() {
            return;
        }
        for index in core::mem::take(&mut self.without_area) {
            let triangle = self.mesh.triangles[index as usize];
            let edges = [0, 1, 2].each(|corner| {
                let ends = key(triangle[corner], triangle[(corner + 1) % 3]);
                self.plane_edges.get(&ends).copied().unwrap_or_default()
            });
            let is_in_front = edges.iter().any(|edge| edge.front != 0);
            let is_behind = edges.iter().any(|edge| edge.back != 0);
            let facing = if is_in_front && !is_behind {
                Side::Back
            } else {
                Side::Front
            };
            self.meet_face(index, &triangle, facing);
        }
        self.coplanar.sort_unstable_by_key(|&(index, _)| index);
    }

    /// Returns the segment of the section in a crossed triangle as two nodes. At the first node, the boundary of the
    /// triangle passes from the front to the back; at the second node, from the back to the front.
    fn section_of(&mut self, triangle: &[u32; 3], cutter: &impl Cutter) -> [Node; 2] {
        let mut nodes = [Node::Vertex(triangle[0]); 2];
        for corner in 0..3 {
            let (before, here, after) = (
                triangle[(corner + 2) % 3],
                triangle[corner],
                triangle[(corner + 1) % 3],
            );
            let [before_side, here_side, after_side] =
                [before, here, after].each(|v| self.sides[v as usize]);
            match (here_side, after_side) {
                (FRONT, BACK) => nodes[0] = self.crossing(here, after, cutter),
                (BACK, FRONT) => nodes[1] = self.crossing(here, after, cutter),
                (ON, BACK) if before_side == FRONT => nodes[0] = Node::Vertex(here),
                (ON, FRONT) if before_side == BACK => nodes[1] = Node::Vertex(here),
                _ => {}
            }
        }
        nodes
    }

    fn crossing(&mut self, from: u32, to: u32, cutter: &impl Cutter) -> Node {
        let edge = key(from, to);
        let known = self.ids.find(edge);
        Node::Crossing(known.unwrap_or_else(|| {
            let crossing = cross_edge(&self.mesh.positions, cutter, from, to);
            self.crossings.push(crossing);
            self.ids.push(edge)
        }))
    }
}

/// Returns the side to which the outward normal of a face in the plane points, or [`Side::On`] for a face without area.
pub(super) fn facing(plane: &Plane, corners: [&[f64; 3]; 3]) -> Side {
    let shadow = Shadow::of_normal(&plane.normal());
    let [a, b, c] = corners.each(|corner| shadow.cast(corner));
    orient2d(&a, &b, &c)
}

/// A map from crossed edges to the indices of their crossings. For each vertex, the crossings of edges to greater ids
/// form a linked list. The lists are short, and crossings of neighbouring edges stay near in memory, unlike in a hash
/// table.
#[derive(Default)]
struct CrossingIds {
    /// For each vertex, the index of the last crossing in its list, plus 1; 0 for an empty list.
    lasts: Vec<u32>,
    /// For each crossing: the greater vertex id of its edge, and the index, plus 1, of the crossing before it in its
    /// list. The second number is 0 for the first crossing of a list.
    edges: Vec<[u32; 2]>,
}

impl CrossingIds {
    fn find(&self, [lesser, greater]: [u32; 2]) -> Option<u32> {
        let mut link = self.lasts[lesser as usize];
        while link != 0 {
            let [end, before] = self.edges[link as usize - 1];
            if end == greater {
                return Some(link - 1);
            }
            link = before;
        }
        None
    }

    fn push(&mut self, [lesser, greater]: [u32; 2]) -> u32 {
        let last = &mut self.lasts[lesser as usize];
        self.edges.push([greater, *last]);
        *last = self.edges.len() as u32;
        *last - 1
    }
}

/// A polygon of at most four nodes, the part of a triangle. Each node comes with a number that says where it lies on
/// the triangle: at a corner (0, 1, 2) or on an edge (3, 4, 5).
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    nodes: [(Node, usize); 4],
    len: usize,
}

impl Default for Piece {
    fn default() -> Self {
        Self {
            nodes: [(Node::Vertex(0), 0); 4],
            len: 0,
        }
    }
}

impl Piece {
    fn push(&mut self, node: Node, place: usize) {
        self.nodes[self.len] = (node, place);
        self.len += 1;
    }

    pub(super) fn nodes(&self) -> &[(Node, usize)] {
        &self.nodes[..self.len]
    }
}

fn key(a: u32, b: u32) -> [u32; 2] {
    if a < b { [a, b] } else { [b, a] }
}

fn bit(side: Side) -> u8 {
    // The shift maps the sides `Back`, `On` and `Front` (−1, 0 and 1) to three bits without a branch.
    1 << (side as i8 + 1)
}

/// Returns the side of each position as `BACK`, `ON` or `FRONT`.
fn sides_of_points(mesh: &Mesh, cutter: &impl Cutter, positions: &[[f64; 3]]) -> Vec<u8> {
    let mut sides = vec![Side::On; positions.len()];
    cutter.sides_of_points(positions, mesh.single_precision, &mut sides);
    sides.into_iter().map(bit).collect()
}

fn counts(sides: &[u8]) -> [usize; 3] {
    [BACK, ON, FRONT].each(|wanted| sides.iter().filter(|&&side| side == wanted).count())
}

/// Returns the crossing of an edge; each coordinate of its position is the nearest float. So all triangles at the edge,
/// both halves, and neighbouring objects get the same bits for the cut vertex. The ends are ordered from the lesser
/// position to the greater one.
///
/// The values n·p + d at both ends have the right sign, and a small relative error even where their terms cancel. The
/// parameter is clamped to [0, 1]. If the plane is perpendicular to an axis, the coordinate on this axis is that of the
/// plane.
fn cross_edge(positions: &[[f64; 3]], cutter: &impl Cutter, from: u32, to: u32) -> Crossing {
    let lesser_first = positions[from as usize] < positions[to as usize];
    let ends = if lesser_first { [from, to] } else { [to, from] };
    let [a, b] = ends.each(|v| positions[v as usize]);
    let (value_a, value_b) = (cutter.value_at(&a), cutter.value_at(&b));
    let parameter = (value_a / (value_a - value_b)).clamp(0.0, 1.0);
    // If the values of n·p + d at the ends overflow, their quotient is NaN. The parameter is used only to interpolate
    // attributes, so 0.5 is then as good as any other value.
    let parameter = if parameter.is_nan() { 0.5 } else { parameter };
    Crossing {
        ends,
        parameter,
        position: crossing(cutter, &a, &b),
    }
}
