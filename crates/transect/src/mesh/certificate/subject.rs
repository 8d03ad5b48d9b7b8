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
    /// The largest accepted distance of another program's crossings
    /// from the exact crossings along an axis, beyond rounding. It applies to crossings only.
    pub tolerance: f64,
}
