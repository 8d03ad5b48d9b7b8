//! The summary of a part: its counts, its area and its volume.

use crate::mesh::certificate::mass::Sums;
use crate::mesh::indexed::Mesh;
use crate::mesh::one_pass::OnePassPart;

/// The counts, the area and the volume of one part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PartSummary {
    /// The number of the part's triangles, including caps.
    pub triangles: usize,
    /// The number of different positions that the corners of the part's triangles have.
    pub vertices: usize,
    /// `true` if every directed edge of the part occurs as often as its reverse.
    pub closed: bool,
    /// `true` if every directed edge of the part occurs exactly once, and its reverse also occurs exactly once.
    pub manifold: bool,
    /// The number of directed edges of the part without a matching reverse edge.
    pub open_edges: usize,
    /// The area of the part's triangles, including caps.
    pub area: f64,
    /// The volume that the part encloses. It is meaningful only if the part is closed.
    pub volume: f64,
}

impl PartSummary {
    /// Sets the counts, the area and the volume to those of a part that was cut in one pass. Its number of vertices,
    /// and whether it is manifold, are not known: those of its piece of the band stay.
    pub(crate) fn add_rest(&mut self, part: &OnePassPart) {
        self.triangles = part.triangles;
        self.closed = part.is_closed;
        self.open_edges = part.open_edge_count();
        self.area = part.area;
        self.volume = part.volume;
    }

    /// Returns the counts, the area and the volume of a part. Directed edges are counted by vertex ids. If two vertices
    /// shared a position, more edges would count as open, never fewer.
    pub(super) fn of(part: &Mesh, sums: &Sums) -> Self {
        let boundary = part.boundary();
        Self {
            triangles: part.triangles().len(),
            vertices: part.positions().len(),
            closed: boundary.is_closed(),
            manifold: boundary.manifold,
            open_edges: boundary.open_edges(),
            area: sums.area,
            volume: sums.volume,
        }
    }
}
