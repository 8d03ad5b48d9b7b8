//! The summary of a part: its counts, its area and its volume.

use crate::mesh::certificate::mass::Sums;
use crate::mesh::indexed::Mesh;

/// The counts, the area and the volume of one half.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HalfSummary {
    /// The number of the half's triangles, including caps.
    pub triangles: usize,
    /// The number of different positions that the corners of the half's triangles have.
    pub vertices: usize,
    /// `true` if every directed edge of the half occurs as often as its reverse.
    pub closed: bool,
    /// `true` if every directed edge of the half occurs exactly once, and its reverse also occurs exactly once.
    pub manifold: bool,
    /// The number of directed edges of the half without a matching reverse edge.
    pub open_edges: usize,
    /// The area of the half's triangles, including caps.
    pub area: f64,
    /// The volume that the half encloses. It is meaningful only if the half is closed.
    pub volume: f64,
}

impl HalfSummary {
    /// Returns the counts, the area and the volume of a half. Directed edges are counted by vertex ids. If two vertices
    /// shared a position, more edges would count as open, never fewer.
    pub(super) fn of(half: &Mesh, sums: &Sums) -> Self {
        let boundary = half.boundary();
        Self {
            triangles: half.triangles().len(),
            vertices: half.positions().len(),
            closed: boundary.is_closed(),
            manifold: boundary.manifold,
            open_edges: boundary.open_edges(),
            area: sums.area,
            volume: sums.volume,
        }
    }
}
