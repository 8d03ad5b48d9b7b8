//! Exact rational numbers of bounded size, for the factors of equations.

use alloc::boxed::Box;
use alloc::vec::Vec;

use transect_exact::arrays::Few as _;
use transect_exact::{Dyadic, PRODUCT_DIGITS, Side};

/// The range for the exponents of all bits of a numerator. The range is large enough for products of two floats, and
/// smaller than the range of a `Dyadic`.
const EXPONENTS: core::ops::RangeInclusive<i32> = -2144..=2112;

/// The largest number of bits of a denominator. In a division digit by digit, a remainder and a digit of 32 bits then
/// fit into `u128`.
const DENOMINATOR_BITS: u32 = 96;

/// A rational number. Most factors of equations are floats, and most results are, too, so a float stays one as long as
/// the operation is a sum with zero, or a product with zero, 1 or −1.
///
/// Operations return `None` if the result is out of range.
#[derive(Clone, Debug)]
pub(super) enum Rational {
    Float(f64),
    Fraction(Box<Fraction>),
}

impl Rational {
    /// Converts a finite float.
    pub(super) fn of(value: f64) -> Self {
        // This turns −0 into 0.
        Self::Float(value + 0.0)
    }

    pub(super) fn denominator(&self) -> u128 {
        match self {
            Self::Float(_) => 1,
            Self::Fraction(fraction) => fraction.denominator,
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        match self {
            Self::Float(value) => *value == 0.0,
            Self::Fraction(fraction) => fraction.is_zero(),
        }
    }

    pub(super) fn negated(&self) -> Self {
        match self {
            Self::Float(value) => Self::of(-value),
            Self::Fraction(fraction) => Self::Fraction(Box::new(fraction.negated())),
        }
    }

    pub(super) fn plus(&self, other: &Self) -> Option<Self> {
        match (self.is_zero(), other.is_zero()) {
            (_, true) => Some(self.clone()),
            (true, _) => Some(other.clone()),
            _ => Self::exactly(self.to_fraction().plus(&other.to_fraction())),
        }
    }

    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Float(a), Self::Float(b)) if a.abs() == 1.0 || b.abs() == 1.0 => {
                Some(Self::of(a * b))
            }
            _ if self.is_zero() || other.is_zero() => Some(Self::of(0.0)),
            _ => Self::exactly(self.to_fraction().times(&other.to_fraction())),
        }
    }

    /// Returns the quotient by a number other than zero.
    pub(super) fn over(&self, divisor: &Self) -> Option<Self> {
        if self.is_zero() {
            Some(Self::of(0.0))
        } else {
            Self::exactly(self.to_fraction().over(&divisor.to_fraction()))
        }
    }

    /// Returns the float nearest to this number times `multiple`, and `true` if the float is exact. `multiple` must be
    /// a multiple of the denominator.
    pub(super) fn scaled(&self, multiple: u128) -> Option<(f64, bool)> {
        match self {
            Self::Float(value) if multiple == 1 => Some((*value, true)),
            _ => self.to_fraction().scaled(multiple),
        }
    }

    fn exactly(fraction: Option<Fraction>) -> Option<Self> {
        Some(Self::Fraction(Box::new(fraction?)))
    }

    fn to_fraction(&self) -> Fraction {
        match self {
            Self::Float(value) => Fraction::of(*value),
            Self::Fraction(fraction) => Fraction::clone(fraction),
        }
    }
}

/// A dyadic numerator, and an odd denominator that has no common factor with the numerator.
#[derive(Clone, Debug)]
pub(super) struct Fraction {
    numerator: Dyadic<PRODUCT_DIGITS>,
    denominator: u128,
}

impl Fraction {
    fn of(value: f64) -> Self {
        Self {
            numerator: Dyadic::sum_of_products([(value, 1.0)]),
            denominator: 1,
        }
    }

    fn new(numerator: Dyadic<PRODUCT_DIGITS>, denominator: u128) -> Option<Self> {
        let (side, digits, exponent) = numerator.to_digits();
        if side == Side::On {
            return Some(Self::of(0.0));
        }
        if !in_range(&digits, exponent) {
            return None;
        }
        if denominator == 1 {
            return Some(Self {
                numerator,
                denominator,
            });
        }
        let (_, rest) = divided(&digits, denominator);
        let divisor = greatest_common_divisor(denominator, rest);
        Some(Self {
            numerator: match divisor {
                1 => numerator,
                _ => Dyadic::of_digits(side, &divided(&digits, divisor).0, exponent),
            },
            denominator: denominator / divisor,
        })
    }

    fn is_zero(&self) -> bool {
        self.numerator.side() == Side::On
    }

    fn negated(&self) -> Self {
        Self {
            numerator: self.numerator.negated(),
            denominator: self.denominator,
        }
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        let denominator = common_multiple(self.denominator, other.denominator)?;
        let ours = self.over_denominator(denominator)?;
        Self::new(ours.sum(&other.over_denominator(denominator)?), denominator)
    }

    fn times(&self, other: &Self) -> Option<Self> {
        let denominator = bounded(self.denominator.checked_mul(other.denominator)?)?;
        Self::new(product(&self.numerator, &other.numerator)?, denominator)
    }

    /// Returns the quotient by a number other than zero.
    fn over(&self, divisor: &Self) -> Option<Self> {
        let (side, odd, exponent) = odd_part(&divisor.numerator)?;
        let denominator = bounded(self.denominator.checked_mul(odd)?)?;
        let numerator = product(&self.numerator, &whole(divisor.denominator))?;
        let power = Dyadic::of_digits(side, &[1], -exponent);
        Self::new(product(&numerator, &power)?, denominator)
    }

    fn scaled(&self, multiple: u128) -> Option<(f64, bool)> {
        let exact = self.over_denominator(multiple)?;
        let value = exact.to_f64();
        let is_exact =
            value.is_finite() && exact.difference(&Dyadic::of_float(value)).side() == Side::On;
        Some((value, is_exact))
    }

    /// Returns the numerator of this number if it is written as a fraction with the denominator `multiple`.
    fn over_denominator(&self, multiple: u128) -> Option<Dyadic<PRODUCT_DIGITS>> {
        match multiple / self.denominator {
            1 => Some(self.numerator.clone()),
            factor => product(&self.numerator, &whole(factor)),
        }
    }
}

/// Returns the least common multiple of two denominators.
pub(super) fn common_multiple(a: u128, b: u128) -> Option<u128> {
    bounded((a / greatest_common_divisor(a, b)).checked_mul(b)?)
}

fn bounded(denominator: u128) -> Option<u128> {
    (denominator >> DENOMINATOR_BITS == 0).then_some(denominator)
}

/// Returns the greatest common divisor, by Euclid's algorithm.
fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns `true` if a number is zero, or if all its bits have exponents in the range [`EXPONENTS`]. `exponent` is the
/// exponent of the lowest digit.
fn in_range(digits: &[u32], exponent: i32) -> bool {
    let end = i32::try_from(32 * digits.len()).map_or(i32::MAX, |bits| exponent + bits);
    digits.is_empty() || EXPONENTS.contains(&exponent) && EXPONENTS.contains(&end)
}

fn product(
    a: &Dyadic<PRODUCT_DIGITS>,
    b: &Dyadic<PRODUCT_DIGITS>,
) -> Option<Dyadic<PRODUCT_DIGITS>> {
    let wide: Dyadic<{ 2 * PRODUCT_DIGITS }> = a.multiply(b);
    let (side, digits, exponent) = wide.to_digits();
    in_range(&digits, exponent).then(|| Dyadic::of_digits(side, &digits, exponent))
}

fn whole(value: u128) -> Dyadic<PRODUCT_DIGITS> {
    let digits = [0, 32, 64, 96].each(|place| (value >> place) as u32);
    Dyadic::of_digits(Side::Front, &digits, 0)
}

/// Splits a number other than zero into its sign, an odd integer, and the exponent of a power of two.
fn odd_part(number: &Dyadic<PRODUCT_DIGITS>) -> Option<(Side, u128, i32)> {
    let (side, digits, exponent) = number.to_digits();
    if digits.len() > 4 {
        return None;
    }
    let all = digits.iter().rev();
    let integer = all.fold(0, |integer, &digit| integer << 32 | u128::from(digit));
    let zeros = integer.trailing_zeros();
    let odd = bounded(integer.checked_shr(zeros)?)?;
    Some((side, odd, exponent + zeros as i32))
}

/// Divides an integer by another one, digit by digit, and returns the quotient and the remainder.
fn divided(digits: &[u32], divisor: u128) -> (Vec<u32>, u128) {
    let mut quotient = Vec::from(digits);
    let mut rest = 0;
    for digit in quotient.iter_mut().rev() {
        rest = rest << 32 | u128::from(*digit);
        *digit = (rest / divisor) as u32;
        rest %= divisor;
    }
    (quotient, rest)
}
