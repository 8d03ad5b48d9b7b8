//! A part as vertex and index buffers.

use alloc::vec::Vec;

use hashbrown::HashMap;
use transect::Frame;
use transect_exact::arrays::Few as _;
use transect_exact::vector::{cross, dot};

use crate::mesh::attributes::{AttributeLayer, Meaning};
use crate::mesh::buffers::writer::Writer;
use crate::mesh::buffers::{BufferOptions, MeshBuffers};
use crate::mesh::cap_texture::is_texture;
use crate::mesh::indexed::{CAP, MeshError};
use crate::mesh::numbers::Numbers;
use crate::mesh::parts::nodes::Nodes;
use crate::mesh::parts::part_builder::PartBuilder;
use crate::mesh::parts::pieces::Step;
use crate::mesh::parts::polygon::each_triangle;
use crate::mesh::parts::rows::{RowAt, push_between, row_at};
use crate::mesh::triple::is_distinct;

/// A builder of parts as vertex and index buffers. The parts are those of `build.rs`.
pub(super) struct BufferBuilder<'b, 'a, 'm> {
    nodes: &'b Nodes<'a, 'm>,
    writer: Writer<'m>,
    options: BufferOptions,
    /// For each layer of attributes, the values for caps that come from the input.
    means: Vec<Vec<f64>>,
    /// The vertices that were made at other nodes than vertices. A key consists of the node, and of the attribute rows
    /// between which it lies.
    made: HashMap<(u32, [u32; 3]), u32>,
    /// The vertices of a cut face, by nodes.
    of_face: Numbers,
    /// One row of each layer.
    row: Vec<AttributeLayer>,
}

impl<'b, 'a, 'm> BufferBuilder<'b, 'a, 'm> {
    pub(super) fn new(nodes: &'b Nodes<'a, 'm>, has_faces: bool, options: BufferOptions) -> Self {
        let layers = nodes.mesh.attributes.layers.iter();
        Self {
            nodes,
            writer: Writer::new(nodes.mesh, options.origin),
            options,
            means: if has_faces {
                layers.clone().map(AttributeLayer::for_caps).collect()
            } else {
                Vec::new()
            },
            made: HashMap::new(),
            of_face: Numbers::new(if has_faces { nodes.count() } else { 0 }),
            row: layers.map(AttributeLayer::without_rows).collect(),
        }
    }

    /// Returns the vertex at a node of a triangle with the given rows at its corners.
    fn vertex(&mut self, node: u32, triangle: u32, rows_of_corners: &[u32; 3]) -> u32 {
        let rows = match row_at(self.nodes, node, triangle, rows_of_corners) {
            RowAt::Corner(row) => return self.writer.corner(node, row),
            RowAt::Between(rows) => rows,
        };
        if let Some(&known) = self.made.get(&(node, rows)) {
            return known;
        }
        self.row.iter_mut().for_each(|layer| layer.values.clear());
        if !self.row.is_empty() {
            push_between(self.nodes, node, rows, &mut self.row);
        }
        let vertex = self.writer.made(&self.nodes.position(node), &self.row);
        self.made.insert((node, rows), vertex);
        vertex
    }
}

impl PartBuilder for BufferBuilder<'_, '_, '_> {
    type Part = Result<MeshBuffers, MeshError>;

    fn reserve(&mut self, vertices: usize, triangles: usize) {
        let mesh = self.nodes.mesh;
        // Vertices at seams have several rows.
        let rows = mesh.attributes.rows().max(mesh.positions.len());
        self.writer
            .reserve(vertices + rows - mesh.positions.len(), triangles);
    }

    #[inline]
    fn whole(&mut self, index: u32, corners: [u32; 3]) {
        self.writer.whole(index, corners);
    }

    fn piece(&mut self, triangle: u32, steps: &[Step]) {
        let nodes = self.nodes;
        let index = triangle as usize;
        let rows = nodes.mesh.attributes.corners.get(index);
        let rows = rows.copied().unwrap_or_default();
        let part = nodes.mesh.part(index);
        let position = |place: usize| nodes.position(steps[place].0);
        each_triangle(steps, position, |places| {
            let corners = places.each(|place| steps[place].0);
            if is_distinct(&corners) && !self.writer.vanishes(&places.each(position)) {
                let vertices = corners.each(|node| self.vertex(node, triangle, &rows));
                self.writer.triangle(vertices, part);
            }
        });
    }

    fn face(&mut self, triangles: impl Iterator<Item = [u32; 3]>, given: u32, outward: &[f64; 3]) {
        let nodes = self.nodes;
        let frame = Frame::of(&nodes.planes.as_given(given as usize));
        for (layer, mean) in self.row.iter_mut().zip(&self.means) {
            layer.values.clear();
            layer.push_cap(outward, mean);
            if layer.meaning == Meaning::Tangent && layer.width == 4 {
                let [along, across] = [frame.u(), frame.v()];
                let handedness = dot(&cross(outward, &along), &across).signum();
                let [x, y, z] = along;
                layer.values.copy_from_slice(&[x, y, z, handedness]);
            }
        }
        for corners in triangles {
            let positions = corners.each(|node| nodes.position(node));
            if self.writer.vanishes(&positions) {
                continue;
            }
            let vertices = [0, 1, 2].each(|corner: usize| {
                let node = corners[corner];
                self.of_face.get(node).unwrap_or_else(|| {
                    let uv = frame.to_2d(&positions[corner]);
                    for layer in self.row.iter_mut().filter(|layer| is_texture(layer)) {
                        layer.values[..2].copy_from_slice(&uv.each(|c| c / self.options.cap_tile));
                    }
                    let vertex = self.writer.made(&positions[corner], &self.row);
                    self.of_face.set(node, vertex);
                    vertex
                })
            });
            self.writer.triangle(vertices, CAP);
        }
        // The same node has another vertex in each face.
        self.of_face.advance(self.writer.vertices());
    }

    fn finish(&mut self) -> Self::Part {
        self.made.clear();
        self.writer.finish()
    }

    fn all(&mut self) -> Self::Part {
        self.writer.all()
    }
}
