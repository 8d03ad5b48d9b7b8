//! The verdict on a cut by several planes.

use alloc::vec::Vec;

use transect::{Cutter, CuttingPlane, Overlap, Region};
use transect_exact::Side;

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::finding::{Finding, Findings};
use crate::mesh::certificate::judge::Judge;
use crate::mesh::certificate::judged::{JudgedPart, Place as PartPlace};
use crate::mesh::certificate::labels::Labels;
use crate::mesh::certificate::rounding::Residual;
use crate::mesh::certificate::summary::PartSummary;
use crate::mesh::certificate::sums::PartSums;
use crate::mesh::certificate::turned_over::TurnedOver;
use crate::mesh::certificate::whole::Whole;
use crate::mesh::certificate::written_part::WrittenPart;
use crate::mesh::certificate::{candidates, faces, misplaced, pieces};
use crate::mesh::indexed::Mesh;
use crate::mesh::parts::{Division, RegionCut};
use crate::mesh::split::Split;
use crate::threads::both;

/// The verdict on a cut by several planes: the findings (faults, and notes about the input), and areas, volumes and counts of
/// the parts.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Certificate {
    /// `true` if the input mesh is closed.
    pub input_closed: bool,
    /// The counts, the area and the volume of each part.
    pub parts: Vec<PartSummary>,
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
    /// The findings (faults, and notes about the input), in the order of
    /// [`FindingKind`](crate::mesh::FindingKind).
    pub findings: Vec<Finding>,
}

impl Certificate {
    /// Returns `true` if the certificate found no error.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        self.errors().next().is_none()
    }

    /// Returns the findings that are errors. Each one means that the cut is wrong; a correct cut has no errors. The other
    /// findings, notes about the input, are not returned.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        let findings = self.findings.iter();
        findings.filter(|finding| finding.kind.is_error())
    }

    /// Returns `true` if the cut faces fill the section, and no outlines of the section cross. If there are errors of the surface, the
    /// cut faces are not known to be right.
    #[must_use]
    pub fn caps_verified(&self) -> bool {
        let mut findings = self.findings.iter();
        self.is_correct() && !findings.any(|finding| finding.kind.is_about_caps())
    }

    /// Returns the certificate of parts as they are written. `input` is the mesh that was cut, and `planes` are the planes.
    ///
    /// # Panics
    /// Panics if a part lists faces of planes that do not exist, or sides of another number of planes.
    #[must_use]
    pub fn of(input: &Mesh, planes: &[impl Cutter], parts: &[JudgedPart<'_>]) -> Self {
        Self::within(input, planes, parts, 0.0)
    }

    /// Returns the certificate of parts like [`Certificate::of`], with a tolerance for other programs, which may compute the
    /// new vertices less exactly. `tolerance` is the largest accepted distance of a new vertex from its exact place, along an axis
    /// and in addition to rounding. It does not apply to vertices of the input.
    ///
    /// # Panics
    /// Panics if a part lists faces of planes that do not exist, or sides of another number of planes.
    #[must_use]
    pub fn within(
        input: &Mesh,
        planes: &[impl Cutter],
        parts: &[JudgedPart<'_>],
        tolerance: f64,
    ) -> Self {
        let planes: Vec<CuttingPlane> = planes.iter().map(Cutter::as_given).collect();
        let mut exact = Exact::of(input, &planes, parts);
        let certificate = Self::of_exact(&mut exact, tolerance);
        if certificate.is_correct() {
            return certificate;
        }
        let other = exact.dividing_touching();
        let other = other.map(|mut other| Self::of_exact(&mut other, tolerance));
        other.filter(Self::is_correct).unwrap_or(certificate)
    }

    fn of_exact(exact: &mut Exact<'_>, tolerance: f64) -> Self {
        let mut parts = exact.parts.iter();
        if tolerance == 0.0 && parts.all(|part| part.faces.is_some()) {
            let certificate = Self::of_right_parts(exact);
            if certificate.is_correct() {
                return certificate;
            }
        }
        Self::of_any_parts(exact, tolerance)
    }

    /// Judges parts whose vertices are in their places, and whose triangles have the right labels. If they are not, errors are
    /// found, which may have other names.
    fn of_right_parts(exact: &Exact<'_>) -> Self {
        let (whole, candidates) = candidates::matched(exact, true);
        let judge = Judge::of(exact, &candidates);
        let labels = Labels::given(exact);
        let findings = Findings::default();
        Self::judge(exact, &whole, &candidates, &judge, &labels, findings)
    }

    /// Judges parts by the places of their triangles, without regard to labels. Vertices may be away from their places.
    fn of_any_parts(exact: &mut Exact<'_>, tolerance: f64) -> Self {
        exact.misplaced = 0.0;
        let (whole, mut candidates) = candidates::matched(exact, false);
        let mut findings = Findings::default();
        exact.misplaced = misplaced::find(exact, &whole, &mut candidates, tolerance, &mut findings);
        let exact = &*exact;
        let judge = Judge::of(exact, &candidates);
        let labels = Labels::found(exact, &whole, &candidates, &judge);
        labels.compare(exact, &mut findings);
        Self::judge(exact, &whole, &candidates, &judge, &labels, findings)
    }

    fn judge(
        exact: &Exact<'_>,
        whole: &Whole,
        candidates: &Candidates,
        judge: &Judge<'_>,
        labels: &Labels<'_>,
        mut findings: Findings,
    ) -> Self {
        let Exact { input, parts, .. } = *exact;
        let displacement = exact.displacement();
        let input_closed = input.boundary().is_closed();
        let check = || {
            pieces::check(exact, whole, candidates, judge, labels, &mut findings);
            faces::check(
                exact,
                whole,
                candidates,
                labels,
                input_closed,
                &mut findings,
            )
        };
        let sum_up = || PartSums::of(input, parts, labels, displacement);
        let (faces, sums) = both(input.triangles().len(), check, sum_up);
        if !findings.have_errors() {
            sums.second_opinion(input_closed, &mut findings);
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

impl Split {
    /// Returns the certificate of this cut: first of the half in front, then of the half behind. `input` is the mesh that was cut,
    /// and `plane` is the plane of the cut. The halves are judged as they are, with f64 coordinates.
    ///
    /// ```
    /// use transect::Plane;
    /// use transect_mesh::{Mesh, RawMesh};
    /// # let positions = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let plane: Plane = "x + y = 3".parse()?;
    /// let certificate = tetrahedron.split(&plane).certificate(&tetrahedron, &plane);
    /// assert!(certificate.parts.iter().all(|half| half.closed));
    /// assert!(certificate.findings.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn certificate(&self, input: &Mesh, plane: &impl Cutter) -> Certificate {
        let halves = [(&self.front, Side::Front), (&self.back, Side::Back)];
        let halves =
            halves.map(|(half, side)| JudgedPart::of_split(WrittenPart::new(half), side, input));
        Certificate::of(input, core::slice::from_ref(plane), &halves)
    }
}

impl RegionCut {
    /// Returns the certificate of this cut, whose parts are judged as they are, with f64 coordinates: first the part inside,
    /// then the rest. `input` is the mesh that was cut, and `region` is the region of the cut. If the mesh is outside, only the
    /// rest is judged.
    ///
    /// ```
    /// use transect::{Aabb, region::ConvexRegion};
    /// use transect_mesh::{Mesh, RawMesh};
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
    pub fn certificate(&self, input: &Mesh, region: Region<'_>) -> Certificate {
        self.certificate_for(input, region.planes())
    }

    /// Returns the certificate of this cut like [`RegionCut::certificate`], for planes of any kind.
    #[must_use]
    pub fn certificate_for(&self, input: &Mesh, planes: &[impl Cutter]) -> Certificate {
        if self.relation == Overlap::Outside {
            // Nothing is cut. That nothing of the mesh lies in the region is not judged.
            let whole = [JudgedPart::new(&self.outside, PartPlace::Inside)];
            let mut certificate = Certificate::of(input, &[] as &[CuttingPlane], &whole);
            certificate.parts.insert(0, PartSummary::default());
            certificate.face_areas = alloc::vec![0.0; planes.len()];
            return certificate;
        }
        let parts = [
            JudgedPart::new(&self.inside, PartPlace::Inside),
            JudgedPart::new(&self.outside, PartPlace::Outside),
        ];
        Certificate::of(input, planes, &parts)
    }
}

impl Division {
    /// Returns the certificate of this division, whose parts are judged as they are, with f64 coordinates. `input` is the
    /// mesh that was divided, and `planes` are the planes of the division.
    #[must_use]
    pub fn certificate(&self, input: &Mesh, planes: &[impl Cutter]) -> Certificate {
        let parts = self.parts.iter();
        let parts =
            parts.map(|own| JudgedPart::new(&own.part, PartPlace::Sides(own.sides.clone())));
        let parts: Vec<JudgedPart<'_>> = parts.collect();
        Certificate::of(input, planes, &parts)
    }
}
