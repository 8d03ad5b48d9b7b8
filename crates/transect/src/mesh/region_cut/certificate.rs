//! The certificate of a cut by a region: the certificates of the cuts by single planes, and the sums of both parts.

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::mesh::certificate::{Certificate, HalfSummary, Residual};
use crate::mesh::indexed::Mesh;
use crate::mesh::region_cut::cut::{RegionCut, cut};
use crate::mesh::region_cut::part::RegionPart;
use crate::mesh::region_cut::sums::PartSums;
use crate::mesh::triple::least_first;
use crate::mesh::weld::{Key, key};
use crate::region::Region;

/// The verdict on a cut by a region: the certificate of each plane's cut, and the comparison of both parts with the
/// input.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RegionCertificate {
    /// The certificates of the cuts by single planes, in the order of the planes. Each compares the two halves of a cut
    /// with the mesh that the planes before it left.
    pub planes: Vec<PlaneCertificate>,
    /// `true` if the input mesh is closed.
    pub input_closed: bool,
    /// The counts, the area and the volume of the part inside.
    pub inside: HalfSummary,
    /// The counts, the area and the volume of the part outside.
    pub outside: HalfSummary,
    /// The area of the cut faces of the part inside.
    pub cut_face_area: f64,
    /// `true` if the part inside has the same positions, triangles and cut faces as the mesh that the certified cuts
    /// leave.
    pub inside_agrees: bool,
    /// The number of cut face triangles of either part that the other part does not have with opposite orientation, the
    /// same plane and the same bits.
    pub unmatched_faces: usize,
    /// The difference |V(inside) + V(outside) − V(input)|, where V is the volume.
    pub volume: Residual,
    /// The difference |A(inside) + A(outside) − A(cut faces) − A(input)|, where A is the area, and A(cut faces) is the
    /// area of the cut faces of both parts. The bound includes the area of triangles that vanished by rounding.
    pub area: Residual,
}

/// The certificate of the cut by one plane of a region.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlaneCertificate {
    /// The index of the plane in the region.
    pub plane: usize,
    /// The certificate of the two halves into which this plane divided the mesh that the planes before it left.
    pub certificate: Certificate,
}

impl RegionCertificate {
    /// Returns `true` if the certificate found no error. Then the cut of each plane has no errors, both parts of a
    /// closed mesh are closed and share their cut faces, and areas and volumes add up. Volumes of an open mesh are not
    /// judged.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        let closed = self.inside.closed && self.outside.closed && self.volume.is_explained();
        self.planes
            .iter()
            .all(|plane| plane.certificate.errors().next().is_none())
            && self.inside_agrees
            && self.unmatched_faces == 0
            && self.area.is_explained()
            && (closed || !self.input_closed)
    }
}

impl RegionCut {
    /// Returns the certificate of this cut. `input` is the mesh that was cut, and `region` is the region of the cut.
    /// This method cuts again, plane by plane, and certifies the halves of each cut, with f64 coordinates, as
    /// [`crate::mesh::Split::certificate`] does. It then compares both parts of this cut with the input.
    ///
    /// ```
    /// use transect::{Aabb, mesh::{Mesh, RawMesh}, region::ConvexRegion};
    /// # let positions = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let region = ConvexRegion::from(Aabb::new([0.0; 3], [1.0; 3])?);
    /// let cut = tetrahedron.cut_by_region(region.region());
    /// let certificate = cut.certificate(&tetrahedron, region.region());
    /// assert!(certificate.is_correct());
    /// assert_eq!((certificate.planes.len(), certificate.inside.volume), (3, 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn certificate(&self, input: &Mesh, region: Region<'_>) -> RegionCertificate {
        let mut planes: Vec<PlaneCertificate> = Vec::new();
        let again = cut(input, region.planes(), |plane, left, split| {
            planes.push(PlaneCertificate {
                plane,
                certificate: split.certificate(left, &region.planes()[plane]),
            });
        });
        // A vertex of a part may have moved once per plane.
        let displacements = planes.iter().map(|plane| plane.certificate.displacement);
        let vanished = again.steps.iter().map(|step| step.vanished.area).sum();
        let parts = [&self.inside, &self.outside];
        let sums = PartSums::of(input, &parts, displacements.sum(), vanished);
        RegionCertificate {
            input_closed: input.boundary().is_closed(),
            inside: sums.parts[0],
            outside: sums.parts[1],
            cut_face_area: self.inside.face_area(),
            inside_agrees: self.inside.has_the_bits_of(&again.inside),
            unmatched_faces: unmatched(&self.inside, &self.outside),
            volume: sums.volume,
            area: sums.area,
            planes,
        }
    }
}

/// Returns the number of cut face triangles of either part that the other part does not have with opposite orientation,
/// the same plane and the same positions.
fn unmatched(inside: &RegionPart, outside: &RegionPart) -> usize {
    let mut ids: HashMap<Key, u32> = HashMap::new();
    let mut counts: HashMap<(usize, [u32; 3]), i64> = HashMap::new();
    for (part, sign) in [(inside, 1), (outside, -1)] {
        for triangle in 0..part.planes.len() {
            let Some(plane) = part.plane_of(triangle) else {
                continue;
            };
            let [a, b, c] = part.mesh.corners(triangle).map(|corner| {
                let next = ids.len() as u32;
                *ids.entry(key(&corner)).or_insert(next)
            });
            let corners = if sign > 0 { [a, b, c] } else { [a, c, b] };
            *counts.entry((plane, least_first(corners))).or_default() += sign;
        }
    }
    counts
        .into_values()
        .map(|count| count.unsigned_abs() as usize)
        .sum()
}
