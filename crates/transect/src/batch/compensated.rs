//! The floats nearest to n·p + d, for vectors of points, by compensated sums: the same method as for single points
//! (docs/exactness.md, "The nearest float").

use fearless_simd::{Bytes, Simd, SimdBase, SimdFloat, SimdMask};
use transect_exact::linear::LinearForm;
use transect_exact::nearest::{HIGH_HALF, MAGNITUDES, OF_HALVES, OF_PRODUCTS, halves};

use crate::batch::grid::{EXPONENT, Grid};
use crate::batch::kernel::{self, BLOCK, Lane};
use crate::batch::level::has_fused_products;
use crate::batch::scalar::Scalar;

/// A mask of the lanes of a vector of f64.
type Mask<S> = <<S as Simd>::f64s as SimdBase<S>>::Mask;

/// The values n·p + d at a vector of points, and the intermediate results of the sums.
pub(crate) struct Compensated<S: Simd> {
    /// The rounded values.
    pub(crate) value: S::f64s,
    /// The lanes in which the error bound proves that the rounded value is the float nearest to the exact value.
    pub(crate) is_nearest: Mask<S>,
    /// The sum of the magnitudes of the terms, rounded.
    magnitude: S::f64s,
    /// The lanes in which `magnitude` has a size for which the proofs hold.
    in_range: Mask<S>,
}

impl<S: Simd> Compensated<S> {
    /// Computes the values. At CPU feature levels with fused multiply-add, a term is stored as a rounded product and
    /// its exact rounding error. At other levels, both factors of a product are split into halves. The coefficients
    /// must then be moderate: zero, or neither very large nor very small.
    #[inline(always)]
    pub(crate) fn new<T: Scalar, const D: usize>(
        simd: S,
        form: &LinearForm<D>,
        point: &[S::f64s; D],
    ) -> Self {
        let is_fused = has_fused_products(simd.level());
        let number = |value| S::f64s::splat(simd, value);
        let n = form.coefficients();
        let [mut highs, mut lows] = [[number(0.0); 3]; 2];
        for axis in 0..D {
            let x = point[axis];
            (highs[axis], lows[axis]) = if is_fused {
                let product = x * n[axis];
                (product, x.mul_sub(number(n[axis]), product))
            } else {
                let [n_high, n_low] = halves(n[axis]);
                let [x_high, x_low] = halves_of::<S, T>(simd, x);
                (x_high * n_high, x_low * n_high + x * n_low)
            };
        }
        let constant = number(form.constant());
        let (left, left_tail) = two_sum::<S>(highs[0], highs[1]);
        let (right, right_tail) = two_sum::<S>(highs[2], constant);
        let (sum, tail) = two_sum::<S>(left, right);
        let error = ((lows[0] + lows[1]) + (lows[2] + tail)) + (left_tail + right_tail);
        let magnitude = (highs[0].abs() + highs[1].abs()) + (highs[2].abs() + constant.abs());
        let bound = magnitude * if is_fused { OF_PRODUCTS } else { OF_HALVES };
        let value = sum + error;
        let rest = error - (value - sum);
        // In a lane with a NaN, both comparisons are false, so the value does not count as the nearest float.
        let is_only =
            (value + (rest + bound)).simd_eq(value) & (value + (rest - bound)).simd_eq(value);
        let in_range =
            magnitude.simd_ge(number(MAGNITUDES.start)) & magnitude.simd_lt(number(MAGNITUDES.end));
        Self {
            value,
            is_nearest: is_only & in_range,
            magnitude,
            in_range,
        }
    }

    /// Returns the lanes in which only the last addition rounds, because all coordinates are multiples of a number that
    /// is large enough. The value in such a lane is the nearest float, too, although `is_nearest` may not show it: for
    /// example if the sum is zero, or halfway between two floats. `form` and `point` are the arguments of
    /// [`Compensated::new`].
    #[inline(always)]
    pub(crate) fn is_exact<const D: usize>(
        &self,
        simd: S,
        form: &LinearForm<D>,
        grid: &Grid,
        point: &[S::f64s; D],
    ) -> Mask<S> {
        let bits: S::u64s = (self.magnitude * grid.scale).bitcast();
        let large: S::f64s = (bits & EXPONENT).bitcast();
        let is_multiple =
            |number: S::f64s, large: S::f64s| ((number + large) - large).simd_eq(number);
        let constant = S::f64s::splat(simd, form.constant());
        let mut is_exact = self.in_range & is_multiple(constant, large * grid.step);
        for &x in point {
            is_exact &= is_multiple(x, large);
        }
        is_exact
    }
}

/// Splits numbers as [`halves`] does. Numbers of a column of f32 have at most 24 bits, so their low halves are zero.
#[inline(always)]
fn halves_of<S: Simd, T: Scalar>(simd: S, numbers: S::f64s) -> [S::f64s; 2] {
    if T::IS_SINGLE {
        return [numbers, S::f64s::splat(simd, 0.0)];
    }
    let bits: S::u64s = numbers.bitcast();
    let high: S::f64s = (bits & HIGH_HALF).bitcast();
    [high, numbers - high]
}

/// Returns a + b rounded, and the rounding errors of these sums (Knuth, TAOCP 2, 4.2.2, theorem B).
#[inline(always)]
fn two_sum<S: Simd>(a: S::f64s, b: S::f64s) -> (S::f64s, S::f64s) {
    let sum = a + b;
    (sum, kernel::tail::<S>(a, b, sum))
}

/// Writes the signed distances of 64 points from a plane whose normal is ±1 on one axis and 0 on the others. One
/// addition computes such a distance. Returns the bits of the points whose distances are finite.
#[inline(always)]
pub(crate) fn along_axis<S: Simd, T: Scalar, const D: usize>(
    simd: S,
    form: &LinearForm<D>,
    point: [Lane<'_, T>; D],
    distances: &mut [f64; BLOCK],
) -> u64 {
    let n = form.coefficients();
    let constant = S::f64s::splat(simd, form.constant());
    let infinity = S::f64s::splat(simd, f64::INFINITY);
    let mut known = 0;
    for first in (0..BLOCK).step_by(2 * S::f64s::LEN) {
        let places = [first, first + S::f64s::LEN];
        let products = kernel::products(simd, &n, &point, first);
        for (place, [a, b, c]) in places.into_iter().zip(products) {
            let distance = ((a + b) + (c + constant)) + 0.0;
            known |= distance.abs().simd_lt(infinity).to_bitmask() << place;
            distance.store_slice(&mut distances[place..place + S::f64s::LEN]);
        }
    }
    known
}
