//! Dyadic numbers (an integer times a power of two) for exact sums and products of floats, with a number of digits that
//! is known when a predicate is compiled.

use alloc::vec::Vec;

use crate::accumulator::Accumulator;
use crate::side::Side;

/// The number of 32-bit digits for any sum of products of two finite floats: [`digits(2)`](crate::polynomial::digits).
pub const PRODUCT_DIGITS: usize = 136;

/// An exact dyadic number (an integer times a power of two) of up to `DIGITS` digits of 32 bits.
///
/// 136 digits hold any sum of products of two finite floats. An operation whose result needs more than `DIGITS` digits
/// panics.
///
/// ```
/// use transect_exact::{Side, Dyadic};
/// let mut sum = Dyadic::<136>::new();
/// sum.add_product(0.1, 10.0); // a little more than one
/// assert_eq!(sum.to_f64(), 1.0);
/// sum.add_product(-1.0, 1.0);
/// assert_eq!(sum.side(), Side::Front);
/// ```
#[derive(Clone, Debug)]
pub struct Dyadic<const DIGITS: usize>(Accumulator);

impl<const DIGITS: usize> Default for Dyadic<DIGITS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const DIGITS: usize> Dyadic<DIGITS> {
    /// The number zero, with as many digits behind the point as a single float needs.
    pub(crate) const ZERO: Self = Self(Accumulator::zero(DIGITS));

    /// Returns zero, with enough digits behind the point for sums of products of two floats.
    #[must_use]
    pub fn new() -> Self {
        Self(Accumulator::new(DIGITS))
    }

    /// Returns Σ a·b over pairs of finite floats.
    ///
    /// # Panics
    /// Panics if a factor is not finite.
    #[must_use]
    pub fn sum_of_products(pairs: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let mut sum = Self::new();
        for (a, b) in pairs {
            sum.add_product(a, b);
        }
        sum
    }

    /// Adds a·b exactly.
    ///
    /// # Panics
    /// Panics if a factor is not finite.
    pub fn add_product(&mut self, a: f64, b: f64) {
        self.0.add_product(a, b);
    }

    /// Converts a finite float. The number has only as many digits behind the point as a single float needs.
    pub fn of_float(value: f64) -> Self {
        Self(Accumulator::of_float(value, DIGITS))
    }

    /// Returns the sign, the digits of the absolute value from the lowest one on, and the exponent of the lowest digit.
    /// Neither the lowest nor the highest digit is zero.
    pub fn to_digits(&self) -> (Side, Vec<u32>, i32) {
        self.0.to_digits()
    }

    /// Returns the number with this sign, these digits of the absolute value, and this exponent of the lowest digit.
    ///
    /// # Panics
    /// Panics if a nonzero bit stands for less than 2^−2176, or does not fit into `DIGITS` digits.
    pub fn of_digits(side: Side, digits: &[u32], exponent: i32) -> Self {
        Self(Accumulator::of_digits(side, digits, exponent, DIGITS))
    }

    /// Adds another number to this one exactly.
    ///
    /// # Panics
    /// Panics if the other number has digits outside the range of this number.
    pub fn add<const OTHER: usize>(&mut self, other: &Dyadic<OTHER>) {
        self.0.add(&other.0);
    }

    /// Returns the exact sum of two numbers.
    pub fn sum(&self, other: &Self) -> Self {
        Self(self.0.plus_or_minus(&other.0, 1))
    }

    /// Returns the exact difference of two numbers.
    pub fn difference(&self, other: &Self) -> Self {
        Self(self.0.plus_or_minus(&other.0, -1))
    }

    /// Returns the number with the opposite sign.
    pub fn negated(&self) -> Self {
        Self(self.0.negated())
    }

    /// Returns the exact product of two numbers.
    ///
    /// # Panics
    /// Panics if the product needs more than `PRODUCT` digits.
    #[must_use]
    pub fn multiply<const OTHER: usize, const PRODUCT: usize>(
        &self,
        other: &Dyadic<OTHER>,
    ) -> Dyadic<PRODUCT> {
        Dyadic(self.0.multiply(&other.0, PRODUCT))
    }

    /// Returns the exact sign of the number.
    #[must_use]
    pub fn side(&self) -> Side {
        self.0.side()
    }

    /// Returns the exponent e of the leading bit, so that 2^e ≤ |self| < 2^(e + 1). Returns `None` for zero.
    #[must_use]
    pub fn exponent(&self) -> Option<i32> {
        self.0.exponent()
    }

    /// Returns the f64 nearest to the number, ties to even. The result is infinite if the number rounds to a value
    /// beyond the range of floats.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.to_f64_scaled(0)
    }

    /// Returns the f64 nearest to self·2^power, ties to even, rounded once.
    #[must_use]
    pub fn to_f64_scaled(&self, power: i32) -> f64 {
        self.0.to_f64_scaled(power)
    }
}
