//! The volumes, first moments and areas of the parts of a mesh, compared with those of the mesh.

use alloc::vec::Vec;

use transect_exact::unit::U;
use transect_exact::vector::sub;

use crate::mesh::certificate::finding::Findings;
use crate::mesh::certificate::judged::JudgedPart;
use crate::mesh::certificate::kind::FindingKind;
use crate::mesh::certificate::labels::Labels;
use crate::mesh::certificate::mass::Sums;
use crate::mesh::certificate::rounding::Explained;
use crate::mesh::certificate::rounding::Residual;
use crate::mesh::certificate::summary::PartSummary;
use crate::mesh::indexed::Mesh;
use crate::mesh::measure::triangle_area;

/// The measures of each part, and the differences between their sums and the measures of the input.
pub(super) struct PartSums {
    pub(super) parts: Vec<PartSummary>,
    pub(super) volume: Residual,
    pub(super) first_moment: Residual,
    pub(super) area: Residual,
}

impl PartSums {
    /// Compares the parts, as they are written, with the input. `displacement` is a bound on the change of a coordinate by
    /// rounding.
    pub(super) fn of(
        input: &Mesh,
        parts: &[JudgedPart<'_>],
        labels: &Labels<'_>,
        displacement: f64,
    ) -> Self {
        let middle = input.middle();
        let own = Sums::of(input, &middle);
        let sums = parts
            .iter()
            .map(|part| Sums::of(part.mesh(), &sub(&middle, &part.written.origin)));
        let sums: Vec<Sums> = sums.collect();
        let explained = explained(input, &own, &sums, displacement);
        let total = |of: fn(&Sums) -> f64| sums.iter().map(of).sum::<f64>();
        let area_of_faces = |(index, part): (usize, &JudgedPart<'_>)| -> f64 {
            let faces = labels.faces(index);
            faces
                .map(|triangle| triangle_area(&part.mesh().corners(triangle)))
                .sum()
        };
        let moment = |axis: usize| {
            let of_parts: f64 = sums.iter().map(|sums| sums.first[axis]).sum();
            (of_parts - own.first[axis]).abs()
        };
        let faces: f64 = parts.iter().enumerate().map(area_of_faces).sum();
        Self {
            parts: parts
                .iter()
                .zip(&sums)
                .map(|(part, sums)| PartSummary::of(part.mesh(), sums))
                .collect(),
            volume: Residual {
                found: (total(|sums| sums.volume) - own.volume).abs(),
                bound: explained.volume,
            },
            first_moment: Residual {
                found: (0..3).map(moment).fold(0.0, f64::max),
                bound: explained.first,
            },
            area: Residual {
                found: (total(|sums| sums.area) - faces - own.area).abs(),
                bound: explained.area,
            },
        }
    }

    /// Adds the findings of a second opinion, which compares no triangles: about open parts, and about volumes, moments and areas
    /// that do not add up.
    pub(super) fn second_opinion(&self, input_closed: bool, findings: &mut Findings) {
        for (index, part) in self.parts.iter().enumerate() {
            if input_closed && !part.closed {
                let open = part.open_edges as f64;
                findings.add(FindingKind::Open, Some(index), None, None, open);
            }
        }
        for (kind, residual) in [
            (FindingKind::Volume, self.volume),
            (FindingKind::FirstMoment, self.first_moment),
            (FindingKind::Area, self.area),
        ] {
            let is_judged = input_closed || kind == FindingKind::Area;
            if is_judged && !residual.is_explained() {
                findings.add(kind, None, None, None, residual.found);
            }
        }
    }
}

/// Returns the largest differences that rounding explains between a mesh and its parts.
///
/// Positions are taken relative to the centre of the input's box, which adds two roundings of each coordinate. The
/// distance by which a vertex moved is at most twice its largest change along an axis.
fn explained(input: &Mesh, own: &Sums, parts: &[Sums], displacement: f64) -> Explained {
    let displacement = 2.0 * (displacement + 4.0 * U * input.largest_coordinate());
    let all: Vec<&Sums> = core::iter::once(own).chain(parts).collect();
    Explained::of(&all, displacement)
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::mesh::certificate::written_part::WrittenPart;
    use crate::mesh::indexed::RawMesh;
    use transect::Plane;
    use transect_exact::Side;

    /// Returns the sums of a halved tetrahedron.
    fn sums() -> PartSums {
        let raw = RawMesh {
            positions: vec![[0.0; 3], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]],
            triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]],
            ..RawMesh::default()
        };
        let mesh = Mesh::new(raw).expect("a tetrahedron");
        let plane = Plane::new([1.0, 2.0, 4.0], -5.0).expect("a plane");
        let split = mesh.split(&plane);
        let halves = [(&split.front, Side::Front), (&split.back, Side::Back)];
        let halves =
            halves.map(|(half, side)| JudgedPart::of_split(WrittenPart::new(half), side, &mesh));
        let labels = Labels::of_parts(&halves);
        let sums = PartSums::of(&mesh, &halves, &labels, 2.0 * U * mesh.largest_coordinate());
        assert_eq!(found(&sums, true), []);
        sums
    }

    fn found(sums: &PartSums, input_closed: bool) -> Vec<(FindingKind, f64)> {
        let mut findings = Findings::default();
        sums.second_opinion(input_closed, &mut findings);
        let found = findings.into_list().into_iter();
        found
            .map(|finding| (finding.kind, finding.amount))
            .collect()
    }

    #[test]
    fn a_residual_of_ten_times_its_bound_is_named() {
        type Part = fn(&mut PartSums) -> &mut Residual;
        let residuals: [(FindingKind, Part); 3] = [
            (FindingKind::Volume, |sums| &mut sums.volume),
            (FindingKind::FirstMoment, |sums| &mut sums.first_moment),
            (FindingKind::Area, |sums| &mut sums.area),
        ];
        for (kind, residual) in residuals {
            let mut sums = sums();
            let bound = residual(&mut sums).bound;
            // The bound on rounding errors is below 2⁻³⁶ for a body of this size. This is far below the effect of a
            // missing or doubled triangle.
            assert!(
                bound > 0.0 && bound < libm::ldexp(1.0, -36),
                "{kind:?}: {bound}"
            );
            residual(&mut sums).found = bound;
            assert_eq!(found(&sums, true), []);
            residual(&mut sums).found = 10.0 * bound;
            assert_eq!(found(&sums, true), [(kind, 10.0 * bound)]);
        }
    }

    #[test]
    fn an_open_part_of_a_closed_mesh_is_named() {
        let mut sums = sums();
        sums.parts[1].closed = false;
        sums.parts[1].open_edges = 3;
        assert_eq!(found(&sums, true), [(FindingKind::Open, 3.0)]);
    }

    #[test]
    fn sums_of_an_open_mesh_are_not_judged_but_areas_are() {
        let mut sums = sums();
        sums.parts[0].closed = false;
        sums.volume.found = 1.0;
        sums.first_moment.found = 1.0;
        sums.area.found = 1.0;
        assert_eq!(found(&sums, false), [(FindingKind::Area, 1.0)]);
    }
}
