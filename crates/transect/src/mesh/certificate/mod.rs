//! The certificate of a cut. It is computed from the input, the plane and the halves as written, by code that does not
//! depend on how the halves were made.
//!
//! | topic | file |
//! |---|---|
//! | The cut to be judged | `subject.rs` |
//! | The exact cut, without rounding: sides and crossed edges | `expected.rs` |
//! | The rounding of positions in a file | `written_half.rs` |
//! | Matching of vertices with the nodes of the exact cut | `nodes.rs`, `nearest.rs` |
//! | The distance of a vertex from the crossing of an edge | `off_crossing.rs` |
//! | Comparison of the surface with the input | `surface.rs` |
//! | Check that the boundary of the caps is that of the section | `caps.rs` |
//! | Check that caps cover each point as often as the section winds around it | `cover.rs`, `winding_area.rs` |
//! | Comparison of both halves with the exact cut, by all these checks | `comparison.rs` |
//! | Comparison of volumes, moments and areas | `totals.rs`; `sums.rs`; `rounding.rs`: bounds on rounding errors |
//! | The findings | `finding.rs` |

mod caps;
mod comparison;
pub(super) mod cover;
mod expected;
mod finding;
pub(super) mod nearest;
mod nodes;
pub(super) mod off_crossing;
pub(super) mod rounding;
mod subject;
pub(super) mod sums;
mod surface;
mod totals;
pub(super) mod winding_area;
mod written_half;

use alloc::vec::Vec;

pub use self::cover::TurnedOver;
pub use self::finding::{Finding, FindingKind};
pub use self::rounding::Residual;
pub use self::subject::Subject;
pub use self::written_half::{Precision, WrittenHalf};
use crate::cutter::Cutter;
use crate::mesh::certificate::comparison::Comparison;
use crate::mesh::certificate::sums::Sums;
use crate::mesh::certificate::totals::Totals;
use crate::mesh::indexed::Mesh;
use crate::side::Side;
use crate::threads::both;

/// The verdict on a cut: the findings (faults, and notes about the input), and areas, volumes and counts of the halves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Certificate {
    /// `true` if the input mesh is closed.
    pub input_closed: bool,
    /// The counts, the area and the volume of the half in front.
    pub front: HalfSummary,
    /// The counts, the area and the volume of the half behind.
    pub back: HalfSummary,
    /// The unsigned area of the caps of one half: the mean of the values for the two halves.
    pub cap_area: f64,
    /// An upper bound on the distance of any vertex of a half from its exact position, along an axis. It covers
    /// rounding, and the measured distance of every misplaced vertex.
    pub displacement: f64,
    /// The difference |A(caps) − ∫ |w||, where A is the area and w is the winding number of the boundary of the caps: the
    /// larger of the values for the two halves.
    pub caps_filled: Residual,
    /// The cap triangles, of both halves, that rounding turned over: their orientation in the half is the opposite of the
    /// orientation before rounding.
    pub caps_turned_over: TurnedOver,
    /// The difference |A(caps in front) − A(caps behind)|, where A is the area.
    pub caps_agree: Residual,
    /// The difference |V(front) + V(back) − V(input)|, where V is the volume.
    pub volume: Residual,
    /// The largest coordinate of |M(front) + M(back) − M(input)|, where M = ∫ (p − middle) dV and `middle` is the
    /// centre of the input's bounding box.
    pub first_moment: Residual,
    /// The difference |A(front) + A(back) − A(caps) − A(input)|, where A is the area. A(caps) is the total area of the caps
    /// that the two halves contain.
    pub area: Residual,
    /// The findings (faults, and notes about the input), in the order of [`FindingKind`].
    pub findings: Vec<Finding>,
}

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

impl Certificate {
    /// Returns the certificate of a cut. Coordinates beyond about 1e70 overflow the moments, which are then reported as
    /// not adding up.
    ///
    /// If the surface and the caps are correct, the halves of a closed input are closed, and the sums of the halves
    /// agree with the input. If the comparison of surface and caps found no error, both facts are checked nevertheless,
    /// as a second opinion.
    #[must_use]
    pub fn of(subject: &Subject<'_, impl Cutter>) -> Self {
        let comparison = Comparison::of(subject);
        let sums = Totals::of(subject, &comparison);
        let (front, back) = both(
            subject.input.triangles().len(),
            || HalfSummary::of(subject.front.mesh, &sums.halves[0]),
            || HalfSummary::of(subject.back.mesh, &sums.halves[1]),
        );
        let mut certificate = Self {
            input_closed: comparison.input_closed,
            front,
            back,
            cap_area: 0.5 * (comparison.cap_areas[0] + comparison.cap_areas[1]),
            displacement: comparison.displacement,
            caps_filled: sums.caps_filled,
            caps_turned_over: comparison.turned_over,
            caps_agree: sums.caps_agree,
            volume: sums.volume,
            first_moment: sums.first_moment,
            area: sums.area,
            findings: comparison.findings,
        };
        if certificate.errors().next().is_none() {
            certificate.second_opinion();
        }
        certificate
    }

    /// Adds the findings of the second opinion, which do not depend on the comparison of triangles: about open halves,
    /// and about volumes, moments, areas and caps that do not add up.
    fn second_opinion(&mut self) {
        let mut find = |kind, half, amount| {
            self.findings.push(Finding {
                amount,
                count: 1,
                ..Finding::new(kind, half)
            });
        };
        if !self.caps_agree.is_explained() {
            find(FindingKind::CapsDiffer, None, self.caps_agree.found);
        }
        if self.input_closed {
            for (side, half) in [(Side::Front, &self.front), (Side::Back, &self.back)] {
                if !half.closed {
                    find(FindingKind::Open, Some(side), half.open_edges as f64);
                }
            }
            if !self.volume.is_explained() {
                find(FindingKind::Volume, None, self.volume.found);
            }
            if !self.first_moment.is_explained() {
                find(FindingKind::FirstMoment, None, self.first_moment.found);
            }
        }
        if !self.area.is_explained() {
            find(FindingKind::Area, None, self.area.found);
        }
    }

    /// Returns the findings that are errors. Each one means that the cut is wrong; a correct cut has no errors. The
    /// other findings, notes about the input, are not returned.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(|finding| finding.kind.is_error())
    }

    /// Returns `true` if the caps fill the section, and the caps of both halves are the same.
    #[must_use]
    pub fn caps_verified(&self) -> bool {
        !self
            .findings
            .iter()
            .any(|finding| finding.kind.is_about_caps())
    }
}

impl HalfSummary {
    /// Returns the counts, the area and the volume of a half. Directed edges are counted by vertex ids. If two vertices
    /// shared a position, more edges would count as open, never fewer.
    pub(in crate::mesh) fn of(half: &Mesh, sums: &Sums) -> Self {
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
