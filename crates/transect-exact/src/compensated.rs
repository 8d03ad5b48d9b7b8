//! Sums of a few products, together with their rounding errors and one error bound for the whole sum. They are faster
//! than double-doubles and less general, and are tried first (docs/exactness.md, "Compensated sums").

use crate::arrays::Few as _;
use crate::double_double::DoubleDouble;
use crate::error_free::{two_product, two_sum};
use crate::unit::U;

/// A sum of products as high + low, where `low` is rounded. Let T be the sum of the magnitudes of the products and u =
/// 2⁻⁵³. The error is less than 32u²·T if `magnitude`, which is T rounded, is in the range [`ORDINARY`].
#[derive(Clone, Copy, Debug)]
pub struct Compensated {
    /// The leading float of the sum.
    pub high: f64,
    /// The sum of all rounding errors, rounded.
    pub low: f64,
    /// The sum of the magnitudes of the products, rounded.
    pub magnitude: f64,
}

/// The range of `magnitude` in which the error bound holds. In this range, products do not overflow, and errors from
/// underflow are negligible.
pub const ORDINARY: core::ops::Range<f64> = 1e-250..1e250;

impl Compensated {
    /// Returns a bound on the error, or infinity if no bound is known.
    #[inline]
    pub fn margin(&self) -> f64 {
        if ORDINARY.contains(&self.magnitude) {
            40.0 * U * (U * self.magnitude)
        } else {
            f64::INFINITY
        }
    }

    /// Returns this sum plus a float. The resulting sum must have at most four terms.
    #[inline]
    pub fn plus(&self, term: f64) -> Self {
        let (high, rest) = two_sum(self.high, term);
        Self {
            high,
            low: self.low + rest,
            magnitude: self.magnitude + term.abs(),
        }
    }

    /// Returns this sum as a double-double with the same error bound.
    #[inline]
    pub fn to_double_double(self) -> DoubleDouble {
        let (high, low) = two_sum(self.high, self.low);
        DoubleDouble {
            high,
            low,
            error: self.margin(),
        }
    }

    /// Returns the float nearest to the sum, if the error bound leaves only one float.
    #[inline]
    pub fn nearest(&self) -> Option<f64> {
        // The error bound is doubled. So it also covers the roundings of `low` ± `margin`, because |low| is at most
        // 5u·T, where u = 2⁻⁵³ and T is the sum of the products' magnitudes.
        let margin = 2.0 * self.margin();
        let [least, most] = [self.low - margin, self.low + margin].each(|low| self.high + low);
        (least == most).then_some(least)
    }

    /// Returns `true` if the sum is certainly different from `nearest`, the float nearest to it.
    #[inline]
    pub fn differs_from(&self, nearest: f64) -> bool {
        ((self.high - nearest) + self.low).abs() > 2.0 * self.margin()
    }
}

/// Returns Σ aᵢ·bᵢ for at most four products.
///
/// Let T be the sum of the products' magnitudes and u = 2⁻⁵³. The low part is the sum of the rounding errors of at most
/// four products, each at most u times the product, and of three sums, each at most u·T(1 + 3u). So its terms add up to
/// 4.1u·T in magnitude, and its six additions have errors of less than 25u²·T.
#[inline]
pub fn dot<const K: usize>(a: &[f64; K], b: &[f64; K]) -> Compensated {
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
pub type Pair = (f64, f64);

/// Returns a − b.
#[inline]
pub fn difference(a: f64, b: f64) -> Pair {
    two_sum(a, -b)
}

/// Returns a·d − b·c.
///
/// Let T be the sum of the products' magnitudes and u = 2⁻⁵³. The low part is the sum of the rounding errors of two
/// products and of one sum, and of four products of a high part with a low part. Its terms add up to at most 5.1u·T in
/// magnitude. Its operations, at most five in a row, have errors of less than 27u²·T. The products of two low parts are
/// left out; they are at most u²·T.
#[inline]
pub fn minor(a: Pair, b: Pair, c: Pair, d: Pair) -> Compensated {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dyadic::Dyadic;
    use crate::number::Number;
    use crate::polynomial::digits;
    use crate::random::SplitMix64;
    use crate::side::Side;

    type Exact = Dyadic<{ digits(2) }>;

    /// Returns a random float from −2 to 2. In some cases, its magnitude is just above a power of two, or it has few
    /// bits.
    fn float(random: &mut SplitMix64) -> f64 {
        let bits = random.bits();
        let mantissa = match bits & 3 {
            0 => random.bits() >> 44,
            1 => random.bits() >> 12 & !((1 << 40) - 1),
            _ => random.bits() >> 12,
        };
        let exponent = 1023 - (bits >> 2) % 3;
        f64::from_bits((bits >> 63) << 63 | exponent << 52 | mantissa)
    }

    /// Returns `true` if the exact sum is within the error bound, and if the nearest float is right or was not found.
    fn holds(sum: &Compensated, exact: &Exact) -> bool {
        let parts = Exact::of(sum.high).plus(&Exact::of(sum.low));
        let (off, bound) = (exact.minus(&parts), Exact::of(sum.margin()));
        let is_within =
            off.minus(&bound).side() != Side::Front && off.plus(&bound).side() != Side::Back;
        let nearest = exact.to_f64();
        is_within
            && sum.nearest().is_none_or(|float| float == nearest)
            && (!sum.differs_from(nearest) || exact.minus(&Exact::of(nearest)).side() != Side::On)
    }

    #[test]
    fn compensated_sums_are_within_their_bounds() {
        let mut random = SplitMix64::new(5);
        let (mut certain, mut uncertain) = (0, 0);
        for step in 0..30_000 {
            let a: [f64; 4] = [0; 4].map(|_| float(&mut random));
            let mut b: [f64; 4] = [0; 4].map(|_| float(&mut random));
            if step % 3 > 0 {
                // The last product cancels the sum of the others, except for a few rounding errors.
                let sum = dot(&[a[0], a[1], a[2]], &[b[0], b[1], b[2]]);
                b[3] = [-sum.high / a[3], -(sum.high + 3.0 * U * sum.high) / a[3]][step % 2];
            }
            let sum = dot(&a, &b);
            let exact = Exact::sum_of_products(a.into_iter().zip(b));
            assert!(holds(&sum, &exact), "{a:?} {b:?}");
            let differences: [Pair; 4] =
                core::array::from_fn(|index| difference(a[index], b[index]));
            let [p, q, r, s] = differences;
            let number = |index: usize| Exact::of(a[index]).minus(&Exact::of(b[index]));
            let exact = number(0)
                .times(&number(3))
                .minus(&number(1).times(&number(2)));
            let sum = minor(p, q, r, s);
            assert!(holds(&sum, &exact), "{a:?} {b:?}");
            match sum.nearest() {
                Some(_) => certain += 1,
                None => uncertain += 1,
            }
        }
        assert!(certain > 25_000, "{certain} {uncertain}");
        let large = dot(&[1e200, 1.0], &[1e200, 1.0]);
        assert_eq!((large.nearest(), large.margin()), (None, f64::INFINITY));
        assert_eq!(dot(&[1e-200, 0.0], &[1e-200, 0.0]).nearest(), None);
    }
}
