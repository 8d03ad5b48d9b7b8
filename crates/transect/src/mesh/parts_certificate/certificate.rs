//! The verdict on a cut by several planes.

use alloc::vec::Vec;

use crate::cutter::Cutter;
use crate::cutter::sealed::Cut;
use crate::cutting_plane::CuttingPlane;
use crate::mesh::certificate::{FindingKind, HalfSummary, Residual, TurnedOver};
use crate::mesh::indexed::Mesh;
use crate::mesh::parts::{Division, RegionCut};
use crate::mesh::parts_certificate::candidates::Candidates;
use crate::mesh::parts_certificate::exact::Exact;
use crate::mesh::parts_certificate::finding::{Findings, PartFinding};
use crate::mesh::parts_certificate::judged::{JudgedPart, Place as PartPlace};
use crate::mesh::parts_certificate::sums::PartSums;
use crate::mesh::parts_certificate::whole::Whole;
use crate::mesh::parts_certificate::{faces, pieces};
use crate::region::{Overlap, Region};

/// The verdict on a cut by several planes: the findings (faults, and notes about the input), and areas, volumes and counts of
/// the parts.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartsCertificate {
    /// `true` if the input mesh is closed.
    pub input_closed: bool,
    /// The counts, the area and the volume of each part.
    pub parts: Vec<HalfSummary>,
    /// For each plane, the area of its cut faces of the parts in front of it. The parts behind have the same faces.
    pub face_areas: Vec<f64>,
    /// The triangles of cut faces, of all parts, that rounding turned over: their orientation in the part is the opposite of
    /// the orientation before rounding.
    pub caps_turned_over: TurnedOver,
    /// An upper bound on the distance of a vertex from its exact position, along an axis. It covers rounding.
    pub displacement: f64,
    /// The difference |ΣV(part) − V(input)|, where V is the volume.
    pub volume: Residual,
    /// The largest coordinate of |ΣM(part) − M(input)|, where M = ∫ (p − middle) dV and `middle` is the centre of the input's
    /// bounding box.
    pub first_moment: Residual,
    /// The difference |ΣA(part) − A(cut faces) − A(input)|, where A is the area, and A(cut faces) is the area of the cut
    /// faces of all parts.
    pub area: Residual,
    /// The findings (faults, and notes about the input), in the order of [`FindingKind`].
    pub findings: Vec<PartFinding>,
}

impl PartsCertificate {
    /// Returns `true` if the certificate found no error.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        self.errors().next().is_none()
    }

    /// Returns the findings that are errors. Each one means that the cut is wrong; a correct cut has no errors. The other
    /// findings, notes about the input, are not returned.
    pub fn errors(&self) -> impl Iterator<Item = &PartFinding> {
        let findings = self.findings.iter();
        findings.filter(|finding| finding.kind.is_error())
    }

    /// Returns `true` if the cut faces fill the section, and no outlines of the section cross.
    #[must_use]
    pub fn caps_verified(&self) -> bool {
        let mut findings = self.findings.iter();
        !findings.any(|finding| finding.kind.is_about_caps())
    }

    /// Returns the certificate of parts as they are written. `input` is the mesh that was cut, and `planes` are the planes.
    ///
    /// # Panics
    /// Panics if a part lists faces of planes that do not exist, or sides of another number of planes.
    #[must_use]
    pub fn of(input: &Mesh, planes: &[impl Cutter], parts: &[JudgedPart<'_>]) -> Self {
        let planes: Vec<CuttingPlane> = planes.iter().map(Cut::as_given).collect();
        let input_closed = input.boundary().is_closed();
        let exact = Exact::of(input, &planes, parts);
        let whole = Whole::of(&exact);
        let mut findings = Findings::default();
        let candidates = Candidates::of(&exact, &whole);
        pieces::check(&exact, &whole, &candidates, &mut findings);
        let faces = faces::check(&exact, &whole, &candidates, input_closed, &mut findings);
        let displacement = exact.displacement;
        let sums = PartSums::of(input, parts, displacement);
        if !findings.have_errors() {
            // A second opinion, which does not compare triangles.
            for (index, part) in sums.parts.iter().enumerate() {
                if input_closed && !part.closed {
                    let open = part.open_edges as f64;
                    findings.add(FindingKind::Open, Some(index), None, None, open);
                }
            }
            for (kind, residual) in [
                (FindingKind::Volume, sums.volume),
                (FindingKind::FirstMoment, sums.first_moment),
                (FindingKind::Area, sums.area),
            ] {
                let is_judged = input_closed || kind == FindingKind::Area;
                if is_judged && !residual.is_explained() {
                    findings.add(kind, None, None, None, residual.found);
                }
            }
        }
        Self {
            input_closed,
            parts: sums.parts,
            face_areas: faces.areas,
            caps_turned_over: faces.turned_over,
            displacement,
            volume: sums.volume,
            first_moment: sums.first_moment,
            area: sums.area,
            findings: findings.into_list(),
        }
    }
}

impl RegionCut {
    /// Returns the certificate of this cut, whose parts are judged as they are, with f64 coordinates: first the part inside,
    /// then the rest. `input` is the mesh that was cut, and `region` is the region of the cut. If the mesh is outside, only the
    /// rest is judged.
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
    /// assert_eq!((certificate.parts.len(), certificate.parts[0].volume), (2, 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn certificate(&self, input: &Mesh, region: Region<'_>) -> PartsCertificate {
        self.certificate_for(input, region.planes())
    }

    /// Returns the certificate of this cut like [`RegionCut::certificate`], for planes of any kind.
    #[must_use]
    pub fn certificate_for(&self, input: &Mesh, planes: &[impl Cutter]) -> PartsCertificate {
        if self.relation == Overlap::Outside {
            // Nothing is cut. That nothing of the mesh lies in the region is not judged.
            let whole = [JudgedPart::new(&self.outside, PartPlace::Inside)];
            let mut certificate = PartsCertificate::of(input, &[] as &[CuttingPlane], &whole);
            certificate.parts.insert(0, HalfSummary::default());
            certificate.face_areas = alloc::vec![0.0; planes.len()];
            return certificate;
        }
        let parts = [
            JudgedPart::new(&self.inside, PartPlace::Inside),
            JudgedPart::new(&self.outside, PartPlace::Outside),
        ];
        PartsCertificate::of(input, planes, &parts)
    }
}

impl Division {
    /// Returns the certificate of this division, whose parts are judged as they are, with f64 coordinates. `input` is the
    /// mesh that was divided, and `planes` are the planes of the division.
    #[must_use]
    pub fn certificate(&self, input: &Mesh, planes: &[impl Cutter]) -> PartsCertificate {
        let parts = self.parts.iter();
        let parts =
            parts.map(|own| JudgedPart::new(&own.part, PartPlace::Sides(own.sides.clone())));
        let parts: Vec<JudgedPart<'_>> = parts.collect();
        PartsCertificate::of(input, planes, &parts)
    }
}
