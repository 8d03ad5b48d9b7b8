//! A plane prepared for a batch: rounded coefficients, and bounds on the rounding error of n·p + d
//! (docs/exactness.md, "Batches").

use crate::batch::scalar::Scalar;
use crate::plane::Plane;
use crate::vector::{length, near_one};

/// Returns the bound that a rounded |n·p + d| must exceed to have the right sign.
///
/// The bound is 4u·`total` plus the most that underflow can cost; u is the unit roundoff of T. `total` is at least
/// ‖n‖₁·B + |d|, for coordinates up to B, and for n, d and sums in the range of T. A sum with the wrong sign is below
/// 3u·`total` plus terms in u². The fourth u covers these terms and the rounding of this bound.
#[inline]
pub(crate) fn margin<T: Scalar>(total: f64) -> f64 {
    4.0 * T::U * total + 16.0 * T::LEAST_NORMAL
}

/// A plane divided by a power of two, with coefficients rounded to T. The largest coefficient of the normal is then in
/// 1/16 ..< 1/8, and no value n·p + d overflows.
pub(crate) struct Filter<T, const D: usize> {
    pub(crate) normal: [T; D],
    pub(crate) offset: T,
    /// `true` for each axis with a negative coefficient: there the backmost corner of a box has the greatest
    /// coordinate.
    pub(crate) is_negative: [bool; D],
    /// The length |n| of the normal, rounded.
    pub(crate) length: T,
    /// ‖n‖₁, the sum of the magnitudes of the coefficients.
    sum: f64,
    /// The magnitude |d| of the offset; infinite if |d| is greater than a quarter of the largest number of type T.
    magnitude: f64,
}

impl<T: Scalar, const D: usize> Filter<T, D> {
    pub(crate) fn new(plane: &Plane<D>) -> Self {
        let (normal, exponent) = near_one(&plane.normal());
        let normal = normal.map(|coefficient| coefficient / 16.0);
        let offset = libm::ldexp(plane.offset(), -(exponent + 4));
        let sum: f64 = normal.iter().map(|coefficient| coefficient.abs()).sum();
        let is_within = offset.abs() <= T::LARGEST / 4.0;
        let offset = if is_within { offset } else { 0.0 };
        Self {
            normal: normal.map(T::from_f64),
            offset: T::from_f64(offset),
            is_negative: normal.map(|coefficient| coefficient < 0.0),
            length: T::from_f64(length(&normal)),
            sum,
            magnitude: if is_within {
                offset.abs()
            } else {
                f64::INFINITY
            },
        }
    }

    /// Returns the bound that a rounded |n·p + d| must exceed to have the right sign, for coordinates up to `largest`.
    #[inline]
    pub(crate) fn threshold(&self, largest: f64) -> T {
        T::above(margin::<T>(self.sum * largest + self.magnitude))
    }

    /// Returns the bound that a rounded |n·c + d ± reach| must exceed to have the right sign, for a shape with center
    /// c. The reach is r·|n| for a sphere and Σ|n·hⱼ| for a parallelepiped.
    #[inline]
    pub(crate) fn threshold_with_reach(&self, largest: f64) -> T {
        // The bound covers up to eight roundings of D + 1 times the terms. Sums must stay below half of T's range;
        // otherwise the bound is infinite, and no sign is certain.
        let slope = 2.0 * (D + 1) as f64 * 6.0 * T::U * self.sum;
        let of_offset = 24.0 * T::U * self.magnitude + 64.0 * T::LEAST_NORMAL;
        if slope * largest < T::U * T::LARGEST {
            T::above(slope * largest + of_offset)
        } else {
            T::above(f64::INFINITY)
        }
    }
}
