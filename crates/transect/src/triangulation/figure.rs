//! Figures: nodes with exact comparisons, and triangles between them.

use alloc::vec::Vec;
use core::cmp::Ordering;

use transect_exact::Side;

/// The nodes of a figure in a plane, with exact comparisons.
///
/// Each node has an exact position, and a rounded position. Comparisons of nodes concern exact positions only.
pub trait Nodes {
    /// Returns the rounded position of a node.
    fn place(&self, node: u32) -> [f64; 2];

    /// Returns a bound on the difference between the exact and the rounded position of each node, on each axis.
    fn margin(&self) -> f64;

    /// Returns the exact side of the line from `a` to `b` on which `c` lies: `Front` for nodes in counter-clockwise
    /// order. The floats of [`Nodes::place`] have not decided it.
    fn turn(&self, a: u32, b: u32, c: u32) -> Side;

    /// Returns the exact order of two nodes along the sweep: the order of p·x + q·y, where (p, q) is the direction, and
    /// for equal numbers the order of y. The floats of [`Nodes::place`] have not decided it.
    fn order(&self, a: u32, b: u32, direction: [f64; 2]) -> Ordering;

    /// Returns the positions of some nodes by which the shape of triangles is judged, or `None` if they are those of
    /// [`Nodes::place`]. They may differ from these by an affine map and by rounding, because no law depends on them.
    fn shapes(&self, nodes: impl Iterator<Item = u32>) -> Option<Vec<[f64; 2]>>;
}

/// Returns `true` if two edges cross: if the ends of each lie strictly on different sides of the other. So they have a
/// common point that is an end of neither. `turn` returns the side of the line from a to b on which c lies.
pub fn do_cross(turn: impl Fn(u32, u32, u32) -> Side, one: [u32; 2], other: [u32; 2]) -> bool {
    let separates = |[a, b]: [u32; 2], [c, d]: [u32; 2]| {
        let side = turn(a, b, c);
        side != Side::On && turn(a, b, d) == -side
    };
    let have_common_end = one.iter().any(|end| other.contains(end));
    !have_common_end && separates(one, other) && separates(other, one)
}

/// The triangles of a figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Triangulation {
    /// The triangles, as triples of nodes. Their boundary equals the loops.
    pub triangles: Vec<[u32; 3]>,
    /// `true` if edges of the figure cross. Then some triangles may have the wrong orientation, or lie outside of the
    /// figure.
    pub crosses: bool,
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
