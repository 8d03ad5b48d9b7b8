//! The exact triangulation of plane figures that loops bound: caps, polygons of files, sections.
//!
//! A figure is a set of nodes and a list of directed edges, which form closed loops. A node may occur in several loops,
//! or several times in one. Loops may share nodes and edges, run along each other, and pass through nodes inside an
//! edge. All decisions are exact signs, so the figure needs no tolerance, and no case is given up.
//!
//! * [`sweep`] visits the nodes in the order of x + SLANT·y. It keeps the edges that cross the sweep line in order
//!   ([`status`]), with the winding number of the region above each edge, and cuts off triangles behind the sweep line
//!   ([`front`]). This follows Hertel and Mehlhorn, "Fast Triangulation of the Plane with Respect to Simple Polygons"
//!   (1985). It takes time O(n log n), with any number of holes.
//! * [`layers`] handles windings other than 0 and 1: one figure per winding number.
//! * [`delaunay`] flips edges until the triangulation is Delaunay.
//! * [`few`] does without the sweep for a few nodes, if one of them sees the whole figure.
//!
//! # The law
//! 1. The boundary of the triangles, as an integer chain of directed edges, equals the loops.
//! 2. If no edges cross, no triangle has the wrong orientation. So each point off the edges is covered exactly as often
//!    as the loops wind around it: a chain of triangles in a plane is determined by its boundary.
//! 3. Each node inside an edge divides this edge. A triangle without area, between the node and the ends of the edge,
//!    restores the whole edge.
//! 4. Where edges cross, a node next to the crossing divides an edge as if the node lay on it. The triangle that restores
//!    the edge has an area then. The first law still holds, so the *signed* cover is the winding number in any case.
//!    [`Triangulation::crosses`] tells these figures. If more edges are divided in this way than the figure has nodes,
//!    the triangles are a cone: from the first node to each edge.

mod delaunay;
mod few;
mod front;
mod layers;
mod plan;
pub(crate) mod points;
mod polygon;
mod status;
mod sweep;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::cmp::Ordering;

pub use polygon::triangulate;

use crate::side::Side;

/// The nodes of a figure in a plane, with exact comparisons.
///
/// Each node has an exact position, and a rounded position. Comparisons of nodes concern exact positions only.
pub(crate) trait Nodes {
    /// Returns the rounded position of a node.
    fn place(&self, node: u32) -> [f64; 2];

    /// Returns a bound on the difference between the exact and the rounded position of each node, on each axis.
    fn margin(&self) -> f64;

    /// Returns the exact side of the line from `a` to `b` on which `c` lies: `Front` for nodes in counter-clockwise
    /// order. The floats of [`Nodes::place`] have not decided it.
    fn turn(&self, a: u32, b: u32, c: u32) -> Side;

    /// Returns the exact order of two nodes along the sweep: the order of x + [`SLANT`]·y, and for equal numbers the
    /// order of y. The floats of [`Nodes::place`] have not decided it.
    fn order(&self, a: u32, b: u32) -> Ordering;

    /// Returns the position by which the shape of triangles is judged. It may differ from [`Nodes::place`] by an affine
    /// map and by rounding, because no law depends on it.
    fn shape(&self, node: u32) -> [f64; 2] {
        self.place(node)
    }
}

/// The slope of the sweep. Nodes of technical figures often have equal coordinates on an axis, and a sweep along an axis
/// would join them by long thin triangles, which take many flips. So the sweep is aslant: its lines are nearly parallel to
/// (−11, 32), a direction in which drawings have few edges. The slope has many bits, so that nodes on a grid have
/// different numbers x + SLANT·y.
pub(crate) const SLANT: f64 = 369_367_187.0 / 1_073_741_824.0;

/// The triangles of a figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Triangulation {
    /// The triangles, as triples of nodes. Their boundary equals the loops.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// `true` if edges of the figure cross. Then some triangles may have the wrong orientation, or lie outside of the
    /// figure.
    pub(crate) crosses: bool,
}

/// The form of a triangulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The triangles as the sweep cuts them off, for tests.
    #[cfg(test)]
    Any,
    /// The triangles after edges are flipped, so that no node of a triangle's neighbor lies inside the triangle's
    /// circle.
    Delaunay,
}

/// Returns the triangles of the figure that the edges bound. The nodes are the numbers below `count`. Each node must be
/// the start of as many edges as it is the end of.
pub(crate) fn triangulation(
    nodes: &impl Nodes,
    count: usize,
    edges: &[[u32; 2]],
    form: Form,
) -> Triangulation {
    match few::few(nodes, count, edges, form) {
        Some(triangles) => Triangulation {
            triangles,
            crosses: false,
        },
        None => layers::triangulation(nodes, count, edges, form),
    }
}
