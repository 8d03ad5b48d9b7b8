//! A plane made ready for a batch: rounded coefficients, and how far a rounded value may be wrong
//! (docs/exactness.md, "Batches").

use crate::batch::scalar::Scalar;
use crate::plane::Plane;
use crate::vector::{length, near_one};

/// What a rounded n·p + d has to exceed to be of the right sign: 4u·T and the least that underflow can cost, where T is
/// at least ‖n‖₁·B + |d|, for n, d and sums in the range of the type and coordinates up to B. A sum with the wrong sign is
/// below 3u·T and terms in u²; the fourth u is for these and for the rounding of this bound.
#[inline]
pub(crate) fn margin<T: Scalar>(total: f64) -> f64 {
    4.0 * T::U * total + 16.0 * T::LEAST_NORMAL
}

/// A plane over a power of two, so that its normal's largest coefficient is in 1/16 ..< 1/8 and no
/// value n·p + d overflows, with coefficients rounded to T.
pub(crate) struct Filter<T, const D: usize> {
    pub(crate) normal: [T; D],
    pub(crate) offset: T,
    /// Whether a coefficient is negative: then a box's greatest coordinate on that axis is the one farthest back.
    pub(crate) is_negative: [bool; D],
    /// |n|, rounded.
    pub(crate) length: T,
    /// ‖n‖₁.
    sum: f64,
    /// |d|; infinite if that is beyond T.
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

    /// What a rounded n·p + d has to exceed to be of the right sign, for coordinates up to `largest`.
    #[inline]
    pub(crate) fn threshold(&self, largest: f64) -> T {
        T::above(margin::<T>(self.sum * largest + self.magnitude))
    }

    /// The same for n·c + d ± what a shape reaches: r·|n| of a sphere, Σ|n·hⱼ| of a turned box.
    #[inline]
    pub(crate) fn threshold_with_reach(&self, largest: f64) -> T {
        // Up to eight roundings of D + 1 times the terms; and sums stay below half of T's range, or nothing is certain.
        let slope = 2.0 * (D + 1) as f64 * 6.0 * T::U * self.sum;
        let of_offset = 24.0 * T::U * self.magnitude + 64.0 * T::LEAST_NORMAL;
        if slope * largest < T::U * T::LARGEST {
            T::above(slope * largest + of_offset)
        } else {
            T::above(f64::INFINITY)
        }
    }
}
