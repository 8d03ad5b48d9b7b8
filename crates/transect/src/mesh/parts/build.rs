//! A part as a mesh: whole triangles, pieces of divided ones, and cut faces.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::arrays::Few as _;
use crate::mesh::attributes::{AttributeLayer, Attributes};
use crate::mesh::exact_place::Place;
use crate::mesh::indexed::{CAP, Mesh};
use crate::mesh::merge::{Vanished, merge_equal};
use crate::mesh::parts::NONE;
use crate::mesh::parts::nodes::{Kind, Nodes};
use crate::mesh::parts::part::RegionPart;
use crate::mesh::parts::pieces::Piece;
use crate::mesh::parts::polygon::triangles;
use crate::mesh::triple::is_distinct;
use crate::mesh::unrounded::area;
use crate::mesh::weld::all_differ;

/// Numbers of the nodes and attribute rows of the input in the part that is built, reused for each part.
pub(super) struct Slots {
    nodes: Vec<u32>,
    rows: Vec<u32>,
    /// For each layer of attributes, the mean of the input's rows, for cut faces.
    means: Vec<Vec<f64>>,
}

impl Slots {
    pub(super) fn new(nodes: &Nodes<'_, '_>) -> Self {
        Self {
            nodes: vec![NONE; nodes.count()],
            rows: vec![NONE; nodes.mesh.attributes.rows()],
            means: nodes
                .mesh
                .attributes
                .layers
                .iter()
                .map(AttributeLayer::mean)
                .collect(),
        }
    }
}

/// A part while it is built.
pub(super) struct Builder<'b, 'a, 'm> {
    nodes: &'b Nodes<'a, 'm>,
    slots: &'b mut Slots,
    /// For each vertex of the part, its node.
    used: Vec<u32>,
    used_rows: Vec<u32>,
    positions: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    parts: Vec<u32>,
    /// For each triangle, the index of the given plane of its cut face plus 1, or 0.
    planes: Vec<u32>,
    /// The attribute rows that were made at other nodes than vertices. A key consists of the node, and of the attribute
    /// rows between which it lies.
    made_rows: HashMap<(u32, [u32; 3]), u32>,
    attributes: Attributes,
}

impl<'b, 'a, 'm> Builder<'b, 'a, 'm> {
    pub(super) fn new(nodes: &'b Nodes<'a, 'm>, slots: &'b mut Slots, triangles: usize) -> Self {
        Self {
            nodes,
            slots,
            used: Vec::with_capacity(triangles / 2),
            used_rows: Vec::new(),
            // Closed meshes have about half as many vertices as triangles.
            positions: Vec::with_capacity(triangles / 2),
            triangles: Vec::with_capacity(triangles),
            parts: Vec::with_capacity(triangles),
            planes: Vec::with_capacity(triangles),
            made_rows: HashMap::new(),
            attributes: Attributes {
                corners: Vec::new(),
                layers: nodes
                    .mesh
                    .attributes
                    .layers
                    .iter()
                    .map(AttributeLayer::without_rows)
                    .collect(),
            },
        }
    }

    fn id(&mut self, node: u32) -> u32 {
        let slot = &mut self.slots.nodes[node as usize];
        if *slot == NONE {
            *slot = self.used.len() as u32;
            self.used.push(node);
            self.positions.push(self.nodes.position(node));
        }
        *slot
    }

    fn row(&mut self, row: u32) -> u32 {
        let slot = &mut self.slots.rows[row as usize];
        if *slot == NONE {
            *slot = self.attributes.rows() as u32;
            self.used_rows.push(row);
            let source = &self.nodes.mesh.attributes.layers;
            for (layer, source) in self.attributes.layers.iter_mut().zip(source) {
                layer.values.extend_from_slice(source.row(row));
            }
        }
        *slot
    }

    fn push(&mut self, triangle: [u32; 3], rows: [u32; 3], part: u32, plane: u32) {
        self.triangles.push(triangle);
        self.parts.push(part);
        self.planes.push(plane);
        if !self.attributes.layers.is_empty() {
            self.attributes.corners.push(rows);
        }
    }

    /// Adds a triangle of the input.
    pub(super) fn whole(&mut self, index: u32) {
        let mesh = self.nodes.mesh;
        let triangle = mesh.triangles[index as usize].each(|vertex| self.id(vertex));
        let rows = match mesh.attributes.corners.get(index as usize) {
            Some(rows) => rows.each(|row| self.row(row)),
            None => [0; 3],
        };
        self.push(triangle, rows, mesh.part(index as usize), 0);
    }

    /// Adds a piece of a triangle.
    pub(super) fn piece(&mut self, piece: &Piece) {
        let mesh = self.nodes.mesh;
        let index = piece.triangle as usize;
        let ids: Vec<u32> = piece.steps.iter().map(|&(node, _)| self.id(node)).collect();
        let rows: Vec<u32> = match mesh.attributes.corners.get(index) {
            None => vec![0; ids.len()],
            Some(rows) => {
                let nodes = piece.steps.iter();
                let nodes = nodes.map(|&(node, _)| self.row_at(node, piece.triangle, rows));
                nodes.collect()
            }
        };
        let position = |place: usize| self.positions[ids[place] as usize];
        let part = mesh.part(index);
        for corners in triangles(&piece.steps, position) {
            let triangle = corners.each(|corner| ids[corner]);
            // The pieces of a triangle with two equal vertices may be degenerate, too. They bound nothing and are left
            // out.
            if is_distinct(&triangle) {
                self.push(triangle, corners.each(|corner| rows[corner]), part, 0);
            }
        }
    }

    /// Returns the attribute row at a node of a triangle with the given rows at its corners.
    fn row_at(&mut self, node: u32, triangle: u32, rows: &[u32; 3]) -> u32 {
        let corners = self.nodes.mesh.triangles[triangle as usize];
        let row_of = |vertex: u32| {
            let corner = corners.iter().position(|&corner| corner == vertex);
            rows[corner.unwrap_or(0)]
        };
        let key = match self.nodes.kind(node) {
            Kind::Vertex(vertex) => return self.row(row_of(vertex)),
            Kind::Crossing(plane, crossing) => {
                let [first, second] = self.nodes.crossing(plane, crossing).ends.each(row_of);
                [first, second, second]
            }
            Kind::Further(_) => *rows,
        };
        let next = self.attributes.rows() as u32;
        let row = *self.made_rows.entry((node, key)).or_insert(next);
        if row < next {
            return row;
        }
        let source = &self.nodes.mesh.attributes.layers;
        let layers = self.attributes.layers.iter_mut().zip(source);
        match (self.nodes.kind(node), self.nodes.place(node)) {
            (Kind::Crossing(plane, crossing), _) => {
                let parameter = self.nodes.crossing(plane, crossing).parameter;
                for (layer, source) in layers {
                    layer.push_between(source, [key[0], key[1]], parameter);
                }
            }
            (_, Place::Face { corners, planes }) => {
                let weights = self.nodes.space().rounded_weights(corners, planes);
                for (layer, source) in layers {
                    layer.push_within(source, *rows, weights);
                }
            }
            _ => unreachable!("other nodes are not those of pieces"),
        }
        row
    }

    /// Adds a cut face. `given` is the index of its plane, and `outward` is the normal that points out of the part.
    pub(super) fn face(
        &mut self,
        triangles: impl Iterator<Item = [u32; 3]>,
        given: u32,
        outward: &[f64; 3],
    ) {
        let mut row = None;
        for triangle in triangles {
            let row = *row.get_or_insert_with(|| {
                let row = self.attributes.rows() as u32;
                for (layer, mean) in self.attributes.layers.iter_mut().zip(&self.slots.means) {
                    layer.push_cap(outward, mean);
                }
                row
            });
            let triangle = triangle.each(|node| self.id(node));
            self.push(triangle, [row; 3], CAP, given + 1);
        }
    }

    /// Returns the part, and the triangles that rounding removed from it.
    pub(super) fn finish(self) -> (RegionPart, Vanished) {
        let Self {
            nodes,
            slots,
            used,
            used_rows,
            mut positions,
            mut triangles,
            mut parts,
            mut planes,
            mut attributes,
            ..
        } = self;
        for &node in &used {
            slots.nodes[node as usize] = NONE;
        }
        for row in used_rows {
            slots.rows[row as usize] = NONE;
        }
        // The vertices of the mesh differ from each other. Only other nodes may have been rounded to the position of
        // another node.
        let is_made = |place: &usize| !matches!(nodes.kind(used[*place]), Kind::Vertex(_));
        let places = || 0..used.len();
        let made = places().filter(is_made).map(|place| &positions[place]);
        let others = places().filter(|place| !is_made(place));
        let mut vanished = Vanished::default();
        if !all_differ(made, others.map(|place| &positions[place])) {
            let space = nodes.space();
            vanished = merge_equal(
                &mut positions,
                &mut triangles,
                &mut attributes.corners,
                &mut [&mut parts, &mut planes],
                |_, triangle| {
                    let corners = triangle.each(|vertex| nodes.place(used[vertex as usize]));
                    area(corners.each(|place| space.homogeneous(&place)))
                },
            );
        }
        if parts.iter().all(|&part| part == 0) {
            parts = Vec::new();
        }
        if planes.iter().all(|&plane| plane == 0) {
            planes = Vec::new();
        }
        let mesh = Mesh::from_welded(positions, triangles, attributes, parts);
        (RegionPart { mesh, planes }, vanished)
    }
}
