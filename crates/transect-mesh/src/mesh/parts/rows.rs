//! Attribute rows at nodes of pieces.

use crate::mesh::attributes::AttributeLayer;
use crate::mesh::exact_place::Place;
use crate::mesh::parts::nodes::{Kind, Nodes};

/// The attribute row at a node of a triangle.
pub(super) enum RowAt {
    /// A row of the input: the node is a corner.
    Corner(u32),
    /// A row that lies between these rows of the input. They and the node determine the row. For a crossing, they are the
    /// rows at the ends of its edge, the second one twice; for another node, those at the corners.
    Between([u32; 3]),
}

/// Returns the attribute row at a node of a triangle with the given rows at its corners.
pub(super) fn row_at(
    nodes: &Nodes<'_, '_>,
    node: u32,
    triangle: u32,
    rows_of_corners: &[u32; 3],
) -> RowAt {
    let corners = nodes.mesh.triangles[triangle as usize];
    let row_of = |vertex: u32| {
        let corner = corners.iter().position(|&corner| corner == vertex);
        rows_of_corners[corner.unwrap_or(0)]
    };
    match nodes.kind(node) {
        Kind::Vertex(vertex) => RowAt::Corner(row_of(vertex)),
        Kind::Crossing(plane, crossing) => {
            let [first, second] = nodes.crossing(plane, crossing).ends.map(row_of);
            RowAt::Between([first, second, second])
        }
        Kind::Further(_) => RowAt::Between(*rows_of_corners),
    }
}

/// Appends the row at a node that lies between three rows of the input.
pub(super) fn push_between(
    nodes: &Nodes<'_, '_>,
    node: u32,
    rows: [u32; 3],
    layers: &mut [AttributeLayer],
) {
    let layers = layers.iter_mut().zip(&nodes.mesh.attributes.layers);
    if let Kind::Crossing(plane, crossing) = nodes.kind(node) {
        let parameter = nodes.crossing(plane, crossing).parameter;
        for (layer, source) in layers {
            layer.push_between(source, [rows[0], rows[1]], parameter);
        }
    } else if let Place::Face { corners, planes } = nodes.place(node) {
        let weights = nodes.space().rounded_weights(corners, planes);
        for (layer, source) in layers {
            layer.push_within(source, rows, weights);
        }
    } else {
        unreachable!("other nodes are not those of pieces");
    }
}
