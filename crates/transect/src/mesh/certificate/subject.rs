//! The cut that a certificate judges.

use crate::mesh::certificate::written_half::WrittenHalf;
use crate::mesh::indexed::Mesh;
use crate::plane::Plane;

/// A cut to be judged: its input, its plane, and its two halves, which any program may have made.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a, C = Plane> {
    /// The plane of the cut.
    pub plane: &'a C,
    /// The mesh that was cut.
    pub input: &'a Mesh,
    /// The half in front of the plane.
    pub front: WrittenHalf<'a>,
    /// The half behind the plane.
    pub back: WrittenHalf<'a>,
    /// The largest accepted distance of a cut vertex from the exact crossing of its edge, along an axis and in addition
    /// to rounding. It allows for other programs, which may compute cut vertices less exactly. It does not apply to
    /// vertices of the input.
    pub tolerance: f64,
}
