//! A part as a mesh: whole triangles, pieces of divided ones, and cut faces.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use hashbrown::HashMap;
use transect_exact::arrays::Few as _;

use crate::mesh::attributes::{AttributeLayer, Attributes};
use crate::mesh::exact_place::Place;
use crate::mesh::indexed::{CAP, Mesh};
use crate::mesh::merge::{Vanished, merge_equal};
use crate::mesh::parts::nodes::{Kind, Nodes};
use crate::mesh::parts::pieces::Step;
use crate::mesh::parts::polygon::each_triangle;
use crate::mesh::triple::is_distinct;
use crate::mesh::unrounded::area;
use crate::mesh::weld::all_differ;

/// Numbers of the nodes and attribute rows of the input in the part that is built, reused for each part.
pub(super) struct Slots {
    nodes: Numbers,
    rows: Numbers,
    /// For each layer of attributes, the mean of the input's rows, for cut faces.
    means: Vec<Vec<f64>>,
}

impl Slots {
    pub(super) fn new(nodes: &Nodes<'_, '_>, has_faces: bool) -> Self {
        let attributes = &nodes.mesh.attributes;
        let layers = attributes.layers.iter().filter(|_| has_faces);
        Self {
            nodes: Numbers::new(nodes.count()),
            rows: Numbers::new(attributes.rows()),
            means: layers.map(AttributeLayer::mean).collect(),
        }
    }
}

/// Numbers in the part that is built. A stored number counts from 1 on through all parts, so those of earlier parts are
/// less than `first` and need not be removed.
#[derive(Default)]
struct Numbers {
    stored: Vec<u32>,
    first: u32,
}

impl Numbers {
    fn new(count: usize) -> Self {
        Self {
            stored: vec![0; count],
            first: 1,
        }
    }

    /// Returns the number of an element in the part. `add` adds a new element and returns its number.
    #[inline]
    fn of(&mut self, element: u32, add: impl FnOnce() -> usize) -> u32 {
        let stored = &mut self.stored[element as usize];
        if *stored < self.first {
            *stored = self.first + add() as u32;
        }
        *stored - self.first
    }

    /// Begins the next part. The part before has `count` numbers.
    fn advance(&mut self, count: usize) {
        self.first += count as u32;
        // A part has at most 2³¹ numbers.
        if self.first > 1 << 31 {
            self.stored.fill(0);
            self.first = 1;
        }
    }
}

/// A part as a mesh.
#[derive(Default)]
pub(in crate::mesh) struct Built {
    pub(in crate::mesh) mesh: Mesh,
    /// For each triangle of a cut face, the index of its given plane plus 1. These triangles come last.
    pub(in crate::mesh) planes: Vec<u32>,
    /// The triangles that rounding removed.
    pub(in crate::mesh) vanished: Vanished,
}

/// A part while it is built.
pub(super) struct Builder<'b, 'a, 'm> {
    nodes: &'b Nodes<'a, 'm>,
    mesh: &'m Mesh,
    slots: &'b mut Slots,
    vertices: Numbers,
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
    /// Returns an empty part, with memory for so many vertices and triangles.
    pub(super) fn new(
        nodes: &'b Nodes<'a, 'm>,
        slots: &'b mut Slots,
        [vertices, triangles]: [usize; 2],
    ) -> Self {
        let attributes = &nodes.mesh.attributes;
        Self {
            nodes,
            mesh: nodes.mesh,
            // The builder owns the numbers while it works, so that the compiler sees that nothing else changes them.
            vertices: mem::take(&mut slots.nodes),
            rows: mem::take(&mut slots.rows),
            slots,
            made: Vec::new(),
            positions: Vec::with_capacity(vertices),
            triangles: Vec::with_capacity(triangles),
            parts: Vec::new(),
            planes: Vec::new(),
            made_rows: HashMap::new(),
            attributes: Attributes {
                corners: match attributes.layers.is_empty() {
                    true => Vec::new(),
                    false => Vec::with_capacity(triangles),
                },
                layers: attributes
                    .layers
                    .iter()
                    .map(AttributeLayer::without_rows)
                    .collect(),
            },
            piece: Vec::new(),
        }
    }

    /// Returns the number of a vertex of the input.
    #[inline]
    fn vertex(&mut self, vertex: u32) -> u32 {
        self.vertices.of(vertex, || {
            self.positions.push(self.mesh.positions[vertex as usize]);
            self.positions.len() - 1
        })
    }

    fn id(&mut self, node: u32) -> u32 {
        self.vertices.of(node, || {
            let number = self.positions.len();
            if node as usize >= self.mesh.positions.len() {
                self.made.push((number as u32, node));
            }
            self.positions.push(self.nodes.position(node));
            number
        })
    }

    #[inline]
    fn row(&mut self, row: u32) -> u32 {
        self.rows.of(row, || {
            let number = self.attributes.rows();
            let source = &self.mesh.attributes.layers;
            for (layer, source) in self.attributes.layers.iter_mut().zip(source) {
                layer.values.extend_from_slice(source.row(row));
            }
            number
        })
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

    /// Adds a triangle of the input.
    #[inline]
    pub(super) fn whole(&mut self, index: u32, corners: [u32; 3]) {
        let mesh = self.mesh;
        if let Some(&part) = mesh.parts.get(index as usize) {
            self.put_part(part);
        }
        let triangle = corners.each(|vertex| self.vertex(vertex));
        self.triangles.push(triangle);
        if let Some(rows) = mesh.attributes.corners.get(index as usize) {
            let rows = rows.each(|row| self.row(row));
            self.attributes.corners.push(rows);
        }
    }

    /// Adds a piece of a triangle.
    pub(super) fn piece(&mut self, triangle: u32, steps: &[Step]) {
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

    /// Returns the attribute row at a node of a triangle with the given rows at its corners.
    fn row_at(&mut self, node: u32, triangle: u32, rows_of_corners: &[u32; 3]) -> u32 {
        let corners = self.nodes.mesh.triangles[triangle as usize];
        let row_of = |vertex: u32| {
            let corner = corners.iter().position(|&corner| corner == vertex);
            rows_of_corners[corner.unwrap_or(0)]
        };
        let kind = self.nodes.kind(node);
        let key = match kind {
            Kind::Vertex(vertex) => return self.row(row_of(vertex)),
            Kind::Crossing(plane, crossing) => {
                let [first, second] = self.nodes.crossing(plane, crossing).ends.each(row_of);
                [first, second, second]
            }
            Kind::Further(_) => *rows_of_corners,
        };
        let next = self.attributes.rows() as u32;
        let row = *self.made_rows.entry((node, key)).or_insert(next);
        if row < next {
            return row;
        }
        let source = &self.nodes.mesh.attributes.layers;
        let layers = self.attributes.layers.iter_mut().zip(source);
        if let Kind::Crossing(plane, crossing) = kind {
            let parameter = self.nodes.crossing(plane, crossing).parameter;
            for (layer, source) in layers {
                layer.push_between(source, [key[0], key[1]], parameter);
            }
        } else if let Place::Face { corners, planes } = self.nodes.place(node) {
            let weights = self.nodes.space().rounded_weights(corners, planes);
            for (layer, source) in layers {
                layer.push_within(source, *rows_of_corners, weights);
            }
        } else {
            unreachable!("other nodes are not those of pieces");
        }
        row
    }

    /// Adds a cut face, after all other triangles. `given` is the index of its plane, and `outward` is the normal that
    /// points out of the part.
    pub(super) fn face(
        &mut self,
        triangles: impl Iterator<Item = [u32; 3]>,
        given: u32,
        outward: &[f64; 3],
    ) {
        let mut row = None;
        for triangle in triangles {
            // All corners of a face share one row, which is made for its first triangle.
            let row = *row.get_or_insert_with(|| {
                let row = self.attributes.rows() as u32;
                for (layer, mean) in self.attributes.layers.iter_mut().zip(&self.slots.means) {
                    layer.push_cap(outward, mean);
                }
                row
            });
            let triangle = triangle.each(|node| self.id(node));
            self.push(triangle, [row; 3], CAP);
            self.planes.push(given + 1);
        }
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

    /// Returns the part.
    pub(super) fn finish(self) -> Built {
        let all_differ = self.all_differ();
        let Self {
            nodes,
            slots,
            mut vertices,
            rows: mut numbers_of_rows,
            made,
            mut positions,
            mut triangles,
            mut parts,
            mut planes,
            mut attributes,
            ..
        } = self;
        vertices.advance(positions.len());
        numbers_of_rows.advance(attributes.rows());
        slots.nodes = vertices;
        slots.rows = numbers_of_rows;
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
        if parts.iter().all(|&part| part == 0) {
            parts = Vec::new();
        }
        Built {
            mesh: Mesh::from_welded(positions, triangles, attributes, parts),
            planes,
            vanished,
        }
    }
}
