//! The triangles of cut faces.

use alloc::vec::Vec;

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::labels::Labels;
use crate::mesh::certificate::whole::Whole;
use crate::mesh::triple::is_distinct;

/// A triangle of a cut face.
pub(super) struct FaceTriangle {
    pub(super) part: usize,
    pub(super) plane: u32,
    /// The positions of the corners in the file.
    pub(super) corners: [[f64; 3]; 3],
    /// The numbers of these positions.
    pub(super) numbers: [u32; 3],
}

impl FaceTriangle {
    /// Returns the triangles of all cut faces that have three different corners.
    pub(super) fn all(
        exact: &Exact<'_>,
        whole: &Whole,
        candidates: &Candidates,
        labels: &Labels<'_>,
    ) -> Vec<Self> {
        let mut triangles = Vec::new();
        for (part, own) in exact.parts.iter().enumerate() {
            for &index in &whole.others[part] {
                let corners = own.mesh().triangles()[index as usize];
                if let Some(plane) = labels.face(part, index).filter(|_| is_distinct(&corners)) {
                    assert!(
                        (plane as usize) < exact.planes.len(),
                        "a face of plane {plane}, which does not exist"
                    );
                    triangles.push(Self {
                        part,
                        plane,
                        corners: own.mesh().corners(index as usize),
                        numbers: candidates.corners_of(part, corners),
                    });
                }
            }
        }
        triangles
    }
}
