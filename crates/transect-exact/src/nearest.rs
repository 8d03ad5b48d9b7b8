//! The float nearest to n·p + d: a sum of terms in floats, and an estimate of its error with a bound.
//! Comments beside the functions derive the bounds (docs/exactness.md, "The nearest float").

use core::ops::Range;

use crate::arrays::Few as _;
use crate::error_free::{is_exact_product, two_product, two_sum};
use crate::lanes::Lanes;

/// The range in which the error bounds hold. It limits T, the sum of the terms' magnitudes. For
/// [`nearest_by_multiples`], it limits Z, the product of the largest magnitudes of a coefficient and of a coordinate.
/// From 2⁻⁷⁵⁰ on, errors from underflow are negligible; below 2¹⁰⁰⁰, nothing overflows.
pub const MAGNITUDES: Range<f64> =
    f64::from_bits((1023 - 750) << 52)..f64::from_bits((1023 + 1000) << 52);

/// The factor 2⁻¹⁰². Let T be the sum of the terms' magnitudes. If the products' rounding errors are exact, the error
/// of a compensated sum is less than this factor times T.
pub const OF_PRODUCTS: f64 = f64::from_bits((1023 - 102) << 52);

/// The factor 2⁻⁷⁴. Let T be the sum of the terms' magnitudes. If the products are computed from [`halves`], the error
/// of a compensated sum is less than this factor times T.
pub const OF_HALVES: f64 = f64::from_bits((1023 - 74) << 52);

/// The factor 2³⁴. The size of the coefficients or of the coordinates is the largest of their magnitudes. Adding this
/// factor times a size to a number of at most this size, and subtracting it again, rounds the number to a multiple of a
/// power of two that is about 2⁻¹⁹ times the size.
pub const SPLIT: f64 = f64::from_bits((1023 + 34) << 52);

/// The factor 2²⁰, which is used like [`SPLIT`] to round the constant d. The size is the product of the sizes of the
/// coefficients and of the coordinates.
pub const SPLIT_OF_CONSTANT: f64 = f64::from_bits((1023 + 20) << 52);

/// The factor 2¹⁴. If |d| is at most this factor times the product of the sizes of the coefficients and of the
/// coordinates, the sum of multiples in [`nearest_by_multiples`] does not round.
pub const LARGEST_CONSTANT: f64 = f64::from_bits((1023 + 14) << 52);

/// The factor 2⁻⁶⁶. In [`nearest_by_multiples`], the products that are not products of two multiples add up to an
/// estimate. The rounding errors of the estimate are less than this factor times the product of the sizes of the
/// coefficients and of the coordinates.
pub const OF_MULTIPLES: f64 = f64::from_bits((1023 - 66) << 52);

/// The range of magnitudes of coefficients for which [`nearest_by_multiples`] is accurate; a coefficient may also be
/// zero.
pub const MODERATE: Range<f64> =
    f64::from_bits((1023 - 200) << 52)..f64::from_bits((1023 + 200) << 52);

/// The bits of a float that are kept in its high half: all but the last 27 bits of the significand.
pub const HIGH_HALF: u64 = !((1 << 27) - 1);

/// Splits a float into two floats of at most 26 and 27 bits, exactly.
#[inline]
pub fn halves(value: f64) -> [f64; 2] {
    let high = f64::from_bits(value.to_bits() & HIGH_HALF);
    [high, value - high]
}

/// The coefficients n of a linear form, split for sums without rounding as in [`nearest_by_multiples`].
pub struct Multiples {
    /// The largest magnitude of a coefficient.
    pub size: f64,
    /// Each coefficient, rounded to a multiple of a power of two that is about 2⁻¹⁹ times `size`.
    pub highs: [f64; 3],
    /// The rests of the coefficients: each coefficient minus its number in `highs`.
    pub lows: [f64; 3],
}

impl Multiples {
    /// Splits the coefficients n.
    #[inline(always)]
    #[must_use]
    pub fn of<const D: usize>(coefficients: &[f64; D]) -> Self {
        let third = if D == 3 { coefficients[D - 1] } else { 0.0 };
        let n = [coefficients[0], coefficients[1], third];
        let larger = |a: f64, b: f64| if a > b { a } else { b };
        let size = larger(larger(n[0].abs(), n[1].abs()), n[2].abs());
        let split = SPLIT * size;
        let highs = n.each(|c| (c + split) - split);
        Self {
            size,
            highs,
            lows: [n[0] - highs[0], n[1] - highs[1], n[2] - highs[2]],
        }
    }
}

// # The margin of multiples
//
// Here u = 2⁻⁵³, η = 2⁻¹⁰⁷⁴ is the smallest positive float, and fl rounds. S = n·x + d is the exact sum.
//
// Factors are split at a common power of two. Let N be the largest |nᵢ|, M the largest |xᵢ| (in columns, of a block of
// 64 rows) and Z = fl(NM). Each nᵢ is rounded to n′ᵢ = fl(fl(nᵢ + 2³⁴N) − 2³⁴N), each xᵢ likewise with 2³⁴M to x′ᵢ, and
// d with 2²⁰Z to d′. The subtractions are exact, so the remainders nᵢ − n′ᵢ, xᵢ − x′ᵢ and d − d′ are floats that are
// computed exactly. Let s be the sum of the n′ᵢx′ᵢ and d′, and e the sum of the products n′ᵢ(xᵢ − x′ᵢ) and (nᵢ − n′ᵢ)xᵢ
// and of d − d′, in floats. The margin is 2⁻⁶⁶Z, if 2⁻⁷⁵⁰ ≤ Z < 2¹⁰⁰⁰ and |d| ≤ 2¹⁴Z, and if each nᵢ is zero or from
// 2⁻²⁰⁰ to 2²⁰⁰ in magnitude.
//
// Proof. The distance from a normal float y > 0 to the next larger float is more than 2⁻⁵³y and ≤ 2⁻⁵²y.
//
// * s is exact. The n′ᵢ are multiples of g, the distance between floats near 2³⁴N, and ≤ (2¹⁹ + 2)g in magnitude, where
//   2⁻¹⁹N(1 − 2⁻³³) < g ≤ 2⁻¹⁸N(1 + 2⁻³³). The same holds for the x′ᵢ, with M and h for N and g. So each product is a
//   multiple of gh and ≤ (2¹⁹ + 2)²gh. With |d| ≤ 2¹⁴Z, d′ is a multiple of a power of two above 2⁻³³Z(1 − 2⁻⁵), so
//   also of gh ≤ 2⁻³⁶Z(1 + 2⁻³¹), and ≤ (2⁵² + 2²⁰)gh. All partial sums are multiples of gh below 2⁵³gh, so they are
//   floats.
// * The roundings in e. Let w = 2⁻¹⁹Z. Each of the six products is ≤ 1.0001w, and |d − d′| ≤ 0.0001w. The products
//   round by 6uw, the three sums of two products (one per axis) by 6uw, the three further additions by at most 12uw, in
//   either order (along the axes for two corners of a box, in pairs for a single point), and e ± m by at most 7uw: in
//   all below 32uw = 2⁻⁶⁷Z, half of the margin. The other half covers the roundings of m and Z, and an underflow of a
//   few η, as m ≥ 2⁻⁸¹⁶. ∎

/// Returns the float nearest to n·p + d, ties to even, if the error bound leaves only one float. The coefficients n
/// must be zero or [`MODERATE`]. Each factor is split into a multiple of a common power of two and a rest. The products
/// of the multiples and the multiple of d add up without rounding, to `sum`. All other products add up with rounding,
/// to `error`, the estimate of the rest.
#[inline(always)]
pub fn nearest_by_multiples<const D: usize>(
    coefficients: &[f64; D],
    constant: f64,
    point: &[f64; D],
) -> Option<f64> {
    let n = Multiples::of(coefficients);
    let third = if D == 3 { point[D - 1] } else { 0.0 };
    // The first two axes are computed together, and the last axis together with the constant.
    let numbers = [[point[0], point[1]], [third, constant]].each(Lanes);
    let highs = [[n.highs[0], n.highs[1]], [n.highs[2], 1.0]].each(Lanes);
    let lows = [[n.lows[0], n.lows[1]], [n.lows[2], 0.0]].each(Lanes);
    let largest = numbers[0].abs().larger(Lanes::both(third.abs()));
    let [first, second] = largest.0;
    let of_point = if first > second { first } else { second };
    let size = n.size * of_point;
    let split = SPLIT * of_point;
    let splits = [[split; 2], [split, SPLIT_OF_CONSTANT * size]].each(Lanes);
    let parts = |half: usize| {
        let high = numbers[half].plus(splits[half]).minus(splits[half]);
        let low = numbers[half].minus(high);
        let error = highs[half].times(low).plus(lows[half].times(numbers[half]));
        (highs[half].times(high), error)
    };
    let ((first, first_error), (second, second_error)) = (parts(0), parts(1));
    let sum = first.sum() + second.sum();
    let error = Lanes::both(first_error.plus(second_error).sum());
    let bound = OF_MULTIPLES * size;
    let ends = Lanes::both(sum).plus(error.plus(Lanes([bound, -bound])));
    let [most, least] = ends.0;
    let is_proved =
        (most == least) & MAGNITUDES.contains(&size) & (constant.abs() <= LARGEST_CONSTANT * size);
    is_proved.then_some(least)
}

/// Returns the results of [`nearest_by_multiples`] for two points, if floats prove both. `points` are the coordinates
/// of both points on each axis.
#[inline(always)]
pub(crate) fn two_nearest_by_multiples<const D: usize>(
    coefficients: &[f64; D],
    constant: f64,
    points: &[Lanes; D],
) -> Option<[f64; 2]> {
    let n = Multiples::of(coefficients);
    let mut largest = points[0].abs();
    for point in &points[1..] {
        largest = point.abs().larger(largest);
    }
    let size = Lanes::both(n.size).times(largest);
    let split = Lanes::both(SPLIT).times(largest);
    let split_of_constant = Lanes::both(SPLIT_OF_CONSTANT).times(size);
    let high = |number: Lanes, split: Lanes| number.plus(split).minus(split);
    let d = Lanes::both(constant);
    let mut sum = high(d, split_of_constant);
    let mut error = d.minus(sum);
    for (axis, &number) in points.iter().enumerate() {
        let [n_high, n_low] = [n.highs[axis], n.lows[axis]].each(Lanes::both);
        let high = high(number, split);
        let low = number.minus(high);
        sum = sum.plus(n_high.times(high));
        error = error.plus(n_high.times(low).plus(n_low.times(number)));
    }
    let bound = Lanes::both(OF_MULTIPLES).times(size);
    let [least, most] = [error.minus(bound), error.plus(bound)].each(|error| sum.plus(error));
    let is_proved = least.0 == most.0
        && size
            .0
            .iter()
            .all(|size| MAGNITUDES.contains(size) & (constant.abs() <= LARGEST_CONSTANT * size));
    is_proved.then_some(least.0)
}

// # The margins of compensated sums
//
// Let each term nᵢxᵢ be the sum hᵢ + lᵢ of two floats, up to an error in lᵢ. A tree of TwoSums adds
// h₀, h₁, h₂ and d. It gives the sum s and three tails (exact rounding errors): eₗ and eᵣ of the inner sums, eₛ of the
// outer sum. With each operation rounded, let
//
//     e = ((l₀ + l₁) + (l₂ + eₛ)) + (eₗ + eᵣ)
//
// The margin is βT̂, where T̂ is the tree sum of |h₀|, |h₁|, |h₂| and |d|, with 2⁻⁷⁵⁰ ≤ T̂ < 2¹⁰⁰⁰. Columns are tested
// with v = fl(s + e) and t = fl(e − fl(v − s)) in place of s and e.
//
// Proof. There are two ways to compute hᵢ and lᵢ, products and halves. The errors, as multiples of T = Σ|nᵢxᵢ| + |d|:
//
// | source | products | halves |
// |---|---:|---:|
// | lᵢ itself | 0 | 1.5·2⁻²⁴u |
// | additions in e | 8u² | 3·2⁻²⁴u |
// | e ± βT̂; or t, if |e| > |s| | 3u² | 2⁻²⁴u |
// | t ± βT̂ | u² | u² |
// | sum of these errors | below 13u² | below 6·2⁻²⁴u |
// | β | 16u² = 2⁻¹⁰² | 8·2⁻²⁴u = 2⁻⁷⁴ |
//
// * Products: hᵢ = fl(nᵢxᵢ), and lᵢ is its rounding error, by FMA or by Dekker's splitting. The tails add up to at most
//   u(Σ|nᵢxᵢ| + |h₀ + h₁| + |h₂ + d| + |s|) ≤ 3uT, up to terms in u². Each takes part in at most three rounded
//   additions.
// * Halves: nᵢ and xᵢ are each cut after 26 bits, into nᵢ′ + nᵢ″ and xᵢ′ + xᵢ″ with |nᵢ″| ≤ 2⁻²⁵|nᵢ|, |xᵢ″| ≤ 2⁻²⁵|xᵢ|.
//   Then hᵢ = nᵢ′xᵢ′ and nᵢ′xᵢ″ are exact, lᵢ = fl(nᵢ′xᵢ″ + fl(nᵢ″xᵢ)), and |lᵢ| ≤ 2⁻²⁴|nᵢxᵢ|. This takes half the
//   operations of Dekker's splitting, and leaves about one value of ordinary data in two million undecided.
// * e ± βT̂ and t: |e| is ≤ 3uT for products and 1.01·2⁻²⁴T for halves. If |s| ≥ |e|, t is the exact rounding error of
//   s + e (Dekker). Otherwise v − s is rounded, by at most u|e|(1 + 3u): 3.01u²T for products, 1.02·2⁻²⁴uT for halves.
// * T̂ is at least T(1 − 2⁻²³), which the difference between β and the sum covers.
// * Underflow: for a product below 2⁻⁹⁶⁸, lᵢ has an error below 2⁻⁹⁶⁰. For halves, coefficients are zero or from 2⁻²⁰⁰
//   to 2²⁰⁰ in magnitude; |xᵢ″| exceeds 2⁻²⁵|xᵢ| only for a subnormal xᵢ, whose products are below 2⁻⁸⁴⁶. Both are
//   negligible: with T̂ ≥ 2⁻⁷⁵⁰, u²T ≥ 2⁻⁸⁵⁶ and 2⁻²⁴uT ≥ 2⁻⁸²⁷.
// * Overflow makes a NaN, also of a factor too large to be split. ∎

/// Returns the float nearest to n·p + d, ties to even, if floats can prove it: if the error bound leaves only one
/// float, or if no operation rounds. In the second case, the value may be zero or in the middle between two floats.
#[inline(never)]
pub fn nearest_by_products<const D: usize>(
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
/// error, up to an unknown error. `bound` is at least this unknown error plus the rounding error of error ± bound.
#[inline(always)]
fn only_float(sum: f64, error: f64, bound: f64) -> Option<f64> {
    // Rounding is monotone: if the least and the greatest possible number round to the same float, so does the number.
    // Comparisons with NaN are false, so a NaN is not returned.
    let [least, most] = [error - bound, error + bound].each(|error| sum + error);
    (least == most).then_some(least)
}
