//! Floats as integers of 128 bits with an exponent, for exact sums and products of a few floats of similar magnitude.

use core::cmp::Ordering;

/// The number `mantissa`·2^`exponent`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaled {
    mantissa: i128,
    exponent: i32,
}

impl Scaled {
    /// Takes a finite float. The mantissa becomes as small as possible.
    pub(crate) fn of(value: f64) -> Self {
        let bits = value.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        // Subnormal numbers have the exponent of the smallest normal numbers, and no hidden bit.
        let (magnitude, exponent) = match (bits >> 52) & 0x7FF {
            0 => (fraction, -1074),
            biased => (fraction | 1 << 52, biased as i32 - 1075),
        };
        if magnitude == 0 {
            return Self {
                mantissa: 0,
                exponent: 0,
            };
        }
        let zeros = magnitude.trailing_zeros();
        let mantissa = i128::from(magnitude >> zeros);
        Self {
            mantissa: if value < 0.0 { -mantissa } else { mantissa },
            exponent: exponent + zeros as i32,
        }
    }

    /// Returns the exact sum, or `None` if an integer overflows.
    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        if self.mantissa == 0 {
            return Some(other);
        }
        if other.mantissa == 0 {
            return Some(self);
        }
        let (fine, coarse) = if self.exponent <= other.exponent {
            (self, other)
        } else {
            (other, self)
        };
        let shift = coarse.exponent.checked_sub(fine.exponent)?;
        let unit = (shift < 127).then(|| 1_i128 << shift)?;
        let mantissa = fine
            .mantissa
            .checked_add(coarse.mantissa.checked_mul(unit)?)?;
        Some(Self {
            mantissa,
            exponent: fine.exponent,
        })
    }

    /// Returns the exact difference, or `None` if an integer overflows.
    pub(crate) fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self {
            mantissa: other.mantissa.checked_neg()?,
            exponent: other.exponent,
        })
    }

    /// Returns the exact product, or `None` if an integer overflows.
    pub(crate) fn times(self, other: Self) -> Option<Self> {
        Some(Self {
            mantissa: self.mantissa.checked_mul(other.mantissa)?,
            exponent: self.exponent.checked_add(other.exponent)?,
        })
    }

    /// Compares the number with zero.
    pub(crate) fn sign(self) -> Ordering {
        self.mantissa.cmp(&0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dyadic::Dyadic;
    use crate::number::Number;
    use crate::random::SplitMix64;
    use crate::side::Side;

    #[test]
    fn signs_of_sums_of_products_are_those_of_large_integers() {
        let mut random = SplitMix64::new(5);
        let (mut fit, trials) = (0, 20_000);
        for _ in 0..trials {
            let mut float = || {
                let bits = random.bits();
                let kept = [52, 24, 4][(bits % 3) as usize];
                let fraction = (random.bits() >> 12) & !((1 << (52 - kept)) - 1);
                let exponent = 1023 - 10 + (bits >> 8) % 20;
                f64::from_bits(bits >> 63 << 63 | exponent << 52 | fraction)
            };
            let [a, b, c, d] = [0; 4].map(|_| float());
            let d = if random.bits().is_multiple_of(4) {
                a * b / c
            } else {
                d
            };
            let number = Scaled::of;
            let found = (number(a).times(number(b)))
                .and_then(|ab| ab.minus(number(c).times(number(d))?))
                .and_then(|rest| rest.plus(number(0.0)));
            let exact = Dyadic::<400>::of;
            let expected = exact(a).times(&exact(b)).minus(&exact(c).times(&exact(d)));
            if let Some(found) = found {
                fit += 1;
                let expected = match expected.side() {
                    Side::Back => Ordering::Less,
                    Side::On => Ordering::Equal,
                    Side::Front => Ordering::Greater,
                };
                assert_eq!(found.sign(), expected, "{a} · {b} − {c} · {d}");
            }
        }
        assert!(fit > trials / 2, "{fit} of {trials}");
    }

    #[test]
    fn numbers_that_do_not_fit_are_left_out() {
        let [large, small] = [1e300, 5e-324].map(Scaled::of);
        assert!(large.plus(small).is_none());
        assert!(small.minus(large).is_none());
        let [third, zero] = [1.0 / 3.0, 0.0].map(Scaled::of);
        let square = third.times(third).expect("106 bits");
        assert!(square.times(third).is_none());
        assert!(
            large
                .plus(zero)
                .is_some_and(|sum| sum.sign() == Ordering::Greater)
        );
        assert_eq!(Scaled::of(-5e-324).sign(), Ordering::Less);
    }
}
