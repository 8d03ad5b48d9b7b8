//! A part as a mesh: whole triangles, pieces of divided ones, and cut faces.

use alloc::vec::Vec;
use core::mem;

use hashbrown::HashMap;
use transect_exact::arrays::Few as _;

use crate::mesh::attributes::{AttributeLayer, Attributes};
use crate::mesh::exact_place::Place;
use crate::mesh::indexed::{CAP, Mesh};
use crate::mesh::merge::{Vanished, merge_equal};
use crate::mesh::numbers::Numbers;
use crate::mesh::parts::nodes::Nodes;
use crate::mesh::parts::part_builder::PartBuilder;
use crate::mesh::parts::pieces::Step;
use crate::mesh::parts::polygon::each_triangle;
use crate::mesh::parts::rows::{RowAt, push_between, row_at};
use crate::mesh::triple::is_distinct;
use crate::mesh::unrounded::area;
use crate::mesh::weld::all_differ;

/// A part as a mesh.
#[derive(Default)]
pub(in crate::mesh) struct Built {
    pub(in crate::mesh) mesh: Mesh,
    /// For each triangle of a cut face, the index of its given plane plus 1. These triangles come last.
    pub(in crate::mesh) planes: Vec<u32>,
    /// The triangles that rounding removed.
    pub(in crate::mesh) vanished: Vanished,
}

/// A builder of parts as meshes.
pub(super) struct Builder<'b, 'a, 'm> {
    nodes: &'b Nodes<'a, 'm>,
    mesh: &'m Mesh,
    /// For each layer of attributes, the mean of the input's rows, for cut faces.
    means: Vec<Vec<f64>>,
    /// The vertices of the part, by nodes.
    vertices: Numbers,
    /// The attribute rows of the part, by rows of the input.
    rows: Numbers,
    /// The vertices of the part that are not vertices of the input, in ascending order, each with its node.
    made: Vec<(u32, u32)>,
    positions: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    /// The part numbers of the first triangles. Those of the others are 0.
    parts: Vec<u32>,
    /// For each triangle of a cut face, the index of its given plane plus 1.
    planes: Vec<u32>,
    /// The attribute rows that were made at other nodes than vertices. A key consists of the node, and of the attribute
    /// rows between which it lies.
    made_rows: HashMap<(u32, [u32; 3]), u32>,
    attributes: Attributes,
    /// The vertices and attribute rows of the piece that is added.
    piece: Vec<[u32; 2]>,
}

impl<'b, 'a, 'm> Builder<'b, 'a, 'm> {
    pub(super) fn new(nodes: &'b Nodes<'a, 'm>, has_faces: bool) -> Self {
        let mesh = nodes.mesh;
        let layers = mesh.attributes.layers.iter().filter(|_| has_faces);
        Self {
            nodes,
            mesh,
            means: layers.map(AttributeLayer::for_caps).collect(),
            vertices: Numbers::new(nodes.count()),
            rows: Numbers::new(mesh.attributes.rows()),
            made: Vec::new(),
            positions: Vec::new(),
            triangles: Vec::new(),
            parts: Vec::new(),
            planes: Vec::new(),
            made_rows: HashMap::new(),
            attributes: empty(mesh),
            piece: Vec::new(),
        }
    }

    /// Returns the number of a node.
    #[inline]
    fn id(&mut self, node: u32) -> u32 {
        self.vertices.get(node).unwrap_or_else(|| self.new_id(node))
    }

    fn new_id(&mut self, node: u32) -> u32 {
        let number = self.positions.len() as u32;
        if node as usize >= self.mesh.positions.len() {
            self.made.push((number, node));
        }
        self.positions.push(self.nodes.position(node));
        self.vertices.set(node, number);
        number
    }

    /// Returns the number of an attribute row of the input.
    #[inline]
    fn row(&mut self, row: u32) -> u32 {
        self.rows.get(row).unwrap_or_else(|| self.new_row(row))
    }

    fn new_row(&mut self, row: u32) -> u32 {
        let number = self.attributes.rows() as u32;
        let source = &self.mesh.attributes.layers;
        for (layer, source) in self.attributes.layers.iter_mut().zip(source) {
            layer.values.extend_from_slice(source.row(row));
        }
        self.rows.set(row, number);
        number
    }

    fn push(&mut self, triangle: [u32; 3], rows: [u32; 3], part: u32) {
        self.put_part(part);
        self.triangles.push(triangle);
        if !self.attributes.layers.is_empty() {
            self.attributes.corners.push(rows);
        }
    }

    /// Stores the part number of the next triangle.
    fn put_part(&mut self, part: u32) {
        // Most meshes have no part but 0, for which no list is stored.
        if part != 0 {
            let more = self.triangles.capacity() - self.parts.len();
            self.parts.reserve_exact(more);
            self.parts.resize(self.triangles.len(), 0);
            self.parts.push(part);
        }
    }

    /// Returns the attribute row at a node of a triangle with the given rows at its corners.
    fn row_at(&mut self, node: u32, triangle: u32, rows_of_corners: &[u32; 3]) -> u32 {
        let rows = match row_at(self.nodes, node, triangle, rows_of_corners) {
            RowAt::Corner(row) => return self.row(row),
            RowAt::Between(rows) => rows,
        };
        let next = self.attributes.rows() as u32;
        let row = *self.made_rows.entry((node, rows)).or_insert(next);
        if row == next {
            push_between(self.nodes, node, rows, &mut self.attributes.layers);
        }
        row
    }

    /// Returns `true` if no two vertices of the part have the same position. The vertices of the input differ from each
    /// other. Only another node may have been rounded to the position of a node.
    fn all_differ(&self) -> bool {
        let mut made = self.made.iter().map(|&(id, _)| id as usize);
        let some = made.clone().map(|id| &self.positions[id]);
        let mut next = made.next();
        let others = self.positions.iter().enumerate().filter(|&(id, _)| {
            let is_made = next == Some(id);
            if is_made {
                next = made.next();
            }
            !is_made
        });
        all_differ(some, others.map(|(_, position)| position))
    }
}

impl PartBuilder for Builder<'_, '_, '_> {
    type Part = Built;

    fn reserve(&mut self, vertices: usize, triangles: usize) {
        self.positions.reserve_exact(vertices);
        self.triangles.reserve_exact(triangles);
        if !self.attributes.layers.is_empty() {
            self.attributes.corners.reserve_exact(triangles);
        }
    }

    #[inline]
    fn whole(&mut self, index: u32, corners: [u32; 3]) {
        let mesh = self.mesh;
        if let Some(&part) = mesh.parts.get(index as usize) {
            self.put_part(part);
        }
        let triangle = corners.each(|vertex| self.id(vertex));
        self.triangles.push(triangle);
        if let Some(rows) = mesh.attributes.corners.get(index as usize) {
            let rows = rows.each(|row| self.row(row));
            self.attributes.corners.push(rows);
        }
    }

    fn piece(&mut self, triangle: u32, steps: &[Step]) {
        let mesh = self.nodes.mesh;
        let index = triangle as usize;
        let rows = mesh.attributes.corners.get(index);
        let mut piece = mem::take(&mut self.piece);
        piece.clear();
        piece.extend(steps.iter().map(|&(node, _)| {
            let row = rows.map(|rows| self.row_at(node, triangle, rows));
            [self.id(node), row.unwrap_or(0)]
        }));
        let part = mesh.part(index);
        let positions = mem::take(&mut self.positions);
        let position = |place: usize| positions[piece[place][0] as usize];
        each_triangle(steps, position, |corners| {
            let triangle = corners.each(|corner| piece[corner][0]);
            // The pieces of a triangle with two equal vertices may be degenerate, too. They bound nothing and are left
            // out.
            if is_distinct(&triangle) {
                self.push(triangle, corners.each(|corner| piece[corner][1]), part);
            }
        });
        self.positions = positions;
        self.piece = piece;
    }

    fn face(&mut self, triangles: impl Iterator<Item = [u32; 3]>, given: u32, outward: &[f64; 3]) {
        let mut row = None;
        for triangle in triangles {
            // All corners of a face share one row, which is made for its first triangle.
            let row = *row.get_or_insert_with(|| {
                let row = self.attributes.rows() as u32;
                for (layer, mean) in self.attributes.layers.iter_mut().zip(&self.means) {
                    layer.push_cap(outward, mean);
                }
                row
            });
            let triangle = triangle.each(|node| self.id(node));
            self.push(triangle, [row; 3], CAP);
            self.planes.push(given + 1);
        }
    }

    fn finish(&mut self) -> Built {
        let all_differ = self.all_differ();
        let Self {
            nodes, mesh, made, ..
        } = self;
        let mut positions = mem::take(&mut self.positions);
        let mut triangles = mem::take(&mut self.triangles);
        let mut parts = mem::take(&mut self.parts);
        let mut planes = mem::take(&mut self.planes);
        let mut attributes = mem::replace(&mut self.attributes, empty(mesh));
        self.vertices.advance(positions.len());
        self.rows.advance(attributes.rows());
        self.made_rows.clear();
        if !parts.is_empty() {
            parts.resize(triangles.len(), 0);
        }
        let mut vanished = Vanished::default();
        if !all_differ {
            let space = nodes.space();
            let place = |id: u32, position: [f64; 3]| {
                let made_before = made.binary_search_by_key(&id, |&(id, _)| id);
                made_before.map_or(Place::Rounded(position), |place| nodes.place(made[place].1))
            };
            vanished = merge_equal(
                &mut positions,
                &mut triangles,
                &mut attributes.corners,
                &mut [&mut parts, &mut planes],
                |positions, triangle| {
                    let places = triangle.each(|id| place(id, positions[id as usize]));
                    area(places.each(|place| space.homogeneous(&place)))
                },
            );
        }
        made.clear();
        if parts.iter().all(|&part| part == 0) {
            parts = Vec::new();
        }
        Built {
            mesh: Mesh::from_welded(positions, triangles, attributes, parts),
            planes,
            vanished,
        }
    }

    fn all(&mut self) -> Built {
        Built {
            mesh: self.mesh.clone(),
            planes: Vec::new(),
            vanished: Vanished::default(),
        }
    }
}

/// Returns the layers of a mesh's attributes, without rows.
fn empty(mesh: &Mesh) -> Attributes {
    let layers = mesh.attributes.layers.iter();
    Attributes {
        corners: Vec::new(),
        layers: layers.map(AttributeLayer::without_rows).collect(),
    }
}
