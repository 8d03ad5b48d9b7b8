//! The floats nearest to n·p + d for a block of points, by factors that are split at a common power of two: the same
//! method as for single points (docs/exactness.md, "The nearest float"), with one power of two for the whole block.

use fearless_simd::{Bytes, Simd, SimdBase, SimdFloat, SimdMask};
use transect_exact::linear::LinearForm;
use transect_exact::nearest::{
    LARGEST_CONSTANT, MAGNITUDES, Multiples, OF_MULTIPLES, SPLIT, SPLIT_OF_CONSTANT,
};

use crate::batch::grid::{EXPONENT, Grid, step_of};
use crate::batch::kernel::{self, BLOCK, Lane};
use crate::batch::scalar::Scalar;
use crate::predicates::ruler::Ruler;

/// The factor 2⁻¹⁶. The largest magnitude of a coefficient times that of a coordinate times this factor is about the
/// number to which coordinates are added, to test what they are multiples of.
const OF_EXACT_MULTIPLES: f64 = f64::from_bits((1023 - 16) << 52);

/// The number 2⁹⁶⁰. Magnitudes below this number can be split and scaled without overflow.
const LARGEST_SIZE: f64 = f64::from_bits((1023 + 960) << 52);

/// The factor 2⁶⁹. If the largest magnitude of a coefficient times that of a coordinate is at most this factor times a
/// power of two of which the constant is a multiple, the constant takes part in no rounded operation.
const STEPS_OF_CONSTANT: f64 = f64::from_bits((1023 + 69) << 52);

/// A block of points, and the number at which its factors are split.
pub(crate) struct SplitBlock<'b, T, const D: usize> {
    point: [Lane<'b, T>; D],
    /// The largest magnitude of a coordinate. It is NaN, or ignores NaNs, if there are any.
    largest: f64,
}

impl<'b, T: Scalar, const D: usize> SplitBlock<'b, T, D> {
    #[inline(always)]
    pub(crate) fn new<S: Simd>(simd: S, point: [Lane<'b, T>; D]) -> Self {
        let zero = S::f64s::splat(simd, 0.0);
        let mut largest = [zero; 2];
        for first in (0..BLOCK).step_by(2 * S::f64s::LEN) {
            for lane in point {
                let numbers = T::widened(simd, lane, first);
                for (largest, numbers) in largest.iter_mut().zip(numbers) {
                    *largest = numbers.abs().max(*largest);
                }
            }
        }
        let mut lanes = [0.0; BLOCK];
        largest[0]
            .max(largest[1])
            .store_slice(&mut lanes[..S::f64s::LEN]);
        // At some CPU feature levels, the larger of a number and a NaN is NaN, and then so is the largest number.
        let lanes = lanes[..S::f64s::LEN].iter();
        let larger = |a: f64, &b: &f64| if a >= b || a.is_nan() { a } else { b };
        Self {
            point,
            largest: lanes.fold(0.0, larger),
        }
    }

    /// Writes the signed distances of the points, and returns the bits of the points whose distances certainly equal
    /// those of single points, or that have a NaN. Returns `None` if the method does not apply to this block. The
    /// coefficients of the form must be moderate: zero, or neither very large nor very small.
    ///
    /// If the coefficients have few bits (`FEW`), the coordinates are tested to be multiples of a number. No sum rounds
    /// then, so it does not matter how many sums lie halfway between two floats. Otherwise the error bound is tested.
    #[inline(always)]
    pub(crate) fn distances<S: Simd, const FEW: bool>(
        &self,
        simd: S,
        form: &LinearForm<D>,
        ruler: &Ruler,
        grid: &Grid,
        distances: &mut [f64; BLOCK],
    ) -> Option<u64> {
        let number = |value| S::f64s::splat(simd, value);
        let n = Multiples::of(form.normal());
        let d = form.constant();
        let size = n.size * self.largest;
        let is_in_range = (MAGNITUDES.start..LARGEST_SIZE).contains(&size)
            && self.largest < LARGEST_SIZE
            && d.abs() <= LARGEST_CONSTANT * size
            && (!FEW || d == 0.0 || size <= STEPS_OF_CONSTANT * step_of(d.abs()));
        if !is_in_range {
            return None;
        }
        let split = SPLIT * self.largest;
        let split_of_constant = SPLIT_OF_CONSTANT * size;
        let d_high = (d + split_of_constant) - split_of_constant;
        let d_low = d - d_high;
        let bound = OF_MULTIPLES * size;
        let large = f64::from_bits((size * (OF_EXACT_MULTIPLES / grid.step)).to_bits() & EXPONENT);
        let (factor, length) = (number(ruler.factor()), number(ruler.length()));
        let zero = number(0.0);
        let mut known = 0;
        let mut differences: S::u64s = zero.bitcast();
        for first in (0..BLOCK).step_by(2 * S::f64s::LEN) {
            let points = kernel::points(simd, &self.point, first);
            for (half, point) in points.iter().enumerate() {
                let (mut sum, mut error) = (number(d_high), number(d_low));
                for (axis, &x) in point.iter().enumerate() {
                    let high = (x + split) - split;
                    let low = x - high;
                    sum = high.mul_add(number(n.highs[axis]), sum);
                    if FEW {
                        error = low.mul_add(number(n.highs[axis]), error);
                        let multiple: S::u64s = ((x + large) - large).bitcast();
                        let bits: S::u64s = x.bitcast();
                        differences |= multiple ^ bits;
                    } else {
                        let rest = x * n.lows[axis];
                        error += low.mul_add(number(n.highs[axis]), rest);
                    }
                }
                let place = first + half * S::f64s::LEN;
                let value = if FEW {
                    sum + error
                } else {
                    let value = sum + (error - bound);
                    // The bound does not change the sum, so |value| is at least 2⁻¹³ times the size, and at least
                    // 2⁻⁷⁶³. Multiplied by the factor, which is at least 2⁻²⁰⁰, it stays a normal float.
                    let is_only = (sum + (error + bound)).simd_eq(value);
                    known |= is_only.to_bitmask() << place;
                    value
                };
                // Adding `zero` turns −0 into +0, the result of [`Plane::signed_distance`].
                let distance = (value * factor) / length + zero;
                distance.store_slice(&mut distances[place..place + S::f64s::LEN]);
            }
        }
        if !FEW {
            return Some(known);
        }
        let nothing: S::u64s = zero.bitcast();
        differences.simd_eq(nothing).all_true().then_some(u64::MAX)
    }
}
