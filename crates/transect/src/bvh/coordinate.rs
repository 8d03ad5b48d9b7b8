//! Sixteen numbers at once: all that a tree asks of the processor.

use core::ops::Neg;

use fearless_simd::{Simd, SimdBase, SimdFloat, SimdMask, f32x16, f64x8};

use crate::batch::Scalar;
use crate::predicates::linear::LinearForm;
use crate::side::Side;

/// How many boxes a block holds, and how many children a node has.
pub(crate) const LANES: usize = 16;

/// One coordinate of sixteen boxes.
pub(crate) type Column<T> = [T; LANES];

/// The numbers that a [`Bvh`](crate::bvh::Bvh) keeps: f32 or f64.
///
/// ```
/// use transect::bvh::Coordinate;
/// fn takes_both<T: Coordinate>(_: T) {}
/// takes_both(1.0_f32);
/// takes_both(1.0_f64);
/// ```
pub trait Coordinate: Scalar + PartialOrd + Neg<Output = Self> + 'static {
    #[doc(hidden)]
    const INFINITY: Self;
    #[doc(hidden)]
    const MAX_EXPONENT: i32;
    #[doc(hidden)]
    const BYTES: usize;

    /// The least number that is not less; perhaps infinite.
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
    /// (min + max − low)·scale, cut to 0 … 1023 or what `most` says: where a middle lies.
    #[doc(hidden)]
    fn cell(min: Self, max: Self, low: Self, scale: Self, most: u32) -> u32;
    #[doc(hidden)]
    fn put(self, bytes: &mut alloc::vec::Vec<u8>);
    /// From exactly [`Self::BYTES`] bytes.
    #[doc(hidden)]
    fn take(bytes: &[u8]) -> Self;

    /// Where n·x + d is above `margin`, and where it is below −`margin`: bit i for lane i. The sum runs
    /// from d on, axis by axis, contracted or not.
    #[doc(hidden)]
    fn beyond<S: Simd, const D: usize>(
        simd: S,
        columns: [&Column<Self>; D],
        normal: &[Self; D],
        offset: Self,
        margin: Self,
    ) -> (u16, u16);
    /// Where a number is `bound` or more.
    #[doc(hidden)]
    fn not_below<S: Simd>(simd: S, column: &Column<Self>, bound: Self) -> u16;
    /// Where a number is `bound` or less.
    #[doc(hidden)]
    fn not_above<S: Simd>(simd: S, column: &Column<Self>, bound: Self) -> u16;
    #[doc(hidden)]
    fn least<S: Simd>(simd: S, column: &Column<Self>) -> Self;
    #[doc(hidden)]
    fn greatest<S: Simd>(simd: S, column: &Column<Self>) -> Self;
    /// The least of each column, in their order.
    #[doc(hidden)]
    fn least_of_each<S: Simd>(simd: S, columns: [&Column<Self>; LANES]) -> Column<Self>;
    #[doc(hidden)]
    fn greatest_of_each<S: Simd>(simd: S, columns: [&Column<Self>; LANES]) -> Column<Self>;
}

/// One number for each of many vectors of one length, in their order: neighbours of two vectors, paired by
/// `$pick`, make one vector of half as many numbers of each, and so on until each has one left.
macro_rules! picked_from_each {
    ($vectors:ident, $pick:ident, $($count:literal),+) => {
        $(for place in 0..$count {
            let (left, right) = ($vectors[2 * place], $vectors[2 * place + 1]);
            $vectors[place] = left.unzip_low(right).$pick(left.unzip_high(right));
        })+
    };
}

macro_rules! of_each_f32 {
    ($simd:ident, $columns:ident, $pick:ident) => {{
        let mut vectors = [f32x16::splat($simd, 0.0); LANES];
        for (vector, column) in vectors.iter_mut().zip($columns) {
            *vector = f32x16::load_array_ref($simd, column);
        }
        picked_from_each!(vectors, $pick, 8, 4, 2, 1);
        vectors[0].into()
    }};
}

macro_rules! of_each_f64 {
    ($simd:ident, $columns:ident, $pick:ident) => {{
        let mut vectors = [f64x8::splat($simd, 0.0); LANES];
        for (vector, column) in vectors.iter_mut().zip($columns) {
            let [low, high] = halves($simd, column);
            *vector = low.$pick(high);
        }
        picked_from_each!(vectors, $pick, 8, 4, 2);
        let mut numbers = [0.0; LANES];
        let (low, high) = numbers.split_at_mut(LANES / 2);
        vectors[0].store_slice(low);
        vectors[1].store_slice(high);
        numbers
    }};
}

impl Coordinate for f32 {
    const INFINITY: Self = Self::INFINITY;
    const MAX_EXPONENT: i32 = 127;
    const BYTES: usize = 4;

    fn at_least(value: f64) -> Self {
        let nearest = value as Self;
        if f64::from(nearest) < value {
            nearest.next_up()
        } else {
            nearest
        }
    }

    #[inline]
    fn side<const D: usize>(form: &LinearForm<D>, point: &[Self; D]) -> Side {
        form.side_of_single(point)
    }

    #[inline(always)]
    fn cell(min: Self, max: Self, low: Self, scale: Self, most: u32) -> u32 {
        (((min + max) - low) * scale).min(most as Self) as u32
    }

    fn put(self, bytes: &mut alloc::vec::Vec<u8>) {
        bytes.extend_from_slice(&self.to_le_bytes());
    }

    fn take(bytes: &[u8]) -> Self {
        Self::from_le_bytes(bytes.try_into().expect("four bytes"))
    }

    #[inline(always)]
    fn beyond<S: Simd, const D: usize>(
        simd: S,
        columns: [&Column<Self>; D],
        normal: &[Self; D],
        offset: Self,
        margin: Self,
    ) -> (u16, u16) {
        let mut sum = f32x16::splat(simd, offset);
        for (column, &factor) in columns.into_iter().zip(normal) {
            let factor = f32x16::splat(simd, factor);
            sum = f32x16::load_array_ref(simd, column).mul_add(factor, sum);
        }
        let above = sum.simd_gt(f32x16::splat(simd, margin)).to_bitmask();
        let below = sum.simd_lt(f32x16::splat(simd, -margin)).to_bitmask();
        (above as u16, below as u16)
    }

    #[inline(always)]
    fn not_below<S: Simd>(simd: S, column: &Column<Self>, bound: Self) -> u16 {
        let numbers = f32x16::load_array_ref(simd, column);
        numbers.simd_ge(f32x16::splat(simd, bound)).to_bitmask() as u16
    }

    #[inline(always)]
    fn not_above<S: Simd>(simd: S, column: &Column<Self>, bound: Self) -> u16 {
        let numbers = f32x16::load_array_ref(simd, column);
        numbers.simd_le(f32x16::splat(simd, bound)).to_bitmask() as u16
    }

    #[inline(always)]
    fn least<S: Simd>(simd: S, column: &Column<Self>) -> Self {
        f32x16::load_array_ref(simd, column).reduce_min()
    }

    #[inline(always)]
    fn greatest<S: Simd>(simd: S, column: &Column<Self>) -> Self {
        f32x16::load_array_ref(simd, column).reduce_max()
    }

    #[inline(always)]
    fn least_of_each<S: Simd>(simd: S, columns: [&Column<Self>; LANES]) -> Column<Self> {
        of_each_f32!(simd, columns, min)
    }

    #[inline(always)]
    fn greatest_of_each<S: Simd>(simd: S, columns: [&Column<Self>; LANES]) -> Column<Self> {
        of_each_f32!(simd, columns, max)
    }
}

/// The two halves of a column: a processor's vectors end at eight numbers of 64 bits.
#[inline(always)]
fn halves<S: Simd>(simd: S, column: &Column<f64>) -> [f64x8<S>; 2] {
    let (low, high) = column.split_at(LANES / 2);
    [f64x8::from_slice(simd, low), f64x8::from_slice(simd, high)]
}

#[inline(always)]
fn bits<S: Simd, M: SimdMask<S>>(low: M, high: M) -> u16 {
    low.to_bitmask() as u16 | (high.to_bitmask() as u16) << (LANES / 2)
}

impl Coordinate for f64 {
    const INFINITY: Self = Self::INFINITY;
    const MAX_EXPONENT: i32 = 1023;
    const BYTES: usize = 8;

    fn at_least(value: f64) -> Self {
        value
    }

    #[inline]
    fn side<const D: usize>(form: &LinearForm<D>, point: &[Self; D]) -> Side {
        form.side(point)
    }

    #[inline(always)]
    fn cell(min: Self, max: Self, low: Self, scale: Self, most: u32) -> u32 {
        (((min + max) - low) * scale).min(Self::from(most)) as u32
    }

    fn put(self, bytes: &mut alloc::vec::Vec<u8>) {
        bytes.extend_from_slice(&self.to_le_bytes());
    }

    fn take(bytes: &[u8]) -> Self {
        Self::from_le_bytes(bytes.try_into().expect("eight bytes"))
    }

    #[inline(always)]
    fn beyond<S: Simd, const D: usize>(
        simd: S,
        columns: [&Column<Self>; D],
        normal: &[Self; D],
        offset: Self,
        margin: Self,
    ) -> (u16, u16) {
        let mut sums = [f64x8::splat(simd, offset); 2];
        for (column, &factor) in columns.into_iter().zip(normal) {
            let factor = f64x8::splat(simd, factor);
            let [low, high] = halves(simd, column);
            sums = [low.mul_add(factor, sums[0]), high.mul_add(factor, sums[1])];
        }
        let (above, below) = (f64x8::splat(simd, margin), f64x8::splat(simd, -margin));
        (
            bits(sums[0].simd_gt(above), sums[1].simd_gt(above)),
            bits(sums[0].simd_lt(below), sums[1].simd_lt(below)),
        )
    }

    #[inline(always)]
    fn not_below<S: Simd>(simd: S, column: &Column<Self>, bound: Self) -> u16 {
        let bound = f64x8::splat(simd, bound);
        let [low, high] = halves(simd, column);
        bits(low.simd_ge(bound), high.simd_ge(bound))
    }

    #[inline(always)]
    fn not_above<S: Simd>(simd: S, column: &Column<Self>, bound: Self) -> u16 {
        let bound = f64x8::splat(simd, bound);
        let [low, high] = halves(simd, column);
        bits(low.simd_le(bound), high.simd_le(bound))
    }

    #[inline(always)]
    fn least<S: Simd>(simd: S, column: &Column<Self>) -> Self {
        let [low, high] = halves(simd, column);
        low.min(high).reduce_min()
    }

    #[inline(always)]
    fn greatest<S: Simd>(simd: S, column: &Column<Self>) -> Self {
        let [low, high] = halves(simd, column);
        low.max(high).reduce_max()
    }

    #[inline(always)]
    fn least_of_each<S: Simd>(simd: S, columns: [&Column<Self>; LANES]) -> Column<Self> {
        of_each_f64!(simd, columns, min)
    }

    #[inline(always)]
    fn greatest_of_each<S: Simd>(simd: S, columns: [&Column<Self>; LANES]) -> Column<Self> {
        of_each_f64!(simd, columns, max)
    }
}
