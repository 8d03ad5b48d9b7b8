//! Operations that process sixteen numbers together. All vector operations of trees are here.

use core::ops::Neg;

use fearless_simd::{Simd, SimdBase, SimdMask};
use transect_exact::Side;
use transect_exact::linear::LinearForm;

use crate::batch::Scalar;
use crate::batch::kernel::{load, sums};

/// The number of boxes in a block, and the maximum number of children of a node.
pub(crate) const LANES: usize = 16;

/// The least or greatest coordinates of sixteen boxes on one axis.
pub(crate) type Column<T> = [T; LANES];

/// Reduces a column of sixteen numbers to one SIMD vector: the column's vectors are combined lane by lane with `$pick`,
/// the minimum or the maximum.
macro_rules! in_one_vector {
    ($simd:ident, $column:expr, $pick:ident) => {{
        let mut picked: Self::Vector<S> = load($simd, $column, 0);
        for first in (0..LANES).step_by(Self::Vector::<S>::LEN).skip(1) {
            picked = picked.$pick(load($simd, $column, first));
        }
        picked
    }};
}

/// Reduces each of sixteen columns to one number, in the order of the columns. Two vectors are combined into one by
/// applying `$pick`, the minimum or the maximum, to neighboring lanes. This halves the numbers per column, and is
/// repeated until each column has one number.
macro_rules! of_each {
    ($simd:ident, $columns:ident, $pick:ident) => {{
        let length = Self::Vector::<S>::LEN;
        let mut vectors = [Self::Vector::splat($simd, Self::ZERO); LANES];
        for (vector, column) in vectors.iter_mut().zip($columns) {
            *vector = in_one_vector!($simd, column, $pick);
        }
        let mut count = LANES;
        while count * length > LANES {
            count /= 2;
            for place in 0..count {
                let (left, right) = (vectors[2 * place], vectors[2 * place + 1]);
                vectors[place] = left.unzip_low(right).$pick(left.unzip_high(right));
            }
        }
        let mut numbers = [Self::ZERO; LANES];
        for (vector, numbers) in vectors.iter().zip(numbers.chunks_exact_mut(length)) {
            vector.store_slice(numbers);
        }
        numbers
    }};
}

/// The number type of a [`Bvh`](crate::bvh::Bvh): f32 or f64.
///
/// ```
/// use transect::bvh::Coordinate;
/// fn takes_both<T: Coordinate>(_: T) {}
/// takes_both(1.0_f32);
/// takes_both(1.0_f64);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the number type of a tree",
    label = "this type does not implement `transect::bvh::Coordinate`",
    note = "trees hold `f32` or `f64`"
)]
pub trait Coordinate: Scalar + PartialOrd + Neg<Output = Self> + 'static {
    #[doc(hidden)]
    const INFINITY: Self;
    #[doc(hidden)]
    const MAX_EXPONENT: i32;
    #[doc(hidden)]
    const BYTES: usize = size_of::<Self>();

    /// Returns the least number of this type that is at least `value`; this number may be infinity.
    #[doc(hidden)]
    fn at_least(value: f64) -> Self;
    #[doc(hidden)]
    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
    #[doc(hidden)]
    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
    #[doc(hidden)]
    fn side<const D: usize>(form: &LinearForm<D>, point: &[Self; D]) -> Side;
    /// Returns the grid cell that holds the middle of a box on one axis: (min + max − low)·scale, clamped to 0 …
    /// `most`. Here min + max is twice the middle, and `low` is twice the coordinate at which the grid begins.
    #[doc(hidden)]
    fn cell(min: Self, max: Self, low: Self, scale: Self, most: u32) -> u32;
    #[doc(hidden)]
    fn put(self, bytes: &mut alloc::vec::Vec<u8>);
    /// Reads a number from exactly [`Self::BYTES`] bytes.
    #[doc(hidden)]
    fn take(bytes: &[u8]) -> Self;

    /// Returns two masks, with bit i for lane i: the lanes where n·p + d is above `margin`, and the lanes where it is
    /// below −`margin`. The sum starts with d and adds one product per axis, with or without fused multiply-add.
    #[doc(hidden)]
    #[inline(always)]
    fn beyond<S: Simd, const D: usize>(
        simd: S,
        columns: [&Column<Self>; D],
        normal: &[Self; D],
        offset: Self,
        margin: Self,
    ) -> (u16, u16) {
        let margin = Self::Vector::splat(simd, margin);
        let [mut above, mut below] = [0; 2];
        for first in (0..LANES).step_by(Self::Vector::<S>::LEN) {
            let sum = sums(simd, normal, offset, &columns, first);
            above |= sum.simd_gt(margin).to_bitmask() << first;
            below |= sum.simd_lt(-margin).to_bitmask() << first;
        }
        (above as u16, below as u16)
    }
    /// Returns a mask of the lanes whose number is at least `bound`: bit i for lane i.
    #[doc(hidden)]
    #[inline(always)]
    fn not_below<S: Simd>(simd: S, column: &Column<Self>, bound: Self) -> u16 {
        let bound = Self::Vector::splat(simd, bound);
        let mut lanes = 0;
        for first in (0..LANES).step_by(Self::Vector::<S>::LEN) {
            lanes |= load(simd, column, first).simd_ge(bound).to_bitmask() << first;
        }
        lanes as u16
    }
    /// Returns a mask of the lanes whose number is at most `bound`: bit i for lane i.
    #[doc(hidden)]
    #[inline(always)]
    fn not_above<S: Simd>(simd: S, column: &Column<Self>, bound: Self) -> u16 {
        let bound = Self::Vector::splat(simd, bound);
        let mut lanes = 0;
        for first in (0..LANES).step_by(Self::Vector::<S>::LEN) {
            lanes |= load(simd, column, first).simd_le(bound).to_bitmask() << first;
        }
        lanes as u16
    }
    #[doc(hidden)]
    #[inline(always)]
    fn least<S: Simd>(simd: S, column: &Column<Self>) -> Self {
        in_one_vector!(simd, column, min).reduce_min()
    }
    #[doc(hidden)]
    #[inline(always)]
    fn greatest<S: Simd>(simd: S, column: &Column<Self>) -> Self {
        in_one_vector!(simd, column, max).reduce_max()
    }
    /// Returns the least number of each column, in the order of the columns.
    #[doc(hidden)]
    #[inline(always)]
    fn least_of_each<S: Simd>(simd: S, columns: [&Column<Self>; LANES]) -> Column<Self> {
        of_each!(simd, columns, min)
    }
    #[doc(hidden)]
    #[inline(always)]
    fn greatest_of_each<S: Simd>(simd: S, columns: [&Column<Self>; LANES]) -> Column<Self> {
        of_each!(simd, columns, max)
    }
}

macro_rules! coordinate {
    ($number:ident, $max_exponent:literal, $side:ident) => {
        impl Coordinate for $number {
            const INFINITY: Self = Self::INFINITY;
            const MAX_EXPONENT: i32 = $max_exponent;

            fn at_least(value: f64) -> Self {
                let nearest = value as Self;
                if nearest.to_f64() < value {
                    nearest.next_up()
                } else {
                    nearest
                }
            }

            #[inline]
            fn side<const D: usize>(form: &LinearForm<D>, point: &[Self; D]) -> Side {
                form.$side(point)
            }

            #[inline(always)]
            fn cell(min: Self, max: Self, low: Self, scale: Self, most: u32) -> u32 {
                (((min + max) - low) * scale).min(f64::from(most) as Self) as u32
            }

            fn put(self, bytes: &mut alloc::vec::Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn take(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("the bytes of one number"))
            }
        }
    };
}

coordinate!(f32, 127, side_of_single);
coordinate!(f64, 1023, side);
