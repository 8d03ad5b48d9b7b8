//! The exact sign of a polynomial whose variables are floats.
//!
//! The formula of a polynomial is written once, for any type of numbers. It is evaluated first in floats that carry an
//! error bound. If the bound leaves the sign open, it is evaluated again in double-doubles, then in integers.

use crate::double_double::DoubleDouble;
use crate::dyadic::Dyadic;
use crate::number::Number;
use crate::side::Side;
use crate::unit::U;

/// Returns the number of 32-bit digits for sums of products of `degree` finite floats. Each factor needs 34 digits
/// behind the point and 32 before it; four more hold the carries of sums.
pub const fn digits(degree: usize) -> usize {
    66 * degree + 4
}

/// A polynomial, together with the floats that are the values of its variables.
///
/// ```
/// use transect_exact::Side;
/// use transect_exact::number::Number;
/// use transect_exact::polynomial::{Polynomial, digits, sign};
///
/// /// The discriminant b² − 4ac of a quadratic equation: positive if the equation has two solutions.
/// struct Discriminant([f64; 3]);
///
/// impl Polynomial for Discriminant {
///     fn evaluate<N: Number>(&self) -> N {
///         let [a, b, c] = self.0.map(N::of);
///         b.times(&b).minus(&N::of(4.0).times(&a.times(&c)))
///     }
/// }
///
/// // (1 + ε)x² + 2x + (1 − ε) has the discriminant 4ε², so it has two solutions. In floats, it seems to have one.
/// let [a, b, c] = [1.0 + f64::EPSILON, 2.0, 1.0 - f64::EPSILON];
/// assert_eq!(sign::<{ digits(3) }>(&Discriminant([a, b, c])), Side::Front);
/// assert_eq!(b * b - 4.0 * (a * c), 0.0);
/// ```
pub trait Polynomial {
    /// Returns the value of the polynomial, computed with numbers of one type.
    fn evaluate<N: Number>(&self) -> N;
}

/// Returns the exact sign of a polynomial. `DIGITS` must be [`digits(k)`](digits), where k is the polynomial's degree.
///
/// # Panics
/// Panics if the value of a variable is NaN or infinite.
#[inline]
pub fn sign<const DIGITS: usize>(polynomial: &impl Polynomial) -> Side {
    polynomial
        .evaluate::<Bounded>()
        .sign()
        .unwrap_or_else(|| difficult_sign::<DIGITS>(polynomial))
}

/// Returns the sign of a polynomial if floats or double-doubles with error bounds find it.
#[inline]
pub fn quick_sign(polynomial: &impl Polynomial) -> Option<Side> {
    polynomial
        .evaluate::<Bounded>()
        .sign()
        .or_else(|| polynomial.evaluate::<DoubleDouble>().sign())
}

/// Returns the exact sign of a polynomial if floats with error bounds have not found it. Double-doubles with error
/// bounds are tried first, then integers.
///
/// # Panics
/// Panics if the value of a variable is NaN or infinite.
#[cold]
#[inline(never)]
pub fn difficult_sign<const DIGITS: usize>(polynomial: &impl Polynomial) -> Side {
    polynomial
        .evaluate::<DoubleDouble>()
        .sign()
        .unwrap_or_else(|| exact_sign::<DIGITS>(polynomial))
}

#[inline(never)]
fn exact_sign<const DIGITS: usize>(polynomial: &impl Polynomial) -> Side {
    polynomial.evaluate::<Dyadic<DIGITS>>().side()
}

/// A float with an error bound: |true value − value| ≤ error. If an operation overflows or an input is NaN, no sign is
/// certain.
///
/// The bound is a running error analysis (Wilkinson; Higham, "Accuracy and Stability of Numerical Algorithms", 3.3).
/// Each operation adds the errors of its operands and half a unit in the last place of its result. Products add an
/// absolute term for underflow. The bound itself is rounded by the at most six float operations that compute it. It is
/// therefore enlarged by more than six roundings.
#[derive(Clone, Copy, Debug)]
pub struct Bounded {
    value: f64,
    error: f64,
}

/// The factor 1 + 16u that enlarges error bounds, with u = 2⁻⁵³. It is larger than (1 + u)⁶ together with the rounding
/// of the enlarged bound.
const ENLARGED: f64 = 1.0 + 16.0 * U;

/// A bound on the errors that underflow causes in a product, and in the five products that compute its error bound.
const UNDERFLOW: f64 = 8.0 * f64::from_bits(1);

/// The largest relative error of results of [`Bounded::accurate`].
const ACCURACY: f64 = 32.0 * U;

impl Bounded {
    /// Returns a lower and an upper bound on the true value. If no bound is known, they are infinite. They are never
    /// NaN, because callers combine them by `min` and `max`, which would ignore a NaN.
    pub fn enclosure(self) -> [f64; 2] {
        // Each of the two bounds is rounded, which adds one unit roundoff to the error.
        let margin = self.error + U * self.value.abs() * ENLARGED;
        if self.value.is_finite() && margin.is_finite() {
            [self.value - margin, self.value + margin]
        } else {
            [f64::NEG_INFINITY, f64::INFINITY]
        }
    }

    /// Returns the value and its error bound.
    #[inline]
    pub fn parts(self) -> [f64; 2] {
        [self.value, self.error]
    }

    /// Returns the value if its relative error is at most 2⁻⁴⁸.
    #[inline]
    pub(crate) fn accurate(self) -> Option<f64> {
        let is_accurate = self.error <= ACCURACY * self.value.abs();
        (self.value.is_finite() && is_accurate).then_some(self.value)
    }

    /// Returns the number with the opposite sign.
    #[inline]
    pub fn negated(self) -> Self {
        Self {
            value: -self.value,
            error: self.error,
        }
    }

    /// Returns the sign if the error bound leaves only one possible sign, and otherwise `None`.
    #[inline]
    pub fn sign(self) -> Option<Side> {
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
    const ZERO: Self = Self {
        value: 0.0,
        error: 0.0,
    };

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
        // Zero times any finite number is zero. So if one factor is certainly zero and the other is finite, the product
        // is certainly zero.
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
    const ZERO: Self = Self::ZERO;

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
