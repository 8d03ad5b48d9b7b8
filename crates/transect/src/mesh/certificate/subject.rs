//! The cut that a certificate judges.

use crate::mesh::certificate::written::Written;
use crate::mesh::indexed::Mesh;
use crate::plane::Plane;

/// A cut to be judged: its input, its plane, and two halves from any program.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a, C = Plane> {
    /// The plane of the cut.
    pub plane: &'a C,
    /// The mesh that was cut.
    pub input: &'a Mesh,
    /// The half in front.
    pub front: Written<'a>,
    /// The half behind.
    pub back: Written<'a>,
    /// The largest accepted distance, along an axis and beyond rounding, of another program's cut vertices
    /// from the exact crossings of edges. It does not apply to other vertices.
    pub tolerance: f64,
}
