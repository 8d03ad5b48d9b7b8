//! The inner loops of the first two stages of classification: in the columns' number type, then in f64. They compute
//! n·p + d for 64 shapes at a time. Each loop is written once, and compiled for every CPU feature level.
//!
//! All functions here are inlined into functions that enable the instructions of a CPU feature level (the dispatch of
//! `fearless_simd`). Results are words of 64 bits: bit i belongs to shape i of a block.

use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask};
use transect_exact::linear::LinearForm;
use transect_exact::unit::{SMALLEST, U};

use crate::batch::filter::Filter;
use crate::batch::scalar::Scalar;
use crate::batch::scalar::sealed::Lanes;

/// The number of shapes in a block, one per bit of a word.
pub(crate) const BLOCK: usize = 64;

/// The number of blocks in a tile. All blocks of a tile share one error bound: a first loop over them finds their
/// largest magnitude, and a second loop classifies them. In between, the blocks stay in the first-level cache.
pub(crate) const TILE: usize = 16;

/// The part of a column that belongs to one block.
pub(crate) type Lane<'a, T> = &'a [T; BLOCK];

/// The values n·p + d at the backmost and at the frontmost points of one SIMD vector of shapes.
pub(crate) type Values<S, T> = [<T as Lanes>::Vector<S>; 2];

/// The signs that the first stage finds for up to sixteen blocks, before the later stages (in f64, then exact).
///
/// Each field is an array with one element per block. If the words of one block were adjacent in memory instead, LLVM
/// would assemble them in SIMD registers, which is slower than in general registers.
#[derive(Default)]
pub(crate) struct Signs {
    /// For each block, bits of the shapes whose n·p + d at the backmost point has no minus sign.
    pub(crate) front: [u64; TILE],
    /// For each block, bits of the shapes whose n·p + d at the frontmost point has a minus sign.
    pub(crate) back: [u64; TILE],
    /// For each block, `true` if the magnitudes of all its values n·p + d exceed the error bound, so that all its signs
    /// are right.
    pub(crate) is_certain: [bool; TILE],
}

/// The shapes of one block that the first stage decides. A shape without a bit in any field is left to the later
/// stages, in f64 and exact.
#[derive(Clone, Copy)]
pub(crate) struct Certain {
    /// Bits of the shapes that are certainly strictly in front.
    pub(crate) front: u64,
    /// Bits of the shapes that are certainly strictly behind.
    pub(crate) back: u64,
    /// Bits of the shapes that are certainly partly in front and partly behind.
    pub(crate) cut: u64,
}

/// The signs of n·p + d at up to 64 points, and the bits of the points whose signs are certain.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ends {
    pub(crate) positive: u64,
    pub(crate) negative: u64,
    pub(crate) known: u64,
}

#[inline(always)]
pub(crate) fn load<S: Simd, T: Scalar, const N: usize>(
    simd: S,
    lane: &[T; N],
    first: usize,
) -> T::Vector<S> {
    T::Vector::from_slice(simd, &lane[first..first + T::Vector::<S>::LEN])
}

/// Returns one SIMD vector of each column. The vectors begin at index `first`.
#[inline(always)]
pub(crate) fn vectors<S: Simd, T: Scalar, const D: usize>(
    simd: S,
    lanes: &[Lane<'_, T>; D],
    first: usize,
) -> [T::Vector<S>; D] {
    let mut vectors = [T::Vector::splat(simd, T::ZERO); D];
    for axis in 0..D {
        vectors[axis] = load(simd, lanes[axis], first);
    }
    vectors
}

/// Returns n·p + d, computed with the filter's rounded coefficients, for one SIMD vector of corners, from index `first`
/// on.
#[inline(always)]
pub(crate) fn values<S: Simd, T: Scalar, const D: usize>(
    simd: S,
    filter: &Filter<T, D>,
    corner: &[Lane<'_, T>; D],
    first: usize,
) -> T::Vector<S> {
    sums(simd, &filter.normal, filter.offset, corner, first)
}

/// Returns n·p + d for one SIMD vector of points, from index `first` on, for any normal n and offset d.
#[inline(always)]
pub(crate) fn sums<S: Simd, T: Scalar, const D: usize, const N: usize>(
    simd: S,
    normal: &[T; D],
    offset: T,
    point: &[&[T; N]; D],
    first: usize,
) -> T::Vector<S> {
    let mut sum = T::Vector::splat(simd, offset);
    // An index and not `zip`: in builds with `lto = "off"`, `zip` was a function call per vector.
    for axis in 0..D {
        let coefficient = T::Vector::splat(simd, normal[axis]);
        sum = load(simd, point[axis], first).mul_add(coefficient, sum);
    }
    sum
}

/// Writes the signs of one block into element `place` of each array of `signs`. `ends(index)` returns the values n·p +
/// d at the backmost and the frontmost points of the vector of shapes that begins at `index`. Signs come from the sign
/// bits of the values, and the error bound is checked separately; this saves one comparison per sign.
#[inline(always)]
pub(crate) fn signs<S: Simd, T: Scalar>(
    simd: S,
    threshold: T,
    signs: &mut Signs,
    place: usize,
    ends: impl Fn(usize) -> Values<S, T>,
) {
    let above = T::Vector::splat(simd, threshold);
    let [mut not_front, mut back] = [0; 2];
    let mut is_certain = above.simd_ge(above);
    for first in (0..BLOCK).step_by(T::Vector::<S>::LEN) {
        let [backmost, frontmost] = ends(first);
        // A comparison with NaN is false, so a block with a NaN is never certain.
        is_certain &= backmost.abs().simd_gt(above) & frontmost.abs().simd_gt(above);
        not_front |= backmost.is_sign_negative().to_bitmask() << first;
        back |= frontmost.is_sign_negative().to_bitmask() << first;
    }
    signs.front[place] = !not_front;
    signs.back[place] = back;
    signs.is_certain[place] = is_certain.all_true();
}

/// Returns the shapes of one block whose sides are certain. As for [`signs`], `ends(index)` returns the values n·p + d
/// of a vector of shapes.
#[inline(always)]
pub(crate) fn certain<S: Simd, T: Scalar>(
    simd: S,
    threshold: T,
    ends: impl Fn(usize) -> Values<S, T>,
) -> Certain {
    let above = T::Vector::splat(simd, threshold);
    let below = -above;
    let [mut front, mut back, mut cut] = [0; 3];
    for first in (0..BLOCK).step_by(T::Vector::<S>::LEN) {
        let [backmost, frontmost] = ends(first);
        let is_cut = backmost.simd_lt(below) & frontmost.simd_gt(above);
        front |= backmost.simd_gt(above).to_bitmask() << first;
        back |= frontmost.simd_lt(below).to_bitmask() << first;
        cut |= is_cut.to_bitmask() << first;
    }
    Certain { front, back, cut }
}

/// Returns the bits of the rows without min ≤ max: inverted boxes, and rows with a NaN.
#[inline(always)]
pub(crate) fn not_ordered<S: Simd, T: Scalar, const D: usize>(
    simd: S,
    min: [Lane<'_, T>; D],
    max: [Lane<'_, T>; D],
) -> u64 {
    let mut ordered = !0;
    for axis in 0..D {
        let mut word = 0;
        for first in (0..BLOCK).step_by(T::Vector::<S>::LEN) {
            let is_ordered = load(simd, min[axis], first).simd_le(load(simd, max[axis], first));
            word |= is_ordered.to_bitmask() << first;
        }
        ordered &= word;
    }
    !ordered
}

/// The range of the coordinates read so far, for each SIMD lane: the least and the greatest number.
#[derive(Clone, Copy)]
pub(crate) struct Ranges<S: Simd, T: Scalar> {
    least: T::Vector<S>,
    greatest: T::Vector<S>,
    is_ordered: <T::Vector<S> as SimdBase<S>>::Mask,
}

impl<S: Simd, T: Scalar> Ranges<S, T> {
    #[inline(always)]
    pub(crate) fn nothing(simd: S) -> Self {
        let zero = T::Vector::splat(simd, T::ZERO);
        Self {
            least: zero,
            greatest: zero,
            is_ordered: zero.simd_le(zero),
        }
    }

    /// Adds the bounds of 64 rows; a row is ordered if min ≤ max. The previous result is the second operand of `min`
    /// and `max`: on x86 these operations then ignore a NaN in a row. On other CPUs a NaN remains in the result;
    /// [`Self::sum_up`] then returns infinity, so that no side is certain.
    #[inline(always)]
    pub(crate) fn add(&mut self, simd: S, min: Lane<'_, T>, max: Lane<'_, T>) {
        for first in (0..BLOCK).step_by(T::Vector::<S>::LEN) {
            let (min, max) = (load(simd, min, first), load(simd, max, first));
            self.least = min.min(self.least);
            self.greatest = max.max(self.greatest);
            self.is_ordered &= min.simd_le(max);
        }
    }

    /// Joins the ranges of the coordinates in several columns into one: the least of their minima and the greatest of
    /// their maxima. While columns are read, each has its own ranges, so that the operations on one column need not
    /// wait for those on another.
    #[inline(always)]
    pub(crate) fn all_of<const N: usize>(columns: [Self; N]) -> Self {
        let mut all = columns[0];
        for column in &columns[1..] {
            all.least = column.least.min(all.least);
            all.greatest = column.greatest.max(all.greatest);
            all.is_ordered &= column.is_ordered;
        }
        all
    }

    /// Returns the largest magnitude of a coordinate, and `true` if all rows have min ≤ max. If a row does not have min
    /// ≤ max, the magnitude is not reliable.
    #[inline(always)]
    pub(crate) fn sum_up(self) -> (f64, bool) {
        let magnitudes = (-self.least).max(self.greatest);
        let largest = if magnitudes.simd_le(magnitudes).all_true() {
            magnitudes.reduce_max().to_f64()
        } else {
            f64::INFINITY
        };
        (largest, self.is_ordered.all_true())
    }
}

/// The second stage: returns the signs at N points, computed in f64. Only signs of points very near the plane remain
/// uncertain. N is at most 64 and a multiple of twice the length of an f64 vector.
///
/// If the products n·p are exact, all signs are right, even at points on the plane: if a rounded sum is zero, its
/// rounding errors give the sign (docs/exactness.md, Theorem A). Otherwise the same error bound as for single points
/// decides which signs are certain.
#[inline(always)]
pub(crate) fn ends<S: Simd, T: Scalar, const D: usize, const N: usize>(
    simd: S,
    form: &LinearForm<D>,
    point: [&[T; N]; D],
) -> Ends {
    let [if_single, always] = form.exact_products();
    if always || (if_single && are_single(point.iter())) {
        exact_products(simd, form, point)
    } else {
        filtered(simd, form, point)
    }
}

/// Returns `true` if all numbers of the columns are values of f32. For columns of f32, nothing is tested.
#[inline(always)]
pub(crate) fn are_single<'a, T: Scalar, const N: usize>(
    columns: impl Iterator<Item = &'a &'a [T; N]>,
) -> bool {
    let mut are_single = true;
    if !T::IS_SINGLE {
        for &column in columns {
            for number in column {
                let number = number.to_f64();
                are_single &= f64::from(number as f32) == number;
            }
        }
    }
    are_single
}

/// Returns the coordinates of two SIMD vectors of points in f64.
#[inline(always)]
pub(crate) fn points<S: Simd, T: Scalar, const D: usize, const N: usize>(
    simd: S,
    point: &[&[T; N]; D],
    first: usize,
) -> [[S::f64s; D]; 2] {
    let [mut low, mut high] = [[S::f64s::splat(simd, 0.0); D]; 2];
    for axis in 0..D {
        [low[axis], high[axis]] = T::widened(simd, point[axis], first);
    }
    [low, high]
}

/// Returns, for two SIMD vectors of points, the products of the normal's and the points' coordinates in f64, one
/// product per axis. In 2D the third product is +0.
#[inline(always)]
pub(crate) fn products<S: Simd, T: Scalar, const D: usize, const N: usize>(
    simd: S,
    n: &[f64; D],
    point: &[&[T; N]; D],
    first: usize,
) -> [[S::f64s; 3]; 2] {
    let [mut low, mut high] = [[S::f64s::splat(simd, 0.0); 3]; 2];
    for axis in 0..D {
        let coordinates = T::widened(simd, point[axis], first);
        low[axis] = coordinates[0] * n[axis];
        high[axis] = coordinates[1] * n[axis];
    }
    [low, high]
}

#[inline(always)]
fn exact_products<S: Simd, T: Scalar, const D: usize, const N: usize>(
    simd: S,
    form: &LinearForm<D>,
    point: [&[T; N]; D],
) -> Ends {
    let n = form.coefficients();
    let constant = S::f64s::splat(simd, form.constant());
    let zero = S::f64s::splat(simd, 0.0);
    let infinity = S::f64s::splat(simd, f64::INFINITY);
    let mut ends = Ends {
        positive: 0,
        negative: 0,
        known: !0,
    };
    let mut is_finite = zero.simd_le(zero);
    for first in (0..N).step_by(2 * S::f64s::LEN) {
        let places = [first, first + S::f64s::LEN];
        for (place, [a, b, c]) in places.into_iter().zip(products(simd, &n, &point, first)) {
            let left = a + b;
            let right = c + constant;
            let mut decisive = left + right;
            let is_zero = decisive.simd_eq(zero);
            if is_zero.any_true() {
                let tails = tail::<S>(a, b, left) + tail::<S>(c, constant, right);
                decisive = is_zero.select(tails, decisive);
            }
            ends.positive |= decisive.simd_gt(zero).to_bitmask() << place;
            ends.negative |= decisive.simd_lt(zero).to_bitmask() << place;
            is_finite &= decisive.abs().simd_lt(infinity);
        }
    }
    if !is_finite.all_true() {
        // Some row is null, or the sums or their rounding errors overflow: then the error bound decides which signs are
        // certain.
        return filtered(simd, form, point);
    }
    ends
}

/// Returns the rounding error of `sum` = a + b (Knuth, TAOCP 2, 4.2.2, theorem B).
#[inline(always)]
pub(crate) fn tail<S: Simd>(a: S::f64s, b: S::f64s, sum: S::f64s) -> S::f64s {
    let b_part = sum - a;
    (a - (sum - b_part)) + (b - b_part)
}

#[inline(always)]
fn filtered<S: Simd, T: Scalar, const D: usize, const N: usize>(
    simd: S,
    form: &LinearForm<D>,
    point: [&[T; N]; D],
) -> Ends {
    let n = form.coefficients();
    let constant = S::f64s::splat(simd, form.constant());
    let mut ends = Ends {
        positive: 0,
        negative: 0,
        known: 0,
    };
    for first in (0..N).step_by(2 * S::f64s::LEN) {
        let places = [first, first + S::f64s::LEN];
        for (place, [a, b, c]) in places.into_iter().zip(products(simd, &n, &point, first)) {
            let sum = (a + b) + (c + constant);
            let magnitude = (a.abs() + b.abs()) + (c.abs() + constant.abs());
            let bound = magnitude * (4.0 * U) + 8.0 * SMALLEST;
            ends.positive |= sum.simd_gt(bound).to_bitmask() << place;
            ends.negative |= sum.simd_lt(-bound).to_bitmask() << place;
        }
    }
    ends.known = ends.positive | ends.negative;
    ends
}
