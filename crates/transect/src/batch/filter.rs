//! A plane prepared for a batch: coefficients rounded to the number type of the columns, and bounds on the rounding
//! error of n·p + d (docs/exactness.md, "Batches").

use transect_exact::unit::U;
use transect_exact::vector::{length, near_one};

use crate::batch::scalar::Scalar;
use crate::plane::Plane;

// # The bound of the first stage
//
// In this section u = 2⁻²⁴ for f32 columns and 2⁻⁵³ for f64; where a bound has 2⁻¹²⁶ for f32, f64 has 2⁻¹⁰²².
//
// The plane n·p + d = 0 is divided by a power of two, so that the largest |nᵢ| is in 1/16 ..< 1/8. Let B be the largest
// |coordinate| of the rows, computed for each tile (1024 consecutive rows) right before its classification, or for all
// rows by `checked`. Then ‖n‖₁ < 3/8, and for any finite coordinates ‖n‖₁·B is below 3/4 of 2¹²⁷ (for f64, of 2¹⁰²³).
// With |d| ≤ 2¹²⁶ no sum overflows; if d is larger, the error bound is infinite. Coefficients, d and the products pᵢ =
// nᵢxᵢ are rounded with a relative error ≤ u each (with FMA, the products are not rounded). The sum begins with d: s₁ =
// d + p₀, s₂ = s₁ + p₁, ŝ = s₂ + p₂.
//
// If a sum ŝ ≠ 0 does not have the sign of S = n·x + d, then |ŝ| < (3u + 12u²)·T + 8·2⁻¹²⁶, where T = ‖n‖₁·B + |d|.
//
// Proof. Ignore underflow at first, and let ŝ > 0 ≥ S. The errors of the terms add up to at most (2u + u²)·T. The error
// of a sum is ≤ u times its result, and ŝ ≤ ŝ − S. If ŝ is near zero, the partial sums are at most about half of T: s₂
// is the sum of its terms, and up to rounding it is also ŝ − p₂. So 2|s₂| ≤ (1 + u)⁴·T + (1 + u)·ŝ; for s₁ in the same
// way, 2|s₁| ≤ (1 + u)⁴·T + (1 + u)²·ŝ. Together
//
// ŝ ≤ (2u + u²)·T + u·(|s₁| + |s₂| + ŝ) < (3u + 5u² + 7u³)·T + (2u + 3u²)·ŝ,
//
// so ŝ is < (3u + 12u²)·T. The term 8·2⁻¹²⁶ covers underflow, also where subnormal numbers are flushed to zero: the six
// operations and d lose ≤ 2⁻¹²⁶ each, and the coordinates together ‖n‖₁·2⁻¹²⁶ < 2⁻¹²⁷. A flushed coefficient is below
// 2⁻¹²² of the largest one, so 12u²·T covers its product. ∎
//
// So a sum with |ŝ| > ε = 4u(‖n‖₁·B + |d|) + 16·2⁻¹²⁶ has the sign of S. The bound ε is computed in f64 and rounded up.

/// Returns the bound that the magnitude of a rounded n·p + d must exceed so that its sign is right.
///
/// The bound is 4u·`total` plus the largest error that underflow can cause; u is the unit roundoff of T. `total` is at
/// least ‖n‖₁·B + |d|, where no coordinate exceeds B in magnitude; n, d and all sums are in the range of T. A rounded
/// sum with the wrong sign has a magnitude below 3u·`total` plus some terms in u². The difference between 3u and 4u is
/// larger than these terms and the rounding error of the bound itself.
#[inline]
pub(crate) fn margin<T: Scalar>(total: f64) -> f64 {
    4.0 * T::U * total + 16.0 * T::LEAST_NORMAL
}

/// A plane divided by a power of two, with coefficients rounded to T. The power is chosen so that the normal's largest
/// coefficient is at least 1/16 and less than 1/8; then no value n·p + d overflows.
pub(crate) struct Filter<T, const D: usize> {
    pub(crate) normal: [T; D],
    pub(crate) offset: T,
    /// For each axis, `true` if the normal's coefficient is negative. On such an axis, the backmost corner of a box has
    /// the greatest coordinate.
    pub(crate) is_negative: [bool; D],
    /// The same flags as bits of a number: bit i is set if the normal's coefficient on axis i is negative.
    pub(crate) octant: usize,
    /// The length |n| of the scaled normal, rounded.
    pub(crate) length: T,
    /// ‖n‖₁, the sum of the magnitudes of the scaled normal's coefficients.
    sum: f64,
    /// The magnitude |d| of the offset; infinite if |d| is greater than a quarter of the largest number of type T.
    magnitude: f64,
}

impl<T: Scalar, const D: usize> Filter<T, D> {
    pub(crate) fn new(plane: &Plane<D>) -> Self {
        let (normal, _) = near_one(&plane.normal());
        let normal = normal.map(|coefficient| coefficient / 16.0);
        let offset = libm::ldexp(plane.offset(), Self::power(plane));
        let sum: f64 = normal.iter().map(|coefficient| coefficient.abs()).sum();
        let is_within = offset.abs() <= T::LARGEST / 4.0;
        let offset = if is_within { offset } else { 0.0 };
        let is_negative = normal.map(|coefficient| coefficient < 0.0);
        let bits = is_negative.iter().enumerate();
        Self {
            octant: bits.fold(0, |octant, (axis, &bit)| octant | usize::from(bit) << axis),
            normal: normal.map(T::from_f64),
            offset: T::from_f64(offset),
            is_negative,
            length: T::from_f64(length(&normal)),
            sum,
            magnitude: if is_within {
                offset.abs()
            } else {
                f64::INFINITY
            },
        }
    }

    /// Returns the bound that the magnitude of a rounded n·p + d must exceed so that its sign is right, for coordinates
    /// with magnitudes up to `largest`.
    #[inline]
    pub(crate) fn threshold(&self, largest: f64) -> T {
        T::above(margin::<T>(self.sum * largest + self.magnitude))
    }

    /// Returns the bound that the magnitude of a rounded n·p + d must exceed so that its sign is also right for all
    /// planes with nearly the same coefficients: their terms may differ by at most 2u·(T + `further`) + `absolute` in
    /// all, where T is the sum of the magnitudes of this plane's terms, and u = 2⁻⁵³. All numbers are in the scale of
    /// this filter.
    pub(crate) fn threshold_beside(&self, largest: f64, further: f64, absolute: f64) -> T {
        let total = self.sum * largest + self.magnitude;
        T::above(margin::<T>(total) + 4.0 * U * (total + further) + absolute)
    }

    /// Returns the exponent of the power of two that scales the coefficients of a plane to those of its filter.
    pub(crate) fn power(plane: &Plane<D>) -> i32 {
        let (_, exponent) = near_one(&plane.normal());
        -(exponent + 4)
    }

    /// Returns the bound for spheres and parallelepipeds whose coordinates and sizes have magnitudes up to `largest`.
    /// If the magnitude of a rounded n·c + d ± reach exceeds the bound, its sign is right. Here c is the center, and
    /// the reach is r·|n| for a sphere and Σ|n·hⱼ| for a parallelepiped.
    #[inline]
    pub(crate) fn threshold_with_reach(&self, largest: f64) -> T {
        // The magnitudes of all terms add up to at most (D + 1)·‖n‖₁·`largest` + |d|; the bound covers up to eight
        // roundings of each term. Sums must stay below half of T's greatest number. Otherwise the bound is infinite,
        // and no sign is certain.
        let slope = 2.0 * (D + 1) as f64 * 6.0 * T::U * self.sum;
        let of_offset = 24.0 * T::U * self.magnitude + 64.0 * T::LEAST_NORMAL;
        if slope * largest < T::U * T::LARGEST {
            T::above(slope * largest + of_offset)
        } else {
            T::above(f64::INFINITY)
        }
    }
}
