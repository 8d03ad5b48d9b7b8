//! The part of a mesh outside a region: the surface behind each plane, closed by the cut faces of the part inside.
//!
//! Let S₀ be the surface of a closed mesh. The i-th plane divides the surface Sᵢ₋₁ into Sᵢ, in front of the plane, and
//! Tᵢ, behind it. Cut faces belong to none of these surfaces. Where the plane crosses an edge ab of Sᵢ₋₁ at a point c,
//! the edge becomes ac and cb. The surfaces T₁ to Tᵢ₋₁ may have the same edge ab on their boundaries. There ab is
//! divided at the same point c, so that no vertex lies inside an edge.
//!
//! Let Sₙ be the last surface in front. Sₙ and all Tᵢ together are the closed surface S₀ with some edges divided. So
//! their boundaries add up to zero. The part inside is Sₙ and its cut faces, and it is closed. So all Tᵢ together have
//! the same boundary as these cut faces. The part outside consists of all Tᵢ and the reversed cut faces. It is
//! therefore closed, without internal walls.
//!
//! This argument only counts directed edges. So it holds whatever rounding does to the positions.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::arrays::Few as _;
use crate::mesh::attributes::{AttributeLayer, Attributes};
use crate::mesh::indexed::Mesh;
use crate::mesh::merge::retain;
use crate::mesh::trace::Crossing;
use crate::mesh::triple::is_distinct;
use crate::mesh::weld::{Key, key, weld};
use crate::plane::Plane;
use crate::vector::{length, scale};

/// The value that marks a missing id.
const NONE: u32 = u32::MAX;

/// The part of a mesh outside a region, while it is built.
pub(super) struct Outside {
    /// The label of the cut face of the region's first plane. Smaller labels are those of the surface.
    first_plane: u32,
    ids: HashMap<Key, u32>,
    positions: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    parts: Vec<u32>,
    attributes: Attributes,
    /// For each layer of attributes, the mean of the input's rows, for cut faces.
    means: Vec<Vec<f64>>,
}

/// The point at which an edge is divided.
#[derive(Clone, Copy)]
struct Division {
    /// The id of the end from which `parameter` counts.
    from: u32,
    /// The parameter of the point along the edge, from 0 to 1.
    parameter: f64,
    position: [f64; 3],
}

impl Outside {
    pub(super) fn new(mesh: &Mesh, first_plane: u32) -> Self {
        let layers = &mesh.attributes.layers;
        let empty = |layer: &AttributeLayer| AttributeLayer {
            meaning: layer.meaning.clone(),
            width: layer.width,
            values: Vec::new(),
        };
        Self {
            first_plane,
            ids: HashMap::new(),
            positions: Vec::new(),
            triangles: Vec::new(),
            parts: Vec::new(),
            attributes: Attributes {
                corners: Vec::new(),
                layers: layers.iter().map(empty).collect(),
            },
            means: layers.iter().map(AttributeLayer::mean).collect(),
        }
    }

    fn id(&mut self, position: &[f64; 3]) -> u32 {
        let next = self.positions.len() as u32;
        let id = *self.ids.entry(key(position)).or_insert(next);
        if id == next {
            self.positions.push(*position);
        }
        id
    }

    fn push(&mut self, triangle: [u32; 3], rows: [u32; 3], part: u32) {
        self.triangles.push(triangle);
        self.parts.push(part);
        if !self.attributes.layers.is_empty() {
            self.attributes.corners.push(rows);
        }
    }

    /// Adds the surface behind a plane: the triangles of the half behind that do not belong to cut faces.
    pub(super) fn add_surface(&mut self, back: &Mesh) {
        let mut ids = vec![NONE; back.positions.len()];
        let mut rows = vec![NONE; back.attributes.rows()];
        for (index, triangle) in back.triangles.iter().enumerate() {
            let part = back.part(index);
            if part >= self.first_plane {
                continue;
            }
            let triangle = triangle.each(|vertex| {
                let slot = &mut ids[vertex as usize];
                if *slot == NONE {
                    *slot = self.id(&back.positions[vertex as usize]);
                }
                *slot
            });
            let corners = back.attributes.corners.get(index);
            let corners = corners.map_or([0; 3], |corners| {
                corners.each(|row| {
                    let slot = &mut rows[row as usize];
                    if *slot == NONE {
                        *slot = self.attributes.rows() as u32;
                        let sources = &back.attributes.layers;
                        for (layer, source) in self.attributes.layers.iter_mut().zip(sources) {
                            layer.values.extend_from_slice(source.row(row));
                        }
                    }
                    *slot
                })
            });
            self.push(triangle, corners, part);
        }
    }

    /// Adds a row of attributes for flat triangles with this normal, and returns its index.
    fn flat_row(&mut self, normal: &[f64; 3]) -> u32 {
        let row = self.attributes.rows() as u32;
        for (layer, mean) in self.attributes.layers.iter_mut().zip(&self.means) {
            layer.push_cap(normal, mean);
        }
        row
    }

    /// Divides those edges of this part that a plane crosses in the mesh `left`, at the points of the crossings. Also
    /// divides the triangles at these edges.
    pub(super) fn divide_edges(&mut self, left: &Mesh, crossings: &[Crossing]) {
        let mut divisions: HashMap<[u32; 2], Division> = HashMap::new();
        let mut is_end = vec![false; self.positions.len()];
        for crossing in crossings {
            let ends = crossing.ends.each(|vertex| {
                let position = &left.positions[vertex as usize];
                self.ids.get(&key(position)).copied()
            });
            let [Some(from), Some(to)] = ends else {
                continue;
            };
            is_end[from as usize] = true;
            is_end[to as usize] = true;
            let division = Division {
                from,
                parameter: crossing.parameter,
                position: crossing.position,
            };
            divisions.insert(undirected(from, to), division);
        }
        if divisions.is_empty() {
            return;
        }
        let mut rows = HashMap::new();
        let mut keep = vec![true; self.triangles.len()];
        for (index, keep) in keep.iter_mut().enumerate() {
            let corners = self.triangles[index];
            if corners.iter().filter(|&&v| is_end[v as usize]).count() < 2 {
                continue;
            }
            let edges = [0, 1, 2].each(|edge| [corners[edge], corners[(edge + 1) % 3]]);
            let found = edges.each(|[from, to]| divisions.get(&undirected(from, to)).copied());
            if found.iter().all(Option::is_none) {
                continue;
            }
            let own = self.attributes.corners.get(index).copied();
            let own = own.unwrap_or([0; 3]);
            let points = [0, 1, 2].each(|edge| {
                let division = found[edge]?;
                let mut ends = [own[edge], own[(edge + 1) % 3]];
                if corners[edge] != division.from {
                    ends.reverse();
                }
                let id = self.id(&division.position);
                let row = self.row_between(&mut rows, id, ends, division.parameter);
                Some((id, row))
            });
            let corners = [0, 1, 2].each(|corner| (corners[corner], own[corner]));
            *keep = self.replace(index, &divided(&corners, &points));
        }
        retain(&mut self.triangles, &keep);
        retain(&mut self.parts, &keep);
        retain(&mut self.attributes.corners, &keep);
    }

    /// Returns the index of the attribute row at the point `id` on an edge. The row is interpolated between the rows
    /// `ends` at the ends of the edge. `rows` holds the rows that were added before.
    fn row_between(
        &mut self,
        rows: &mut HashMap<(u32, [u32; 2]), u32>,
        id: u32,
        ends: [u32; 2],
        parameter: f64,
    ) -> u32 {
        let next = self.attributes.rows() as u32;
        let row = *rows.entry((id, ends)).or_insert(next);
        if row == next {
            for layer in &mut self.attributes.layers {
                let mut values = layer.row(ends[0]).to_vec();
                values.extend_from_slice(layer.row(ends[1]));
                let source = AttributeLayer {
                    meaning: layer.meaning.clone(),
                    width: layer.width,
                    values,
                };
                layer.push_between(&source, [0, 1], parameter);
            }
        }
        row
    }

    /// Replaces a triangle by its pieces. Pieces with two equal vertices are left out; their boundary is zero. Returns
    /// `false` if no piece is left, so that the triangle must be removed.
    fn replace(&mut self, index: usize, pieces: &[[Corner; 3]]) -> bool {
        let part = self.parts[index];
        let mut place = Some(index);
        let kept = pieces
            .iter()
            .filter(|piece| is_distinct(&piece.each(|(id, _)| id)));
        for piece in kept {
            let (triangle, rows) = (piece.each(|(id, _)| id), piece.each(|(_, row)| row));
            match place.take() {
                Some(index) => {
                    self.triangles[index] = triangle;
                    if let Some(corners) = self.attributes.corners.get_mut(index) {
                        *corners = rows;
                    }
                }
                None => self.push(triangle, rows, part),
            }
        }
        place.is_none()
    }

    /// Adds the cut faces of the part inside, reversed.
    pub(super) fn close(&mut self, inside: &Mesh, planes: &[Plane]) {
        let mut rows = vec![NONE; planes.len()];
        for (index, &[a, b, c]) in inside.triangles.iter().enumerate() {
            let part = inside.part(index);
            let Some(plane) = part.checked_sub(self.first_plane) else {
                continue;
            };
            let plane = plane as usize;
            if rows[plane] == NONE {
                // The part outside lies behind the plane, so its outward normal at the cut face points to the front.
                let normal = planes[plane].normal();
                rows[plane] = self.flat_row(&scale(&normal, 1.0 / length(&normal)));
            }
            let triangle = [a, c, b].each(|vertex| self.id(&inside.positions[vertex as usize]));
            self.push(triangle, [rows[plane]; 3], part);
        }
    }

    /// Returns the mesh that was built. Its part numbers are labels (`labels.rs`).
    pub(super) fn into_mesh(self) -> Mesh {
        let (mut positions, mut triangles) = (self.positions, self.triangles);
        // This removes positions that no triangle uses.
        weld(&mut positions, &mut triangles);
        let mut parts = self.parts;
        if parts.iter().all(|&part| part == 0) {
            parts = Vec::new();
        }
        Mesh::from_welded(positions, triangles, self.attributes, parts)
    }
}

/// A corner of a triangle: its vertex id and its attribute row.
type Corner = (u32, u32);

/// Returns the pieces of a triangle with points on its edges. The point with the index i lies between the corners i and
/// i + 1. The boundary of the pieces is that of the triangle, with its edges divided at the points.
fn divided(corners: &[Corner; 3], points: &[Option<Corner>; 3]) -> Vec<[Corner; 3]> {
    let corner = |index: usize| corners[index % 3];
    let with = (0..3).find_map(|i| match [0, 1, 2].each(|k| points[(i + k) % 3]) {
        [Some(p), None, None] => Some(vec![
            [corner(i), p, corner(i + 2)],
            [p, corner(i + 1), corner(i + 2)],
        ]),
        [None, Some(p), Some(q)] => Some(vec![
            [p, corner(i + 2), q],
            [corner(i), corner(i + 1), p],
            [corner(i), p, q],
        ]),
        [Some(p), Some(q), Some(r)] => Some(vec![
            [corner(i), p, r],
            [p, corner(i + 1), q],
            [q, corner(i + 2), r],
            [p, q, r],
        ]),
        _ => None,
    });
    with.unwrap_or_else(|| vec![*corners])
}

fn undirected(a: u32, b: u32) -> [u32; 2] {
    if a < b { [a, b] } else { [b, a] }
}
