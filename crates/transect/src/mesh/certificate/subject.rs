//! What a certificate is about.

use crate::mesh::certificate::written::Written;
use crate::mesh::indexed::Mesh;
use crate::plane::Plane;

/// A cut to be judged: its input, its plane, and two halves, whoever made them.
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
    /// How far the crossings of another program may lie from the true ones along an axis, beyond rounding. It
    /// applies to crossings only.
    pub tolerance: f64,
}
