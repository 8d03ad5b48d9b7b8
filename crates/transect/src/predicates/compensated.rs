//! Sums of a few products with their rounding errors, and one error bound for the whole sum. They are a faster, less
//! general stage before double-doubles (docs/exactness.md, "Compensated sums").

use crate::predicates::double_double::{two_product, two_sum};
use crate::predicates::unit::U;

/// A sum of products as high + low, where `low` is rounded. Let T be the sum of the magnitudes of the products and u =
/// 2⁻⁵³. The error is less than 32u²·T if `magnitude`, which is T rounded, is in the range [`ORDINARY`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compensated {
    pub(crate) high: f64,
    pub(crate) low: f64,
    pub(crate) magnitude: f64,
}

/// The magnitudes for which the error bound holds. Then neither a product overflows, nor do its underflows matter.
const ORDINARY: core::ops::Range<f64> = 1e-250..1e250;

impl Compensated {
    /// Returns a bound on the error, or infinity if none is known.
    #[inline]
    pub(crate) fn margin(&self) -> f64 {
        if ORDINARY.contains(&self.magnitude) {
            40.0 * U * (U * self.magnitude)
        } else {
            f64::INFINITY
        }
    }

    /// Returns the sum and a float; the result must have at most four terms in all.
    #[inline]
    pub(crate) fn plus(&self, term: f64) -> Self {
        let (high, rest) = two_sum(self.high, term);
        Self {
            high,
            low: self.low + rest,
            magnitude: self.magnitude + term.abs(),
        }
    }

    /// Returns the float nearest to the sum, if the error bound leaves only one.
    #[inline]
    pub(crate) fn nearest(&self) -> Option<f64> {
        // The widened bound is larger than the roundings of the two inner sums, because |low| is at most 5u·T.
        let margin = 2.0 * self.margin();
        let [least, most] = [self.low - margin, self.low + margin].map(|low| self.high + low);
        (least == most).then_some(least)
    }

    /// Returns `true` if the sum is certainly not equal to its nearest float.
    #[inline]
    pub(crate) fn differs_from(&self, nearest: f64) -> bool {
        ((self.high - nearest) + self.low).abs() > 2.0 * self.margin()
    }
}

/// Returns Σ aᵢ·bᵢ for at most four products.
///
/// The low part is the sum of at most four errors of products, which are at most u times the products, and of three
/// errors of sums, which are at most u·T(1 + 3u) each. So its terms add up to 4.1u·T in magnitude, and its six additions
/// have errors of less than 25u²·T.
#[inline]
pub(crate) fn dot<const K: usize>(a: &[f64; K], b: &[f64; K]) -> Compensated {
    const { assert!(K <= 4, "the error bound is derived for four products") }
    let (mut high, mut low) = two_product(a[0], b[0]);
    let mut magnitude = high.abs();
    for index in 1..K {
        let (product, tail) = two_product(a[index], b[index]);
        let (sum, rest) = two_sum(high, product);
        high = sum;
        low += tail + rest;
        magnitude += product.abs();
    }
    Compensated {
        high,
        low,
        magnitude,
    }
}

/// A difference of two floats, exactly: the rounded difference and its rounding error.
pub(crate) type Pair = (f64, f64);

/// Returns a − b.
#[inline]
pub(crate) fn difference(a: f64, b: f64) -> Pair {
    two_sum(a, -b)
}

/// Returns a·d − b·c.
///
/// The low part has two errors of products, one error of a sum and two pairs of products of a high with a low part. Its
/// terms add up to at most 5.1u·T in magnitude. Its operations, at most five in a row, have errors of less than 27u²·T,
/// and the products of two low parts that are left out are at most u²·T.
#[inline]
pub(crate) fn minor(a: Pair, b: Pair, c: Pair, d: Pair) -> Compensated {
    let (first, first_tail) = two_product(a.0, d.0);
    let (second, second_tail) = two_product(b.0, c.0);
    let (high, rest) = two_sum(first, -second);
    let crossed = (a.0 * d.1 + a.1 * d.0) - (b.0 * c.1 + b.1 * c.0);
    Compensated {
        high,
        low: ((first_tail - second_tail) + rest) + crossed,
        magnitude: first.abs() + second.abs(),
    }
}
