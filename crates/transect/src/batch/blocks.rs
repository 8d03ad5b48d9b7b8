//! Operations on the blocks (64 rows) of a batch, for all kinds of shapes. The sides of the shapes in a block are
//! computed in up to three stages: in the columns' number type, then in f64, then exactly. A later stage classifies
//! only shapes that the earlier stages left undecided.

use core::ops::Range;

use fearless_simd::Simd;
use transect_exact::Side;

use crate::batch::filter::Filter;
use crate::batch::kernel::{self, BLOCK, Certain, Ends, Lane, Values};
use crate::batch::level::Level;
use crate::batch::scalar::Scalar;
use crate::batch::words::Word;
use crate::plane::Plane;
use crate::region::{Overlap, Region};

/// The survey of some blocks of shapes: the largest magnitude of a coordinate or size in them, and the presence of null
/// rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Survey {
    /// The largest magnitude of a coordinate or size in the non-null rows of the blocks, or an upper bound of it.
    pub(crate) largest: f64,
    /// `true` if a row of the blocks may be null; `false` if certainly no row is null.
    pub(crate) may_have_nulls: bool,
}

impl Survey {
    /// Returns the survey if all its numbers are finite, or else `None`. One infinite number makes the error bound for
    /// all rows infinite, and such a bound decides no side. Each tile (16 blocks) then needs its own survey and error
    /// bound.
    pub(crate) fn if_finite(self) -> Option<Self> {
        self.largest.is_finite().then_some(self)
    }

    /// Adds a box to the survey; `ends` returns the box's two bounds on an axis. The box is null unless min ≤ max on
    /// all axes.
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

/// A batch of shapes whose numbers are stored in columns. Each 64 rows form a block.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a batch of shapes of this dimension",
    label = "this type does not implement `transect::batch::Batch`",
    note = "batches are `PointColumns`, `PointRows`, `AabbColumns`, `AabbRows`, `SphereColumns` and `ParallelepipedColumns` of `transect::batch`"
)]
pub(crate) trait Blocks<const D: usize>: Copy + Sync {
    type Scalar: Scalar;
    /// The same kind of batch, over columns with another lifetime.
    type Over<'s>: Blocks<D, Scalar = Self::Scalar>
    where
        Self: 's;

    fn rows(&self) -> usize;
    fn level(&self) -> Level;

    /// Returns the survey (largest magnitude, presence of null rows) of all rows if `checked` created the columns,
    /// because `checked` stores the survey. Otherwise returns `None`.
    fn known(&self) -> Option<Survey> {
        None
    }
    /// Returns the survey (largest magnitude, presence of null rows) of some blocks, each of which has all its 64 rows.
    fn survey<S: Simd>(&self, simd: S, blocks: Range<usize>) -> Survey;
    /// Returns the error bound of the first stage (n·p + d in the number type of the columns), for coordinates and
    /// sizes with magnitudes up to `largest`: a value n·p + d whose magnitude exceeds this bound has the right sign.
    fn threshold(&self, filter: &Filter<Self::Scalar, D>, largest: f64) -> Self::Scalar {
        filter.threshold(largest)
    }
    /// Returns the batch with its columns in the order that [`Self::values`] needs. The argument is `true` on each axis
    /// where the plane's normal is negative. In a batch of boxes, the coordinates of the backmost corners then come
    /// first, and those of the frontmost corners second.
    #[inline(always)]
    fn facing(&self, _: &[bool; D]) -> Self {
        *self
    }
    /// The first stage: returns a function that computes n·p + d at the backmost and the frontmost points of one SIMD
    /// vector of shapes. The function's argument is the index of the vector's first shape in the block.
    fn values<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<Self::Scalar, D>,
        block: usize,
    ) -> impl Fn(usize) -> Values<S, Self::Scalar>;
    /// Compares the shapes of a block with all planes of a region. Returns three words of bits: the shapes behind one
    /// of the planes, the shapes in front of all planes, and the null rows. Returns `None` unless the float values
    /// decide all shapes of the block.
    fn lying<S: Simd>(
        &self,
        simd: S,
        filters: &[Filter<Self::Scalar, D>],
        threshold: Self::Scalar,
        block: usize,
    ) -> Option<[u64; 3]>;
    /// Returns the bits of the null rows of a block.
    fn nulls<S: Simd>(&self, simd: S, block: usize) -> u64;
    /// The second stage, computed in f64: returns the sides of the rows of a block, and the bits of the rows whose
    /// sides are certainly right.
    fn refined<S: Simd>(&self, simd: S, plane: &Plane<D>, block: usize) -> (Word, u64);
    /// The third stage: returns the exact sides of the backmost and the frontmost point of a row, or `None` for a null
    /// row that the earlier stages did not find. Panics if a coordinate is infinite, unless the shape is a box; the
    /// message reports the row as `first + row`, its index in the whole batch.
    fn exact(&self, plane: &Plane<D>, row: usize, first: usize) -> Option<[Side; 2]>;

    /// Returns the exact relation of a non-null row to a region.
    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap;

    /// Returns the same batch with each column replaced by the result of `by` for that column.
    fn map<'s>(
        &'s self,
        by: impl FnMut(&'s [Self::Scalar]) -> &'s [Self::Scalar],
    ) -> Self::Over<'s>;
    /// Returns the last 64 rows of the batch as a batch of one block.
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

/// Memory for one block of any kind of shape. Parallelepipeds in 3D have the most columns, 12.
pub(crate) type Room<T> = [[T; BLOCK]; 12];

/// Returns the 64 numbers of a column that belong to one block.
#[inline(always)]
pub(crate) fn lane<T>(column: &[T], block: usize) -> Lane<'_, T> {
    &column.as_chunks().0[block]
}

/// Returns the sides of the shapes of one block. Called for a block that may have null rows, or whose shapes are not
/// all decided by n·p + d in the number type of the columns.
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
            // The second stage mostly decides all rows. Then the first one is not repeated.
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
                match shapes.exact(plane, row, first_row) {
                    Some([backmost, frontmost]) => {
                        word.front |= if backmost == Side::Front { bit } else { 0 };
                        word.within |= if backmost == Side::Back { 0 } else { bit };
                        word.back |= if frontmost == Side::Back { bit } else { 0 };
                    }
                    None => word.null |= bit,
                }
                rest ^= bit;
            }
            word
        },
    )
}

/// Returns the sides of the shapes of a block, and the bits of the shapes whose sides are certain. The arguments are
/// the signs of n·p + d at the backmost and at the frontmost points of the shapes.
#[inline(always)]
pub(crate) fn sides([backmost, frontmost]: [Ends; 2]) -> (Word, u64) {
    let word = Word {
        front: backmost.positive,
        within: !backmost.negative,
        back: frontmost.negative,
        null: 0,
    };
    (word, backmost.known & frontmost.known)
}

/// Returns the exact side of a point; `row` is used only in the panic message.
///
/// # Panics
/// Panics if a coordinate is not finite: a point with such a coordinate is on no side.
pub(crate) fn exact_side<const D: usize>(plane: &Plane<D>, point: &[f64; D], row: usize) -> Side {
    check_finite(point, row);
    plane.form().side(point)
}

/// # Panics
/// Panics if a coordinate is not finite: a point with such a coordinate is on no side.
pub(crate) fn check_finite<const D: usize>(point: &[f64; D], row: usize) {
    for (axis, coordinate) in point.iter().enumerate() {
        assert!(
            coordinate.is_finite(),
            "row {row} is on no side: coordinate {} is {coordinate}",
            ["x", "y", "z"][axis]
        );
    }
}
