//! The triangulation of a figure.

use crate::triangulation::few::few;
use crate::triangulation::figure::{Form, Nodes, Triangulation};
use crate::triangulation::layers::by_layers;

/// Returns the triangles of the figure that the edges bound. The nodes are the numbers below `count`. Each node must be
/// the start of as many edges as it is the end of.
#[must_use]
pub fn triangulation(nodes: &impl Nodes, count: usize, edges: &[[u32; 2]]) -> Triangulation {
    of_form(nodes, count, edges, Form::Delaunay)
}

/// Returns the triangles of the figure, like [`triangulation`], in one of the forms.
pub(crate) fn of_form(
    nodes: &impl Nodes,
    count: usize,
    edges: &[[u32; 2]],
    form: Form,
) -> Triangulation {
    match few(nodes, count, edges, form) {
        Some(triangles) => Triangulation {
            triangles,
            crosses: false,
        },
        None => by_layers(nodes, count, edges, form),
    }
}
