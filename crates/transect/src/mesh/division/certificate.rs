//! The certificate of a division: the certificates of the cuts of all pieces, and the sums of all parts.

use alloc::vec;
use alloc::vec::Vec;

use crate::mesh::certificate::{Certificate, HalfSummary, Residual};
use crate::mesh::division::cut::{Division, divide};
use crate::mesh::indexed::Mesh;
use crate::mesh::region_cut::sums::PartSums;
use crate::plane::Plane;
use crate::side::Side;

/// The verdict on a division: the certificate of each cut, and the comparison of all parts with the input.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DivisionCertificate {
    /// For each cut, in the order of [`Division::cuts`]: the index of the plane, and the certificate of both halves of
    /// the piece.
    pub cuts: Vec<(usize, Certificate)>,
    /// `true` if the input mesh is closed.
    pub input_closed: bool,
    /// The counts, the area and the volume of each part, in the order of [`Division::parts`].
    pub parts: Vec<HalfSummary>,
    /// `true` if the parts have the same sides, positions, triangles and cut faces as the meshes that the certified
    /// cuts leave.
    pub parts_agree: bool,
    /// The difference |ΣV(part) − V(input)|, where V is the volume.
    pub volume: Residual,
    /// The difference |ΣA(part) − A(cut faces) − A(input)|, where A is the area, and A(cut faces) is the area of the
    /// cut faces of all parts. The bound includes the area of triangles that vanished by rounding.
    pub area: Residual,
}

impl DivisionCertificate {
    /// Returns `true` if the certificate found no error. Then each cut has no errors, all parts of a closed mesh are
    /// closed, and areas and volumes add up. Volumes of an open mesh are not judged.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        let closed = self.parts.iter().all(|part| part.closed) && self.volume.is_explained();
        let mut cuts = self.cuts.iter();
        cuts.all(|(_, certificate)| certificate.errors().next().is_none())
            && self.parts_agree
            && self.area.is_explained()
            && (closed || !self.input_closed)
    }
}

impl Division {
    /// Returns the certificate of this division. `input` is the mesh that was divided, and `planes` are the planes of
    /// the division. This method cuts again, and certifies the halves of each cut, with f64 coordinates, as
    /// [`crate::mesh::Split::certificate`] does. It then compares the parts with the meshes that these cuts leave, and
    /// with the input.
    #[must_use]
    pub fn certificate(&self, input: &Mesh, planes: &[Plane]) -> DivisionCertificate {
        let mut cuts: Vec<(usize, Certificate)> = Vec::new();
        let again = divide(input, planes, |plane, _: &[Side], left, split| {
            cuts.push((plane, split.certificate(left, &planes[plane])));
        });
        // A vertex of a part may have moved once per plane.
        let mut displacements = vec![0.0_f64; planes.len()];
        for (plane, certificate) in &cuts {
            displacements[*plane] = displacements[*plane].max(certificate.displacement);
        }
        let vanished = again.cuts.iter().map(|cut| cut.step.vanished.area).sum();
        let parts: Vec<_> = self.parts.iter().map(|own| &own.part).collect();
        let sums = PartSums::of(input, &parts, displacements.iter().sum(), vanished);
        let agrees = self.parts.len() == again.parts.len()
            && self.parts.iter().zip(&again.parts).all(|(own, again)| {
                own.sides == again.sides && own.part.has_the_bits_of(&again.part)
            });
        DivisionCertificate {
            cuts,
            input_closed: input.boundary().is_closed(),
            parts: sums.parts,
            parts_agree: agrees,
            volume: sums.volume,
            area: sums.area,
        }
    }
}
