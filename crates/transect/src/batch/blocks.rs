//! Operations on the blocks of columns of any kind of shape, and the three stages that decide a block.

use core::ops::Range;

use fearless_simd::Simd;

use crate::batch::filter::Filter;
use crate::batch::kernel::{self, BLOCK, Certain, Lane, Values};
use crate::batch::level::Level;
use crate::batch::scalar::Scalar;
use crate::batch::words::Word;
use crate::plane::Plane;
use crate::region::{Overlap, Region};
use crate::side::Side;

/// The survey of some blocks: the range of their numbers, and the presence of nulls.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Survey {
    /// The largest magnitude of a number, or a greater bound; null rows are ignored.
    pub(crate) largest: f64,
    /// `true` if a row may be null.
    pub(crate) may_have_nulls: bool,
}

impl Survey {
    /// Adds a box by its bounds on each axis. The box is null unless min ≤ max on all axes.
    #[inline(always)]
    pub(crate) fn add<T: Scalar, const D: usize>(&mut self, ends: impl Fn(usize) -> [T; 2]) {
        let is_ordered = |axis| {
            let [min, max] = ends(axis);
            min <= max
        };
        if (0..D).all(is_ordered) {
            for number in (0..D).flat_map(&ends) {
                self.largest = self.largest.max(number.to_f64().abs());
            }
        } else {
            self.may_have_nulls = true;
        }
    }
}

/// A batch in columns; 64 shapes form a block.
pub(crate) trait Blocks<const D: usize>: Copy + Sync {
    type Scalar: Scalar;
    /// The same kind of batch, borrowing other columns.
    type Over<'s>: Blocks<D, Scalar = Self::Scalar>
    where
        Self: 's;

    fn rows(&self) -> usize;
    fn level(&self) -> Level;

    /// Returns the survey of all rows, if the constructor made one.
    fn known(&self) -> Option<Survey> {
        None
    }
    /// Returns the survey of some blocks, each with all its 64 rows.
    fn survey<S: Simd>(&self, simd: S, blocks: Range<usize>) -> Survey;
    /// Returns the bound that the values of the first stage must exceed, for numbers up to `largest`.
    fn threshold(filter: &Filter<Self::Scalar, D>, largest: f64) -> Self::Scalar {
        filter.threshold(largest)
    }
    /// Returns the batch ordered for a normal whose coefficients have these signs: for boxes the backmost corners come
    /// first, the frontmost second. [`Self::values`] needs this order.
    #[inline(always)]
    fn facing(&self, _: &[bool; D]) -> Self {
        *self
    }
    /// The first stage: returns a function that computes n·p + d at the backmost and the frontmost points of one vector
    /// of shapes. Its argument is the index of the vector's first shape in the block.
    fn values<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<Self::Scalar, D>,
        block: usize,
    ) -> impl Fn(usize) -> Values<S, Self::Scalar>;
    /// Returns the bits of the shapes behind one of the planes, of the shapes in front of all planes, and of the nulls.
    /// Returns `None` unless all shapes of the block are certain. The default always returns `None`.
    #[inline(always)]
    fn lying<S: Simd>(
        &self,
        _: S,
        _: &[Filter<Self::Scalar, D>],
        _: Self::Scalar,
        _: usize,
    ) -> Option<[u64; 3]> {
        None
    }
    /// Returns the bits of the null rows of a block.
    fn nulls<S: Simd>(&self, simd: S, block: usize) -> u64;
    /// The second stage: returns the sides of the rows, and the bits of the rows whose sides are certain. The default
    /// is certain of no row.
    #[inline(always)]
    fn refined<S: Simd>(&self, _: S, _: &Plane<D>, _: usize) -> (Word, u64) {
        (Word::default(), 0)
    }
    /// The third stage: returns the sides of the backmost and the frontmost point of a row. Panics at a coordinate
    /// that is not finite; the message names the row of the whole batch, `first + row`.
    fn exact(&self, plane: &Plane<D>, row: usize, first: usize) -> [Side; 2];

    /// Returns the exact relation of a non-null row to a region.
    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap;

    /// Returns the batch with each of its columns replaced.
    fn map<'s>(
        &'s self,
        by: impl FnMut(&'s [Self::Scalar]) -> &'s [Self::Scalar],
    ) -> Self::Over<'s>;
    /// Returns the last 64 rows.
    fn last_block(&self) -> Self::Over<'_> {
        self.map(|column| &column[column.len() - BLOCK..])
    }
    /// Copies the rows after the last whole block into a block in `room`; the last row is repeated to fill the block.
    fn padded<'s>(&'s self, room: &'s mut Room<Self::Scalar>) -> Self::Over<'s> {
        let mut room = room.iter_mut();
        self.map(|column| {
            let padded = room.next().expect("no kind of shape has more columns");
            let rest = column.as_chunks::<BLOCK>().1;
            padded.fill(rest[rest.len() - 1]);
            padded[..rest.len()].copy_from_slice(rest);
            padded
        })
    }
}

/// Room for one block of any kind of shape. Parallelepipeds in 3D have the most columns, 12.
pub(crate) type Room<T> = [[T; BLOCK]; 12];

/// Returns one block of a column.
#[inline(always)]
pub(crate) fn lane<T>(column: &[T], block: usize) -> Lane<'_, T> {
    &column.as_chunks().0[block]
}

/// Decides a block for which the first stage is not certain, or which may have nulls.
#[cold]
#[inline(never)]
pub(crate) fn careful<S: Simd, const D: usize, C: Blocks<D>>(
    simd: S,
    shapes: C,
    (plane, filter, threshold): (&Plane<D>, &Filter<C::Scalar, D>, C::Scalar),
    may_have_nulls: bool,
    block: usize,
    first_row: usize,
) -> Word {
    simd.vectorize(
        #[inline(always)]
        || {
            let (refined, known) = shapes.refined(simd, plane, block);
            if known == !0 && !may_have_nulls {
                return refined;
            }
            let facing = shapes.facing(&filter.is_negative);
            let values = facing.values(simd, filter, block);
            let Certain { front, back, cut } = kernel::certain(simd, threshold, values);
            let null = shapes.nulls(simd, block);
            let mut word = Word {
                front: front & !null,
                within: front & !null,
                back: back & !null,
                null,
            };
            let is_open = !(front | back | cut | null);
            if is_open == 0 {
                return word;
            }
            let closed = known & is_open;
            word.front |= refined.front & closed;
            word.within |= refined.within & closed;
            word.back |= refined.back & closed;
            let mut rest = is_open & !known;
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                let row = block * BLOCK + rest.trailing_zeros() as usize;
                let [backmost, frontmost] = shapes.exact(plane, row, first_row);
                word.front |= if backmost == Side::Front { bit } else { 0 };
                word.within |= if backmost == Side::Back { 0 } else { bit };
                word.back |= if frontmost == Side::Back { bit } else { 0 };
                rest ^= bit;
            }
            word
        },
    )
}

/// Returns the side of a point; `row` is only used in the panic message.
///
/// # Panics
/// If a coordinate is not finite: a point with such a coordinate is on no side.
pub(crate) fn exact_side<const D: usize>(plane: &Plane<D>, point: &[f64; D], row: usize) -> Side {
    check_finite(point, row);
    plane.form().side(point)
}

/// # Panics
/// If a coordinate is not finite: a point with such a coordinate is on no side.
pub(crate) fn check_finite<const D: usize>(point: &[f64; D], row: usize) {
    for (axis, coordinate) in point.iter().enumerate() {
        assert!(
            coordinate.is_finite(),
            "row {row} is on no side: coordinate {} is {coordinate}",
            ["x", "y", "z"][axis]
        );
    }
}
