//! Edges of triangles that are divided at vertices.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;
use transect_exact::arrays::{Few as _, array};
use transect_exact::vector::{dot, sub};

use crate::mesh::attributes::AttributeLayer;
use crate::mesh::gaps::sites::compare;
use crate::mesh::indexed::RawMesh;
use crate::mesh::triple::is_distinct;

/// An edge, given by its ends, the lesser vertex id first.
pub(super) type Edge = [u32; 2];

/// Edges, and the vertices at which each is divided.
#[derive(Clone, Debug, Default)]
pub(super) struct Divisions {
    /// The edges, each with its points from its first end to its second.
    edges: HashMap<Edge, Vec<u32>>,
}

/// A corner of a triangle: its vertex, and its row of attributes.
#[derive(Clone, Copy, Default)]
struct Corner {
    vertex: u32,
    row: u32,
}

/// A triangle that is to be divided: its corners, and for each corner the points on the edge to the next corner.
struct Piece {
    corners: [Corner; 3],
    points: [Vec<Corner>; 3],
}

impl Divisions {
    /// Divides an edge at some points, which are in the order from its first end to its second.
    pub(super) fn insert(&mut self, edge: Edge, points: Vec<u32>) {
        self.edges.insert(edge, points);
    }

    /// Returns the number of edges.
    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Returns `true` if no edge is divided.
    pub(super) fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// Returns the points of an edge. The list is empty if it is not divided.
    pub(super) fn points(&self, edge: Edge) -> &[u32] {
        self.edges.get(&edge).map_or(&[], Vec::as_slice)
    }

    /// Divides these edges in every triangle that has them. Nothing moves, and normals, texture coordinates and colours on the
    /// edges are interpolated. Returns the number of triangles that vanish: those without area whose third corner is a point
    /// of their longest edge.
    ///
    /// In a triangle with points on several edges, the edge whose ends come first in lexicographic order is divided first, by
    /// a fan from the opposite corner. So the result does not depend on the order of vertices and triangles.
    pub(super) fn apply(&self, raw: &mut RawMesh) -> usize {
        let mut is_end = vec![false; raw.positions.len()];
        for &vertex in self.edges.keys().flatten() {
            is_end[vertex as usize] = true;
        }
        let source = raw.attributes.layers.clone();
        let mut work = Work {
            divisions: self,
            positions: &raw.positions,
            source: &source,
            layers: &mut raw.attributes.layers,
            rows: HashMap::new(),
            vanished: 0,
            pieces: Vec::new(),
        };
        let mut triangles = Vec::with_capacity(raw.triangles.len() + 2 * self.len());
        let (mut corners, mut parts) = (Vec::new(), Vec::new());
        for (index, triangle) in raw.triangles.iter().enumerate() {
            let rows = raw.attributes.corners.get(index);
            let part = raw.parts.get(index);
            // A divided edge has both ends among the corners. This test spares most triangles a search in the table.
            let ends = triangle.iter().filter(|&&corner| is_end[corner as usize]);
            if ends.count() < 2 || !work.divide(triangle, rows) {
                triangles.push(*triangle);
                corners.extend(rows);
                parts.extend(part);
                continue;
            }
            for piece in work.pieces.drain(..) {
                triangles.push(piece.each(|corner| corner.vertex));
                corners.extend(rows.map(|_| piece.each(|corner| corner.row)));
                parts.extend(part);
            }
        }
        let vanished = work.vanished;
        raw.triangles = triangles;
        raw.attributes.corners = corners;
        raw.parts = parts;
        vanished
    }
}

/// The work on one triangle after another.
struct Work<'w> {
    divisions: &'w Divisions,
    positions: &'w [[f64; 3]],
    /// The attributes before the division.
    source: &'w [AttributeLayer],
    layers: &'w mut [AttributeLayer],
    /// The rows that were added: for a point, between two rows.
    rows: HashMap<[u32; 3], u32>,
    vanished: usize,
    /// The pieces of the present triangle.
    pieces: Vec<[Corner; 3]>,
}

impl Work<'_> {
    /// Divides a triangle into pieces. Returns `false` if none of its edges is divided, or if it uses a vertex twice: then its
    /// edges cancel each other.
    fn divide(&mut self, triangle: &[u32; 3], rows: Option<&[u32; 3]>) -> bool {
        let rows = rows.copied().unwrap_or_default();
        let corners = array(|place| Corner {
            vertex: triangle[place],
            row: rows[place],
        });
        let points = [0, 1, 2].map(|place| self.points(corners[place], corners[(place + 1) % 3]));
        if !is_distinct(triangle) || points.iter().all(Vec::is_empty) {
            return false;
        }
        let mut open = vec![Piece { corners, points }];
        while let Some(piece) = open.pop() {
            let divided = (0..3).filter(|&place| !piece.points[place].is_empty());
            let first = divided.min_by(|&one, &other| {
                let [one, other] = [one, other].map(|place| self.ends(&piece, place));
                compare(one[0], other[0]).then(compare(one[1], other[1]))
            });
            let Some(first) = first else {
                self.finish(piece.corners);
                continue;
            };
            // The edge from a to b is divided by a fan from c.
            let [a, b, c] = [0, 1, 2].map(|step| piece.corners[(first + step) % 3]);
            let [along, of_b, of_c] = [0, 1, 2].map(|step| &piece.points[(first + step) % 3]);
            let mut from = a;
            let last = along.len();
            for (index, next) in along.iter().copied().chain([b]).enumerate() {
                let is_first = index == 0;
                let is_last = index == last;
                let points = [
                    Vec::new(),
                    if is_last { of_b.clone() } else { Vec::new() },
                    if is_first { of_c.clone() } else { Vec::new() },
                ];
                let corners = [from, next, c];
                open.push(Piece { corners, points });
                from = next;
            }
        }
        true
    }

    /// Adds a piece, unless two of its corners are one vertex.
    fn finish(&mut self, corners: [Corner; 3]) {
        if is_distinct(&corners.each(|corner| corner.vertex)) {
            self.pieces.push(corners)
        } else {
            self.vanished += 1
        }
    }

    /// Returns the positions of the ends of an edge, in lexicographic order.
    fn ends(&self, piece: &Piece, place: usize) -> [&[f64; 3]; 2] {
        let ends = [place, (place + 1) % 3].map(|corner| piece.corners[corner].vertex);
        let [a, b] = ends.map(|vertex| &self.positions[vertex as usize]);
        if compare(a, b).is_le() {
            [a, b]
        } else {
            [b, a]
        }
    }

    /// Returns the points of an edge of the triangle, from `a` to `b`, with their attributes.
    fn points(&mut self, a: Corner, b: Corner) -> Vec<Corner> {
        let (divisions, is_forward) = (self.divisions, a.vertex < b.vertex);
        let [low, high] = if is_forward { [a, b] } else { [b, a] };
        let points = divisions.points([low.vertex, high.vertex]).iter();
        let mut points: Vec<Corner> = points
            .map(|&vertex| Corner {
                vertex,
                row: self.row(vertex, [low, high]),
            })
            .collect();
        if !is_forward {
            points.reverse();
        }
        points
    }

    /// Returns the row of attributes at a point on the edge between two corners: their values, interpolated by the foot of the
    /// point, from the corner whose position is lexicographically lesser.
    fn row(&mut self, vertex: u32, mut ends: [Corner; 2]) -> u32 {
        let Some(first) = self.source.first() else {
            return 0;
        };
        let place = |vertex: u32| &self.positions[vertex as usize];
        // All triangles of an edge then interpolate with the same bits, whatever the ids of the vertices are.
        if compare(place(ends[1].vertex), place(ends[0].vertex)).is_lt() {
            ends.reverse();
        }
        let rows = ends.map(|corner| corner.row);
        let next = (first.values.len() / first.width.max(1) + self.rows.len()) as u32;
        *self
            .rows
            .entry([vertex, rows[0], rows[1]])
            .or_insert_with(|| {
                let [from, to] = ends.map(|corner| place(corner.vertex));
                let direction = sub(to, from);
                let t = dot(&sub(place(vertex), from), &direction) / dot(&direction, &direction);
                // The square of a very short edge underflows to zero.
                let t = if t.is_nan() { 0.5 } else { t.clamp(0.0, 1.0) };
                for (layer, source) in self.layers.iter_mut().zip(self.source) {
                    layer.push_between(source, rows, t);
                }
                next
            })
    }
}
