//! What the columns of every kind of shape can do, block by block, and the stages of a block.

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

/// What is known of the numbers of some blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Survey {
    /// No coordinate is larger in magnitude, nulls aside.
    pub(crate) largest: f64,
    /// Whether a row may be null.
    pub(crate) may_have_nulls: bool,
}

impl Survey {
    /// Adds a box by its ends on each axis. It is null unless min ≤ max on all of them.
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

/// A batch of which 64 shapes make a block, in columns.
pub(crate) trait Blocks<const D: usize>: Copy + Sync {
    type Scalar: Scalar;
    /// The same kind of batch, over other columns.
    type Over<'s>: Blocks<D, Scalar = Self::Scalar>
    where
        Self: 's;

    fn rows(&self) -> usize;
    fn level(&self) -> Level;

    /// The survey of all rows, if it was made before.
    fn known(&self) -> Option<Survey> {
        None
    }
    /// The survey of some blocks, all whole.
    fn survey<S: Simd>(&self, simd: S, blocks: Range<usize>) -> Survey;
    /// What the fast stage's values have to exceed, for numbers up to `largest`.
    fn threshold(filter: &Filter<Self::Scalar, D>, largest: f64) -> Self::Scalar {
        filter.threshold(largest)
    }
    /// The same as a plane whose normal has these signs sees them: what of boxes may be farthest back comes first, what
    /// may be farthest in front comes second. So [`Self::values`] wants them.
    #[inline(always)]
    fn facing(&self, _: &[bool; D]) -> Self {
        *self
    }
    /// The first stage: the values of the backmost and the frontmost points of a block's shapes, as many from a place
    /// on as the CPU takes at once.
    fn values<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<Self::Scalar, D>,
        block: usize,
    ) -> impl Fn(usize) -> Values<S, Self::Scalar>;
    /// Which shapes of a block are behind one of the planes, which in front of all, and which null: if that is certain
    /// of all of them at once. Where nothing is known of it, never.
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
    /// Which rows of a block are null.
    fn nulls<S: Simd>(&self, simd: S, block: usize) -> u64;
    /// The second stage: what it knows, and of which rows that is all. Without one, of none.
    #[inline(always)]
    fn refined<S: Simd>(&self, _: S, _: &Plane<D>, _: usize) -> (Word, u64) {
        (Word::default(), 0)
    }
    /// The third stage: the sides of one row's backmost and frontmost point. A coordinate that is not
    /// finite panics, called by its row, which is `first` more than its place here.
    fn exact(&self, plane: &Plane<D>, row: usize, first: usize) -> [Side; 2];

    /// How a row that is no null lies to a region, exactly.
    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap;

    /// The batch with each of its columns replaced.
    fn map<'s>(
        &'s self,
        by: impl FnMut(&'s [Self::Scalar]) -> &'s [Self::Scalar],
    ) -> Self::Over<'s>;
    /// The last 64 rows.
    fn last_block(&self) -> Self::Over<'_> {
        self.map(|column| &column[column.len() - BLOCK..])
    }
    /// The rows after the last whole block as a block in `room`; the last row is repeated to fill it.
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

/// Room for one block of any kind of shape. Turned boxes in 3D have the most columns.
pub(crate) type Room<T> = [[T; BLOCK]; 12];

/// One block of a column.
#[inline(always)]
pub(crate) fn lane<T>(column: &[T], block: usize) -> Lane<'_, T> {
    &column.as_chunks().0[block]
}

/// A block that the first stage is not certain of, or that may have nulls.
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

/// The side of one row's point.
///
/// # Panics
/// If a coordinate is not finite: then it is on no side.
pub(crate) fn exact_side<const D: usize>(plane: &Plane<D>, point: &[f64; D], row: usize) -> Side {
    check_finite(point, row);
    plane.form().side(point)
}

/// # Panics
/// If a coordinate is not finite: then it is on no side.
pub(crate) fn check_finite<const D: usize>(point: &[f64; D], row: usize) {
    for (axis, coordinate) in point.iter().enumerate() {
        assert!(
            coordinate.is_finite(),
            "row {row} is on no side: coordinate {} is {coordinate}",
            ["x", "y", "z"][axis]
        );
    }
}
