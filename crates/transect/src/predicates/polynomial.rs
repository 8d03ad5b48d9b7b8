//! The sign of a polynomial of floats, exactly: the formula is written once, and computed first in
//! floats that carry a bound of their error, then, where these leave it open, in integers.

use crate::predicates::dyadic::Dyadic;
use crate::predicates::unit::U;
use crate::predicates::wide::Wide;
use crate::side::Side;

/// Digits for sums of products of `degree` finite floats: 34 behind the point and 32 before it for
/// each factor, and some for the carries of sums.
pub(crate) const fn digits(degree: usize) -> usize {
    66 * degree + 4
}

/// What a polynomial can be computed with.
pub trait Number: Clone {
    /// A float, as it is.
    fn of(value: f64) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
}

/// A polynomial of floats with their values in place.
pub(crate) trait Polynomial {
    fn evaluate<N: Number>(&self) -> N;
}

/// The sign of a polynomial, exactly. `DIGITS` are [`digits`] of its degree.
///
/// # Panics
/// If a float is NaN or infinite.
#[inline]
pub(crate) fn sign<const DIGITS: usize>(polynomial: &impl Polynomial) -> Side {
    polynomial
        .evaluate::<Bounded>()
        .sign()
        .unwrap_or_else(|| exact_sign::<DIGITS>(polynomial))
}

#[cold]
#[inline(never)]
fn exact_sign<const DIGITS: usize>(polynomial: &impl Polynomial) -> Side {
    polynomial.evaluate::<Dyadic<DIGITS>>().side()
}

/// The value of a polynomial with a relative error of at most 2⁻⁴⁸, and so of the right sign: in
/// integers, rounded once, where the bound of the floats is larger.
///
/// # Panics
/// If a float is NaN or infinite.
pub(crate) fn rounded<const DIGITS: usize>(polynomial: &impl Polynomial) -> Wide {
    let bounded = polynomial.evaluate::<Bounded>();
    if bounded.value.is_finite() && bounded.error <= ACCURACY * bounded.value.abs() {
        return Wide::of(bounded.value);
    }
    let exact = polynomial.evaluate::<Dyadic<DIGITS>>();
    let exponent = exact.exponent().unwrap_or(0);
    Wide::new(exact.to_f64_scaled(-exponent), exponent)
}

/// The relative error of rounded polynomials.
const ACCURACY: f64 = 32.0 * U;

/// The quotient of two polynomials, as [`divide`]. `DIGITS` are [`digits`] of the greater degree, `MORE` of one more.
///
/// # Panics
/// If the denominator is zero, or a float NaN or infinite.
pub(crate) fn quotient<const DIGITS: usize, const MORE: usize>(
    numerator: &impl Polynomial,
    denominator: &impl Polynomial,
) -> f64 {
    divide::<DIGITS, DIGITS, MORE>(&numerator.evaluate(), &denominator.evaluate(), 0)
}

/// The quotient of two exact numbers times 2^power: the nearest float, or where the true quotient is all but in the
/// middle of two, one of these. So it is exact where the quotient is a float. Beyond the floats it is infinite, among the
/// subnormal ones off by at most one step; where the quotient alone is one of these, it is within 4u, relatively.
/// `MORE` are [`digits`] that hold the numerator, and the denominator times a float.
///
/// # Panics
/// If the denominator is zero.
pub(crate) fn divide<const N: usize, const M: usize, const MORE: usize>(
    numerator: &Dyadic<N>,
    denominator: &Dyadic<M>,
    power: i32,
) -> f64 {
    let below = denominator.exponent().expect("a denominator is not zero");
    let Some(above) = numerator.exponent() else {
        return 0.0;
    };
    // Both in 1 ..= 2: two roundings, and that of the division.
    let divisor = denominator.to_f64_scaled(-below);
    let near_one = numerator.to_f64_scaled(-above) / divisor;
    let ratio = libm::ldexp(near_one, above - below);
    if !ratio.is_normal() {
        return libm::ldexp(near_one, above - below + power);
    }
    // Three roundings so far. What is left of the numerator, exactly, corrects them.
    let product = denominator.multiply::<_, MORE>(&Dyadic::<{ digits(1) }>::of_float(ratio));
    let mut rest = product.negated();
    rest.add(numerator);
    libm::ldexp(ratio + rest.to_f64_scaled(-below) / divisor, power)
}

/// A float and a bound of its error: |true value − value| ≤ error. Where anything overflows or was
/// never a number, nothing is certain.
///
/// Running error analysis (Wilkinson; Higham, "Accuracy and Stability of Numerical Algorithms", 3.3):
/// each operation adds what its operands may be wrong by and half a unit in the last place of its
/// result; products add an absolute term for underflow. The bound itself is computed in floats,
/// at most six operations deep, and therefore enlarged by more than six roundings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounded {
    value: f64,
    error: f64,
}

/// 1 + 16u: more than (1 + u)⁶ and the rounding of this product.
const ENLARGED: f64 = 1.0 + 16.0 * U;

/// A product and the five products of its bound lose less than this much to underflow.
const UNDERFLOW: f64 = 8.0 * f64::from_bits(1);

impl Bounded {
    /// Two floats between which the true value lies; infinite where nothing is certain, never NaN, which
    /// `min` and `max` would leave out.
    pub(crate) fn enclosure(self) -> [f64; 2] {
        // One unit more for rounding these two sums.
        let margin = self.error + U * self.value.abs() * ENLARGED;
        if self.value.is_finite() && margin.is_finite() {
            [self.value - margin, self.value + margin]
        } else {
            [f64::NEG_INFINITY, f64::INFINITY]
        }
    }

    /// The number with the other sign.
    #[inline]
    pub(crate) fn negated(self) -> Self {
        Self {
            value: -self.value,
            error: self.error,
        }
    }

    /// The sign, if it is certain.
    #[inline]
    pub(crate) fn sign(self) -> Option<Side> {
        if self.value.abs() > self.error {
            Some(if self.value > 0.0 {
                Side::Front
            } else {
                Side::Back
            })
        } else if self.value == 0.0 && self.error == 0.0 {
            Some(Side::On)
        } else {
            None
        }
    }
}

impl Number for Bounded {
    #[inline]
    fn of(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        let value = self.value + other.value;
        Self {
            value,
            error: (self.error + other.error + U * value.abs()) * ENLARGED,
        }
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        let value = self.value * other.value;
        let carried = self.value.abs() * other.error
            + other.value.abs() * self.error
            + self.error * other.error;
        // Zero times anything finite is zero: where both factors are certain, so is this.
        let certain_zero = (self.value == 0.0 && self.error == 0.0 && other.value.is_finite())
            || (other.value == 0.0 && other.error == 0.0 && self.value.is_finite());
        Self {
            value,
            error: if certain_zero {
                0.0
            } else {
                (carried + U * value.abs() + UNDERFLOW) * ENLARGED
            },
        }
    }
}

impl<const DIGITS: usize> Number for Dyadic<DIGITS> {
    fn of(value: f64) -> Self {
        Self::of_float(value)
    }

    fn plus(&self, other: &Self) -> Self {
        self.sum(other)
    }

    fn minus(&self, other: &Self) -> Self {
        self.difference(other)
    }

    fn times(&self, other: &Self) -> Self {
        self.multiply(other)
    }
}
