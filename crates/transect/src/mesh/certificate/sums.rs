//! The volumes, first moments and areas of the parts of a mesh, compared with those of the mesh.

use alloc::vec::Vec;

use crate::mesh::certificate::judged::JudgedPart;
use crate::mesh::certificate::labels::Labels;
use crate::mesh::certificate::mass::Sums;
use crate::mesh::certificate::rounding::Explained;
use crate::mesh::certificate::rounding::Residual;
use crate::mesh::certificate::summary::HalfSummary;
use crate::mesh::indexed::Mesh;
use crate::mesh::measure::triangle_area;
use crate::predicates::unit::U;
use crate::vector::sub;

/// The measures of each part, and the differences between their sums and the measures of the input.
pub(super) struct PartSums {
    pub(super) parts: Vec<HalfSummary>,
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
            .map(|part| Sums::of(part.mesh(), &sub(&middle, &part.half.origin)));
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
                .map(|(part, sums)| HalfSummary::of(part.mesh(), sums))
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
