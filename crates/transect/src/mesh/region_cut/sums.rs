//! The volumes and areas of the parts of a mesh, compared with those of the mesh.

use alloc::vec::Vec;

use crate::mesh::certificate::rounding::Explained;
use crate::mesh::certificate::sums::Sums;
use crate::mesh::certificate::{HalfSummary, Residual};
use crate::mesh::indexed::Mesh;
use crate::mesh::region_cut::part::RegionPart;
use crate::predicates::unit::U;
#[cfg(feature = "scene")]
use crate::vector::sub;

/// The measures of each part, and the differences between their sums and the measures of the input.
pub(in crate::mesh) struct PartSums {
    pub(in crate::mesh) parts: Vec<HalfSummary>,
    pub(in crate::mesh) volume: Residual,
    pub(in crate::mesh) area: Residual,
}

impl PartSums {
    /// Compares the parts with the input. `displacement` is a bound on the change of a coordinate by all cuts together,
    /// and `vanished` is the area of the triangles that the cuts removed because of rounding.
    pub(in crate::mesh) fn of(
        input: &Mesh,
        parts: &[&RegionPart],
        displacement: f64,
        vanished: f64,
    ) -> Self {
        let middle = input.middle();
        let own = Sums::of(input, &middle);
        let sums = parts.iter().map(|part| Sums::of(&part.mesh, &middle));
        let sums: Vec<Sums> = sums.collect();
        let explained = explained(input, &own, &sums, displacement);
        let total = |of: fn(&Sums) -> f64| sums.iter().map(of).sum::<f64>();
        let faces: f64 = parts.iter().map(|part| part.face_area()).sum();
        Self {
            parts: parts
                .iter()
                .zip(&sums)
                .map(|(part, sums)| HalfSummary::of(&part.mesh, sums))
                .collect(),
            volume: Residual {
                found: (total(|sums| sums.volume) - own.volume).abs(),
                bound: explained.volume,
            },
            area: Residual {
                found: (total(|sums| sums.area) - faces - own.area).abs(),
                bound: explained.area + vanished,
            },
        }
    }
}

/// Returns the difference |ΣV(part) − V(input)| of the volumes V for parts as they are written, relative to `origin`.
/// `bound` is the bound on this difference before the rounding to the precision of the output, and `rounding` is the
/// largest change of a coordinate by that rounding.
#[cfg(feature = "scene")]
pub(crate) fn written_volume(
    input: &Mesh,
    parts: &[&Mesh],
    origin: &[f64; 3],
    bound: f64,
    rounding: f64,
) -> Residual {
    let middle = input.middle();
    let own = Sums::of(input, &middle);
    let middle = sub(&middle, origin);
    let sums: Vec<Sums> = parts.iter().map(|part| Sums::of(part, &middle)).collect();
    let volume: f64 = sums.iter().map(|sums| sums.volume).sum();
    Residual {
        found: (volume - own.volume).abs(),
        bound: bound + explained(input, &own, &sums, rounding).volume,
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
