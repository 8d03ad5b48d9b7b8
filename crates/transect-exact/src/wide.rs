//! Rounded numbers with a wide exponent. With such numbers, the products, quotients and roots that lead from exact
//! polynomials to a measured distance neither overflow nor underflow.

/// The number mantissa·2^exponent. The mantissa is zero, or has a magnitude of at least 1/2 and less than 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wide {
    mantissa: f64,
    exponent: i32,
}

/// The exponent that represents zero. It is below every exponent that products and quotients of a few polynomials
/// reach.
const OF_ZERO: i32 = i32::MIN / 4;

impl Wide {
    /// Creates the number mantissa·2^exponent from any finite mantissa.
    pub fn new(mantissa: f64, exponent: i32) -> Self {
        let (fraction, shift) = libm::frexp(mantissa);
        Self {
            mantissa: fraction,
            exponent: if fraction == 0.0 {
                OF_ZERO
            } else {
                exponent + shift
            },
        }
    }

    /// Converts a finite float without rounding.
    #[must_use]
    pub fn of(value: f64) -> Self {
        Self::new(value, 0)
    }

    /// Returns self + other, rounded.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let (large, small) = if self.exponent >= other.exponent {
            (self, other)
        } else {
            (other, self)
        };
        // If the smaller number is less than 2⁻²⁰⁰ times the larger, it does not affect the rounded sum. So `shift`,
        // the difference of the exponents, may be limited.
        let shift = (small.exponent - large.exponent).max(-200);
        Self::new(
            large.mantissa + libm::ldexp(small.mantissa, shift),
            large.exponent,
        )
    }

    /// Returns self · other, rounded.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        Self::new(
            self.mantissa * other.mantissa,
            self.exponent + other.exponent,
        )
    }

    /// Returns self / other. The result is zero if `self` is zero, even if `other` is zero, too.
    pub fn over(self, other: Self) -> Self {
        if self.mantissa == 0.0 {
            return self;
        }
        Self::new(
            self.mantissa / other.mantissa,
            self.exponent - other.exponent,
        )
    }

    /// Returns the square root of a non-negative number.
    pub fn sqrt(self) -> Self {
        let odd = self.exponent.rem_euclid(2);
        Self::new(
            libm::sqrt(libm::ldexp(self.mantissa, odd)),
            (self.exponent - odd) / 2,
        )
    }

    /// Returns the number with the opposite sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self {
            mantissa: -self.mantissa,
            ..self
        }
    }

    /// Returns the magnitude.
    #[must_use]
    pub fn abs(self) -> Self {
        Self {
            mantissa: self.mantissa.abs(),
            ..self
        }
    }

    /// Returns `true` if the number is less than zero.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.mantissa < 0.0
    }

    /// Returns the float nearest to the number. The result is infinite beyond the range of floats, and zero where it
    /// underflows.
    pub fn to_f64(self) -> f64 {
        libm::ldexp(self.mantissa, self.exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_that_of_floats_within_their_range() {
        let numbers = [0.0, 1.0, -1.0, 3.5, -0.1, 1e-9, 12345.678, -7e11];
        for a in numbers {
            for b in numbers {
                let (x, y) = (Wide::of(a), Wide::of(b));
                assert_eq!(x.plus(y).to_f64(), a + b);
                assert_eq!(x.times(y).to_f64(), a * b);
                assert_eq!(x.plus(y.negated()).to_f64(), a - b);
                if b != 0.0 {
                    assert_eq!(x.over(y).to_f64(), a / b);
                }
            }
            assert_eq!(Wide::of(a).abs().sqrt().to_f64(), a.abs().sqrt());
            assert_eq!(Wide::of(a).is_negative(), a < 0.0);
        }
    }

    #[test]
    fn nothing_overflows_or_underflows_in_between() {
        let (large, small) = (Wide::of(f64::MAX), Wide::of(f64::from_bits(1)));
        assert_eq!(large.times(large).sqrt().to_f64(), f64::MAX);
        assert_eq!(small.times(small).sqrt().to_f64(), f64::from_bits(1));
        assert_eq!(large.times(large).to_f64(), f64::INFINITY);
        assert_eq!(small.times(large).over(large).to_f64(), f64::from_bits(1));
        assert_eq!(large.plus(small).to_f64(), f64::MAX);
        assert_eq!(Wide::of(0.0).over(Wide::of(0.0)).to_f64(), 0.0);
    }
}
