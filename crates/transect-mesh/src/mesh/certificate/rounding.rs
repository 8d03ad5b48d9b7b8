//! Bounds on the differences in volume, first moments and area that rounding may cause between a mesh and its
//! parts.

use transect_exact::unit::{SMALLEST, U};

use crate::mesh::certificate::mass::Sums;

/// A computed difference that is zero in exact arithmetic, with the largest value that rounding explains. An example is
/// the volume of a mesh minus the volumes of its two halves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residual {
    /// The difference that was computed.
    pub found: f64,
    /// The largest difference that rounding explains.
    pub bound: f64,
}

impl Residual {
    /// Returns `true` if rounding explains the difference.
    #[must_use]
    pub fn is_explained(&self) -> bool {
        self.found <= self.bound
    }
}

/// The largest differences that rounding explains between a mesh and its parts: in volume, in first moments and in
/// area.
pub(super) struct Explained {
    pub(super) volume: f64,
    pub(super) first: f64,
    pub(super) area: f64,
}

impl Explained {
    /// Computes bounds on the differences between the input and its parts from the volumes, moments and areas of the
    /// input and of all parts, such as two halves. `displacement` is the largest distance δ by which rounding moved a
    /// vertex.
    ///
    /// In exact arithmetic, all parts together are the input with subdivided triangles, plus caps that cancel. Moving
    /// one vertex by δ changes the volume by at most δ/3 times the area of the triangles at the vertex. Each triangle
    /// belongs to three vertices. So moving all vertices by at most δ, one after another, changes the volume by at most
    /// δ·A, where A bounds the total area during the moves. The area of each triangle grows by at most δ·perimeter +
    /// 2δ².
    ///
    /// Rounding a part to f32 may have removed triangles that lay back to back with triangles of the input. Doubling
    /// the bound δ·A on the change of the volume covers these triangles. For the first moments about a point, the bound
    /// is multiplied by R, the largest distance from the point. The evaluation itself has rounding errors of at most
    /// 16u times the sum of the magnitudes of all terms (20u for the first moments), with u = 2⁻⁵³.
    ///
    /// A product that underflows has another error, of up to η/2, where η is the least float. The area of a triangle has
    /// fewer than 16 products, in double-doubles fewer than 64. Its volume has products of errors with coordinates as
    /// well: at most 8η·(1 + R) in total, and for the first moments R times as much. Further products are in this
    /// function, fewer than 16 per sum.
    pub(super) fn of(sums: &[&Sums], displacement: f64) -> Self {
        let total = |part: fn(&Sums) -> f64| sums.iter().map(|s| part(s)).sum::<f64>();
        let radius = sums.iter().fold(0.0_f64, |m, s| m.max(s.radius)) + displacement;
        let growth =
            displacement * (total(|s| s.perimeter) + 2.0 * displacement * total(|s| s.count));
        let moved = 2.0 * displacement * (total(|s| s.area) + growth);
        let evaluated = total(|s| s.magnitude) / 6.0;
        let count = total(|s| s.count);
        let below_floats = 8.0 * SMALLEST * (1.0 + count);
        let volume = below_floats * (1.0 + radius);
        Self {
            volume: moved + 16.0 * U * evaluated + volume,
            first: radius * (moved + 20.0 * U * evaluated + volume) + below_floats,
            area: 2.0 * growth + 16.0 * U * total(|s| s.area) + 8.0 * below_floats,
        }
    }
}
