//! The float nearest to n·p + d, by compensated sums: a sum of rounded terms, and an estimate of its rounding error
//! with a bound. docs/exactness.md, "The nearest float", derives the bounds.

use core::ops::Range;

use crate::predicates::error_free::{is_exact_product, two_product, two_sum};

/// The range of T, the sum of the terms' magnitudes, in which the error bounds hold. From 2⁻⁷⁵⁰ on, errors from
/// underflow are negligible; below 2¹⁰⁰⁰, nothing overflows.
pub(crate) const MAGNITUDES: Range<f64> =
    f64::from_bits((1023 - 750) << 52)..f64::from_bits((1023 + 1000) << 52);

/// The factor 2⁻¹⁰². Let T be the sum of the terms' magnitudes. If the products' rounding errors are exact, the error
/// of a compensated sum is less than this factor times T.
pub(crate) const OF_PRODUCTS: f64 = f64::from_bits((1023 - 102) << 52);

/// The factor 2⁻⁷⁴. Let T be the sum of the terms' magnitudes. If the products are computed from [`halves`], the error
/// of a compensated sum is less than this factor times T.
pub(crate) const OF_HALVES: f64 = f64::from_bits((1023 - 74) << 52);

/// The range of magnitudes of coefficients for which [`nearest_by_halves`] is accurate; a coefficient may also be zero.
pub(crate) const MODERATE: Range<f64> =
    f64::from_bits((1023 - 200) << 52)..f64::from_bits((1023 + 200) << 52);

/// The bits of a float that are kept in its high half: all but the last 27 bits of the significand.
pub(crate) const HIGH_HALF: u64 = !((1 << 27) - 1);

/// Splits a float into two floats of at most 26 and 27 bits, exactly.
#[inline]
pub(crate) fn halves(value: f64) -> [f64; 2] {
    let high = f64::from_bits(value.to_bits() & HIGH_HALF);
    [high, value - high]
}

/// Returns the float nearest to n·p + d, ties to even, if the error bound leaves only one. The coefficients n must be
/// zero or [`MODERATE`]. The factors are split into halves; products of high halves are exact, and all other products
/// belong to the estimate of the error.
#[inline(always)]
pub(crate) fn nearest_by_halves<const D: usize>(
    coefficients: &[f64; D],
    constant: f64,
    point: &[f64; D],
) -> Option<f64> {
    let (mut highs, mut lows) = ([0.0; 3], [0.0; 3]);
    for axis in 0..D {
        let [n_high, n_low] = halves(coefficients[axis]);
        let [x_high, x_low] = halves(point[axis]);
        highs[axis] = n_high * x_high;
        lows[axis] = n_high * x_low + n_low * point[axis];
    }
    let magnitude = (highs[0].abs() + highs[1].abs()) + (highs[2].abs() + constant.abs());
    let (left, left_tail) = two_sum(highs[0], highs[1]);
    let (right, right_tail) = two_sum(highs[2], constant);
    let (sum, tail) = two_sum(left, right);
    let error = ((lows[0] + lows[1]) + (lows[2] + tail)) + (left_tail + right_tail);
    only_float(sum, error, OF_HALVES * magnitude).filter(|_| MAGNITUDES.contains(&magnitude))
}

/// Returns the float nearest to n·p + d, ties to even, if floats can prove it: if the error bound leaves only one
/// float, or if no operation rounds. In the second case, the value may be zero or in the middle between two floats.
#[inline(never)]
pub(crate) fn nearest_by_products<const D: usize>(
    coefficients: &[f64; D],
    constant: f64,
    point: &[f64; D],
) -> Option<f64> {
    let (mut products, mut tails) = ([0.0; 3], [0.0; 3]);
    let mut is_exact = true;
    for axis in 0..D {
        let (n, x) = (coefficients[axis], point[axis]);
        (products[axis], tails[axis]) = two_product(n, x);
        is_exact &= is_exact_product(n, x, products[axis]);
    }
    let magnitude = (products[0].abs() + products[1].abs()) + (products[2].abs() + constant.abs());
    let (left, left_tail) = two_sum(products[0], products[1]);
    let (right, right_tail) = two_sum(products[2], constant);
    let (sum, tail) = two_sum(left, right);
    let error = ((tails[0] + tails[1]) + (tails[2] + tail)) + (left_tail + right_tail);
    if MAGNITUDES.contains(&magnitude)
        && let Some(nearest) = only_float(sum, error, OF_PRODUCTS * magnitude)
    {
        return Some(nearest);
    }
    // The tails are the rounding errors of products and sums. If all six tails add up without rounding, sum + error is
    // the exact value.
    let (first, a) = two_sum(tails[0], tails[1]);
    let (second, b) = two_sum(tails[2], tail);
    let (third, c) = two_sum(left_tail, right_tail);
    let (fourth, d) = two_sum(first, second);
    let (error, e) = two_sum(fourth, third);
    let exact = sum + error;
    // A NaN is not equal to zero. So if something overflows, nothing is returned.
    let nothing_rounds = [a, b, c, d, e].iter().all(|&tail| tail == 0.0);
    (is_exact && nothing_rounds && exact.abs() < MAGNITUDES.end).then_some(exact + 0.0)
}

/// Returns the float nearest to a number, ties to even, if only one float can be the nearest. The number is sum +
/// error, up to an unknown error of at most `bound`.
#[inline]
fn only_float(sum: f64, error: f64, bound: f64) -> Option<f64> {
    let value = sum + error;
    let rest = error - (value - sum);
    // Rounding is monotone: if the least and the greatest possible number round to the same float, so does the number.
    // Comparisons with NaN are false, so a NaN is not returned.
    let is_only = (value + (rest + bound) == value) & (value + (rest - bound) == value);
    is_only.then_some(value)
}
