//! The float nearest to a sum of a few products. A compensated sum is tried first, then double-doubles, then integers.

use crate::compensated;
use crate::determinant::{dot, numbers};
use crate::double_double::DoubleDouble;
use crate::dyadic::{Dyadic, PRODUCT_DIGITS};
use crate::number::Number;
use crate::quotient::nearest_float;

/// Returns the float nearest to Σ aᵢ·bᵢ + constant, ties to even, for at most three products. A sum beyond the range of
/// floats is infinite.
///
/// # Panics
/// Panics if a number is NaN or infinite.
#[inline]
pub fn nearest_sum<const K: usize>(a: &[f64; K], b: &[f64; K], constant: f64) -> f64 {
    quick_sum(a, b, constant).unwrap_or_else(|| exact_sum(*a, *b, constant))
}

/// Returns the same float as [`nearest_sum`] if the error bound of a compensated sum or of double-doubles leaves only
/// one float. If the result is zero, the sum is exactly zero.
#[inline]
pub fn quick_sum<const K: usize>(a: &[f64; K], b: &[f64; K], constant: f64) -> Option<f64> {
    const { assert!(K <= 3, "the error bound is derived for four terms") }
    let sum = compensated::dot(a, b).plus(constant);
    sum.nearest()
        .or_else(|| in_double_doubles(*a, *b, constant))
}

#[cold]
#[inline(never)]
fn in_double_doubles<const K: usize>(a: [f64; K], b: [f64; K], constant: f64) -> Option<f64> {
    let sum: DoubleDouble = dot(&numbers(&a), &numbers(&b));
    nearest_float(&sum.plus(&Number::of(constant)))
}

#[cold]
#[inline(never)]
fn exact_sum<const K: usize>(a: [f64; K], b: [f64; K], constant: f64) -> f64 {
    let products = a.into_iter().zip(b);
    Dyadic::<PRODUCT_DIGITS>::sum_of_products(products.chain([(constant, 1.0)])).to_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// Returns a float of a few bits or of 53 bits, with one of 30 exponents.
    fn float(random: &mut SplitMix64) -> f64 {
        let bits = random.bits();
        let kept = [52, 26, 3, 0][(bits & 3) as usize];
        let mantissa = (random.bits() >> 12) & !((1_u64 << (52 - kept)) - 1);
        f64::from_bits((bits >> 63) << 63 | (1008 + (bits >> 2) % 30) << 52 | mantissa)
    }

    #[test]
    fn each_stage_gives_the_nearest_float() {
        let mut random = SplitMix64::new(11);
        let (mut zeros, mut decided) = (0, 0);
        for step in 0..30_000 {
            let mut a: [f64; 3] = core::array::from_fn(|_| float(&mut random));
            let b: [f64; 3] = core::array::from_fn(|_| float(&mut random));
            // In two of three steps, the constant is the negative of the rounded sum of the products, so nearly
            // everything cancels. In one of these two, there is only one product.
            if step % 3 == 2 {
                a[1] = 0.0;
                a[2] = 0.0;
            }
            let near = compensated::dot(&a, &b).high;
            let constant = [float(&mut random), -near, -near][step % 3];
            let exact = exact_sum(a, b, constant);
            assert_eq!(
                nearest_sum(&a, &b, constant),
                exact,
                "{a:?} {b:?} {constant}"
            );
            let quick = compensated::dot(&a, &b).plus(constant).nearest();
            assert!(
                quick.is_none_or(|sum| sum == exact),
                "{a:?} {b:?} {constant}"
            );
            let double = in_double_doubles(a, b, constant);
            assert!(
                double.is_none_or(|sum| sum == exact),
                "{a:?} {b:?} {constant}"
            );
            zeros += u32::from(exact == 0.0);
            decided += u32::from(quick_sum(&a, &b, constant).is_some());
        }
        assert!(zeros > 1_000 && decided > 15_000, "{zeros} {decided}");
    }

    #[test]
    fn sums_at_the_ends_of_the_range_are_rounded_once() {
        let least = f64::from_bits(1);
        assert_eq!(nearest_sum(&[least], &[0.5], 0.0), 0.0);
        assert_eq!(quick_sum(&[least], &[0.5], 0.0), None);
        assert_eq!(nearest_sum(&[least], &[0.75], 0.0), least);
        assert_eq!(
            nearest_sum(&[f64::MAX, -1.0], &[2.0, f64::MAX], 0.0),
            f64::MAX
        );
        assert_eq!(nearest_sum(&[f64::MAX], &[2.0], 0.0), f64::INFINITY);
        assert_eq!(quick_sum(&[0.0, 3.0], &[7.0, 0.0], 0.0), Some(0.0));
    }
}
