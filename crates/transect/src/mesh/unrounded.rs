//! Areas of triangles as they were before rounding.

use alloc::vec;
use alloc::vec::Vec;

use crate::arrays::Few as _;
use crate::cutter::Cutter;
use crate::mesh::cap::Caps;
use crate::mesh::cap_nodes::CapNode;
use crate::mesh::trace::{Node, Trace};
use crate::predicates::determinant::{cross, numbers_of};
use crate::predicates::double_double::{DoubleDouble, length};
use crate::predicates::number::Number as _;

/// The positions that the vertices of a half had before rounding, in double-doubles.
pub(super) struct Unrounded<'t, 'm, C> {
    trace: &'t Trace<'m>,
    cutter: &'t C,
    caps: &'t Caps,
    /// For each vertex of the half, its node.
    nodes: Vec<CapNode>,
}

/// A point in homogeneous coordinates: three coordinates, and the number by which they are to be divided.
type Homogeneous = [DoubleDouble; 4];

impl<'t, 'm, C: Cutter> Unrounded<'t, 'm, C> {
    /// `nodes` gives each node of the half with its vertex.
    pub(super) fn of(
        trace: &'t Trace<'m>,
        cutter: &'t C,
        caps: &'t Caps,
        vertices: usize,
        nodes: impl Iterator<Item = (CapNode, u32)>,
    ) -> Self {
        let mut unrounded = Self {
            trace,
            cutter,
            caps,
            nodes: vec![CapNode::Node(Node::Vertex(0)); vertices],
        };
        for (node, vertex) in nodes {
            unrounded.nodes[vertex as usize] = node;
        }
        unrounded
    }

    /// Returns the area that a triangle had before rounding. It is rounded.
    pub(super) fn area(&self, triangle: &[u32; 3]) -> f64 {
        area(triangle.each(|vertex| self.point(self.nodes[vertex as usize])))
    }

    /// Returns the exact position of a node: that of a vertex, or (v(b)·a − v(a)·b)/(v(b) − v(a)) for the crossing of the
    /// edge from a to b, where v is the function of the cutter.
    /// The rounded position is used for a point where segments cross.
    fn point(&self, node: CapNode) -> Homogeneous {
        let positions = &self.trace.mesh.positions;
        let float = |&[x, y, z]: &[f64; 3]| [x, y, z, 1.0].each(DoubleDouble::of);
        match node {
            CapNode::Node(Node::Vertex(vertex)) => float(&positions[vertex as usize]),
            CapNode::Meeting(meeting) => float(&self.caps.meetings[meeting as usize]),
            CapNode::Node(Node::Crossing(crossing)) => {
                let ends = self.trace.crossings[crossing as usize].ends;
                let [a, b] = ends.each(|end| &positions[end as usize]);
                let [at_a, at_b]: [DoubleDouble; 2] = [a, b].each(|end| self.cutter.at(end));
                let [a, b] = [a, b].each(|end| end.each(DoubleDouble::of));
                let [x, y, z] =
                    numbers_of(|axis| at_b.times(&a[axis]).minus(&at_a.times(&b[axis])));
                [x, y, z, at_b.minus(&at_a)]
            }
        }
    }
}

/// Returns the area of a triangle, rounded.
pub(super) fn area([a, b, c]: [Homogeneous; 3]) -> f64 {
    let doubled = length(&cross(&way(&a, &b), &way(&a, &c))).high;
    let weights = [a, b, c].each(|[.., weight]| weight.high.abs());
    // Each division is by one weight, because the product of all weights may overflow.
    [weights[0], weights[0], weights[1], weights[2]]
        .iter()
        .fold(0.5 * doubled, |area, weight| area / weight)
}

/// Returns the difference of two points, multiplied by both weights.
fn way(from: &Homogeneous, to: &Homogeneous) -> [DoubleDouble; 3] {
    numbers_of(|axis| to[axis].times(&from[3]).minus(&from[axis].times(&to[3])))
}
