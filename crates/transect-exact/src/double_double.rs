//! Double-double numbers with a running error bound. If floats do not decide a sign, exact predicates use
//! double-doubles before they use integers.

use crate::arrays::Few as _;
use crate::determinant::dot;
use crate::error_free::{fast_two_sum, is_exact_product, two_product, two_sum};
use crate::number::Number;
use crate::side::Side;
use crate::unit::U;
use crate::vector::{self, SQUARES};

/// An unevaluated sum of two floats, high + low, with an error bound: |true value − (high + low)| ≤ error.
///
/// Sums are computed by the algorithm AccurateDWPlusDW, and products by DWTimesDW1, of Joldes, Muller, Popescu, "Tight
/// and Rigorous Error Bounds for Basic Building Blocks of Double-Word Arithmetic", ACM TOMS 44 (2017). With u = 2⁻⁵³,
/// their relative errors are at most 3u²/(1 − 4u) and 5u²; the error bound grows by 4u² and 8u² times the result
/// instead. The bound is itself computed in floats and therefore enlarged. An operation without rounding adds nothing
/// to the bound. So if terms with few bits cancel without rounding, the result is certainly zero. Overflow makes the
/// bound infinite or NaN, and then no sign is certain.
#[derive(Clone, Copy, Debug)]
pub struct DoubleDouble {
    /// The float nearest to high + low.
    pub high: f64,
    /// The rest, of at most half a unit in the last place of `high`.
    pub low: f64,
    /// A bound on the magnitude of the error, or NaN or infinity if no bound is known.
    pub error: f64,
}

/// A factor that enlarges an error bound to cover the bound's own rounding errors.
const ENLARGED: f64 = 1.0 + 16.0 * U;

/// The largest error of a product that underflow can cause: 2⁻¹⁰⁷⁰.
const UNDERFLOW: f64 = f64::from_bits(16);

impl DoubleDouble {
    /// Returns `true` if the number is a single float without an error.
    #[inline]
    pub fn is_single_float(&self) -> bool {
        self.low == 0.0 && self.error == 0.0
    }

    /// Returns the exact sum of a float and its rounding error, which must be at most half a unit in the last place.
    #[inline]
    pub fn of_pair((high, low): (f64, f64)) -> Self {
        Self {
            high,
            low,
            error: 0.0,
        }
    }

    /// Returns the square root of a non-negative number. The result has no error bound, so it serves for lengths and
    /// distances, and never for a sign.
    fn root(&self) -> Self {
        let high = libm::sqrt(self.high);
        if high == 0.0 || !high.is_finite() {
            return Self::of(high);
        }
        // One Newton step improves the square root of the rounded number (Karp, Markstein, ACM TOMS 23, 1997).
        let square = Self::of(high).times(&Self::of(high));
        let (high, low) = fast_two_sum(high, self.minus(&square).high / (2.0 * high));
        Self {
            high,
            low,
            error: f64::NAN,
        }
    }

    /// Returns the number with the opposite sign.
    #[inline]
    pub fn negated(&self) -> Self {
        Self {
            high: -self.high,
            low: -self.low,
            error: self.error,
        }
    }

    /// Returns the sign if the error bound leaves only one possible sign, and otherwise `None`.
    #[inline]
    pub fn sign(&self) -> Option<Side> {
        // With u = 2⁻⁵³, |low| is at most u·|high|, so the sign of `high` is the sign of high + low.
        if self.high.abs() * (1.0 - 4.0 * U) > self.error {
            Some(if self.high > 0.0 {
                Side::Front
            } else {
                Side::Back
            })
        } else if self.high == 0.0 && self.error == 0.0 {
            Some(Side::On)
        } else {
            None
        }
    }
}

/// Returns the rounded length of a vector. If its square is beyond the range of floats, the length is
/// computed in plain floats.
pub fn length(vector: &[DoubleDouble; 3]) -> DoubleDouble {
    let squared = dot(vector, vector);
    if SQUARES.contains(&squared.high) {
        squared.root()
    } else {
        let floats = vector.each_ref().each(|coordinate| coordinate.high);
        DoubleDouble::of(vector::length(&floats))
    }
}

impl Number for DoubleDouble {
    const ZERO: Self = Self {
        high: 0.0,
        low: 0.0,
        error: 0.0,
    };

    #[inline]
    fn of(value: f64) -> Self {
        Self {
            high: value,
            low: 0.0,
            error: 0.0,
        }
    }

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        let (sum, tail) = two_sum(self.high, other.high);
        if self.is_single_float() && other.is_single_float() {
            return Self {
                high: sum,
                low: tail,
                error: if sum.is_finite() { 0.0 } else { f64::NAN },
            };
        }
        let (low, low_tail) = two_sum(self.low, other.low);
        let (high, rest) = fast_two_sum(sum, tail + low);
        let (high, low) = fast_two_sum(high, low_tail + rest);
        Self {
            high,
            low,
            error: (self.error + other.error + 4.0 * U * (U * high.abs())) * ENLARGED,
        }
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        let (product, tail) = two_product(self.high, other.high);
        if self.is_single_float()
            && other.is_single_float()
            && is_exact_product(self.high, other.high, product)
        {
            return Self {
                high: product,
                low: tail,
                error: if tail.is_finite() { 0.0 } else { f64::NAN },
            };
        }
        // A factor that is certainly zero makes the product certainly zero, whatever the other finite factor is.
        let is_zero = |number: &Self| number.high == 0.0 && number.is_single_float();
        let is_finite = |number: &Self| number.high.is_finite() && number.error.is_finite();
        if is_zero(self) && is_finite(other) || is_zero(other) && is_finite(self) {
            return Self::of(0.0);
        }
        let crossed = self.high * other.low + self.low * other.high;
        let (high, low) = fast_two_sum(product, tail + crossed);
        let carried = self.high.abs() * other.error
            + other.high.abs() * self.error
            + self.error * other.error;
        Self {
            high,
            low,
            error: (carried + 8.0 * U * (U * high.abs()) + UNDERFLOW) * ENLARGED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dyadic::Dyadic;
    use crate::random::SplitMix64;

    /// Returns a random float of one of 40 magnitudes, often with few bits, so that some sums cancel and some products
    /// are exact.
    fn float(random: &mut SplitMix64) -> f64 {
        let bits = random.bits();
        let kept = [52, 20, 4, 0][(bits & 3) as usize];
        let mantissa = (random.bits() >> 12) & !((1_u64 << (52 - kept)) - 1);
        let exponent = 1023 - 20 + (bits >> 2) % 40;
        f64::from_bits((bits >> 63) << 63 | exponent << 52 | mantissa)
    }

    /// Returns `true` if `exact` lies within the error bound of `number`, and if the sign of `number`, where it is
    /// certain, is right.
    fn holds(number: &DoubleDouble, exact: &Dyadic<400>) -> bool {
        let parts = Dyadic::<400>::of_float(number.high).sum(&Dyadic::of_float(number.low));
        let off = exact.difference(&parts);
        let bound = Dyadic::of_float(number.error);
        let within =
            off.difference(&bound).side() != Side::Front && off.sum(&bound).side() != Side::Back;
        within && number.sign().is_none_or(|side| side == exact.side())
    }

    #[test]
    fn the_bound_holds_for_sums_and_products_of_sums_and_products() {
        let mut random = SplitMix64::new(1);
        let (mut certain, mut trials) = (0, 0);
        for _ in 0..20_000 {
            let floats: [f64; 6] = core::array::from_fn(|_| float(&mut random));
            let [a, b, c, d, e, f] = floats.map(DoubleDouble::of);
            let [p, q, r, s, t, v] = floats.map(Dyadic::<400>::of_float);
            // The test value is (ab − cd)(e + f) − (a + f)·c·c.
            let left = a.times(&b).minus(&c.times(&d)).times(&e.plus(&f));
            let number = left.minus(&a.plus(&f).times(&c).times(&c));
            let times = |x: &Dyadic<400>, y: &Dyadic<400>| Number::times(x, y);
            let left = times(&times(&p, &q).difference(&times(&r, &s)), &t.sum(&v));
            let exact = left.difference(&times(&times(&p.sum(&v), &r), &r));
            assert!(holds(&number, &exact), "{floats:?}");
            trials += 1;
            certain += usize::from(number.sign().is_some());
        }
        assert!(certain > trials * 9 / 10, "{certain} of {trials}");
    }

    #[test]
    fn lengths_are_those_of_vectors_of_any_size() {
        for exponent in [-1000, -500, 0, 500, 900] {
            let vector = [2.0, 3.0, 6.0].map(|c| DoubleDouble::of(libm::ldexp(c, exponent)));
            assert_eq!(length(&vector).high, libm::ldexp(7.0, exponent));
        }
        assert_eq!(length(&[DoubleDouble::of(0.0); 3]).high, 0.0);
    }

    #[test]
    fn zeros_are_certain_and_what_overflows_is_not() {
        let number = DoubleDouble::of;
        let zero = number(0.1).times(&number(3.0)).minus(&number(0.3));
        assert_eq!(zero.sign(), Some(Side::Front), "0.1 · 3 is not 0.3");
        let zero = number(0.5).times(&number(3.0)).minus(&number(1.5));
        assert_eq!(zero.sign(), Some(Side::On));
        let pair = number(1.0).plus(&number(1e-20)); // both floats of the pair are nonzero
        assert_eq!(pair.times(&number(0.0)).sign(), Some(Side::On));
        assert_eq!(number(0.0).times(&pair.times(&pair)).sign(), Some(Side::On));
        let large = number(f64::MAX);
        assert_eq!(large.times(&large).times(&number(0.0)).sign(), None);
        assert_eq!(large.plus(&large).sign(), None);
        assert_eq!(large.times(&large).sign(), None);
        let small = number(f64::MIN_POSITIVE);
        assert_eq!(small.times(&small).sign(), None);
    }
}
