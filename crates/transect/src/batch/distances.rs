//! Signed distances of many points and boxes in columns: the same values as the functions for single shapes.

use core::ops::Range;

use fearless_simd::{Simd, SimdBase, SimdMask};
use transect_exact::arrays::Few as _;
use transect_exact::nearest::MAGNITUDES;
use transect_exact::vector::is_finite;

use crate::batch::blocks::{Blocks, check_finite};
use crate::batch::columns::{AabbColumns, ColumnError, PointColumns};
use crate::batch::compensated::{Compensated, along_axis};
use crate::batch::grid::Grid;
use crate::batch::kernel::{self, BLOCK, Lane};
use crate::batch::level::{Level, dispatch, has_fused_products};
use crate::batch::multiples::SplitBlock;
use crate::batch::scalar::Scalar;
use crate::batch::shapes::Shapes;
use crate::batch::threads::in_parts;
use crate::batch::words::rows_of;
use crate::plane::Plane;
use crate::predicates::ruler::Ruler;

impl<T: Scalar, const D: usize> PointColumns<'_, T, D> {
    /// Writes the signed distances of all points. They equal the results of [`Plane::signed_distance`] to the last bit.
    /// A point with a NaN gets NaN.
    ///
    /// ```
    /// use transect::{Plane, batch::PointColumns};
    /// let points = PointColumns::new([&[4.0_f32, -1.0], &[2.0, 1.5]]);
    /// let mut distances = [0.0; 2];
    /// points.signed_distances(&Plane::new([3.0, 4.0], -5.0)?, &mut distances); // |n| = 5
    /// assert_eq!(distances, [3.0, -0.4]);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if `distances` does not have one element per point, or if a coordinate is infinite; the message names the
    /// row of the coordinate.
    pub fn signed_distances(&self, plane: &Plane<D>, distances: &mut [f64]) {
        check_places("distance", distances, self.len());
        if let Err(row) = write(self.boxes(), plane, [distances]) {
            let point = self.coordinates().map(|column| column[row].to_f64());
            check_finite(&point, row);
        }
    }

    /// Writes the signed distances of all points, as [`signed_distances`](Self::signed_distances) does, and returns an
    /// error where that function panics for a coordinate. The coordinates are read only once, so this takes less time
    /// than testing them before.
    ///
    /// ```
    /// use transect::{Plane, batch::PointColumns};
    /// let points = PointColumns::new([&[4.0, f64::INFINITY], &[2.0, 1.5]]);
    /// let error = points.try_signed_distances(&Plane::new([3.0, 4.0], -5.0)?, &mut [0.0; 2]).err();
    /// assert_eq!(
    ///     error.map(|error| error.to_string()).as_deref(),
    ///     Some("coordinate x of row 1 is inf, not a finite number")
    /// );
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`ColumnError`] that names the first row with an infinite coordinate. Which of the distances are
    /// written then is not specified.
    ///
    /// # Panics
    /// Panics if `distances` does not have one element per point.
    pub fn try_signed_distances(
        &self,
        plane: &Plane<D>,
        distances: &mut [f64],
    ) -> Result<(), ColumnError> {
        check_places("distance", distances, self.len());
        write(self.boxes(), plane, [distances]).map_err(|row| {
            let point = self.coordinates().map(|column| column[row].to_f64());
            error_of(row, point)
        })
    }
}

impl<T: Scalar, const D: usize> AabbColumns<'_, T, D> {
    /// Writes the signed distances of the backmost and the frontmost corners of all boxes. They equal the results of
    /// [`Plane::interval`] to the last bit. The distance of a corner at infinity is infinite. A null box gets NaN.
    ///
    /// ```
    /// use transect::{Plane, batch::AabbColumns};
    /// let boxes = AabbColumns::new([&[0.0_f32, 1.0], &[0.0, 0.0]], [&[1.0_f32, 0.0], &[2.0, 0.0]]);
    /// let (mut backmost, mut frontmost) = ([0.0; 2], [0.0; 2]);
    /// boxes.intervals(&Plane::new([3.0, 4.0], -5.0)?, &mut backmost, &mut frontmost);
    /// assert_eq!((backmost[0], frontmost[0]), (-1.0, 1.2));
    /// assert!(backmost[1].is_nan()); // min > max
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if an output slice does not have one element per box.
    pub fn intervals(&self, plane: &Plane<D>, backmost: &mut [f64], frontmost: &mut [f64]) {
        check_places("backmost", backmost, self.len());
        check_places("frontmost", frontmost, self.len());
        let written = write(*self, plane, [backmost, frontmost]);
        debug_assert_eq!(written, Ok(()), "corners at infinity have distances");
    }
}

/// Writes the signed distances of E corners per box: of the backmost corner if E is 1, and also of the frontmost corner
/// if E is 2. Points are passed as boxes of zero size with E = 1.
///
/// # Errors
/// Returns the first row that is a point with an infinite coordinate: such a point has no distance.
fn write<T: Scalar, const D: usize, const E: usize>(
    boxes: AabbColumns<'_, T, D>,
    plane: &Plane<D>,
    ends: [&mut [f64]; E],
) -> Result<(), usize> {
    let form = Form::new(plane, boxes.level);
    let ask = |blocks: Range<usize>, ends: [&mut [f64]; E]| {
        let first = blocks.start * BLOCK;
        let part = boxes.slice(first..first + ends[0].len());
        let mut ends = ends.map(|end| end.as_chunks_mut());
        let whole = ends.each_mut().map(|(whole, _)| &mut **whole);
        let mut written = write_blocks(&part, &form, whole).map_err(|row| first + row);
        if !ends[0].1.is_empty() {
            let mut room = [[T::ZERO; BLOCK]; _];
            let mut places = [[[0.0; BLOCK]]; E];
            let last = places.each_mut().map(<[_; 1]>::as_mut_slice);
            let first_of_rest = first + part.len() / BLOCK * BLOCK;
            let rest = write_blocks(&part.padded(&mut room), &form, last);
            written = written.and(rest.map_err(|row| first_of_rest + row));
            for ((_, rest), [places]) in ends.iter_mut().zip(&places) {
                rest.copy_from_slice(&places[..rest.len()]);
            }
        }
        written
    };
    in_parts(boxes.all_blocks(), ends, &ask, &Result::and)
}

/// Writes the distances of whole blocks with the instructions of the batch's CPU feature level. Inlining is forbidden,
/// so that the loops are compiled once for all callers.
#[inline(never)]
fn write_blocks<T: Scalar, const D: usize, const E: usize>(
    boxes: &AabbColumns<'_, T, D>,
    form: &Form<'_, D>,
    ends: [&mut [[f64; BLOCK]]; E],
) -> Result<(), usize> {
    dispatch!(boxes.level.0, simd => distances(simd, boxes, form, ends))
}

/// Returns the error for a point that has no distance, because a coordinate is infinite.
pub(crate) fn error_of<const D: usize>(row: usize, point: [f64; D]) -> ColumnError {
    let axis = point.iter().position(|coordinate| coordinate.is_infinite());
    ColumnError {
        index: row,
        column: "coordinate",
        axis,
        value: axis.map_or(f64::NAN, |axis| point[axis]),
    }
}

/// # Panics
/// Panics if the slice does not have one element per row.
pub(crate) fn check_places(name: &str, places: &[f64], rows: usize) {
    assert!(
        places.len() == rows,
        "one place per row: there are {rows} rows, `{name}` has {} places",
        places.len()
    );
}

/// The largest number of undecided rows in a block that are computed as single points. For more rows, the block is
/// computed again.
const FEW_ROWS: u32 = 4;

/// A plane prepared for computing many distances.
pub(crate) struct Form<'p, const D: usize> {
    plane: &'p Plane<D>,
    ruler: Ruler,
    grid: Grid,
    is_negative: [bool; D],
}

impl<'p, const D: usize> Form<'p, D> {
    pub(crate) fn new(plane: &'p Plane<D>, level: Level) -> Self {
        Self {
            plane,
            ruler: Ruler::new(plane.normal()),
            grid: Grid::new(plane.form(), has_fused_products(level.0)),
            is_negative: plane.normal().map(|coefficient| coefficient < 0.0),
        }
    }

    /// Writes the distances of 64 points. Returns the bits of the points whose distances certainly equal the results of
    /// [`Plane::signed_distance`]. A point with a NaN may be among them, and then its distance is NaN.
    #[inline(always)]
    fn distances<S: Simd, T: Scalar>(
        &self,
        simd: S,
        point: [Lane<'_, T>; D],
        distances: &mut [f64; BLOCK],
    ) -> u64 {
        let form = self.plane.form();
        if form.is_along_axis() {
            return along_axis(simd, form, point, distances);
        }
        if self.ruler.factor() == 0.0 {
            return 0;
        }
        if form.is_moderate() {
            let block = SplitBlock::new(simd, point);
            let known = if self.grid.has_few_bits {
                block.distances::<S, true>(simd, form, &self.ruler, &self.grid, distances)
            } else {
                block.distances::<S, false>(simd, form, &self.ruler, &self.grid, distances)
            };
            if let Some(known) = known
                && known.count_zeros() <= FEW_ROWS
            {
                return known;
            }
        } else if !has_fused_products(simd.level()) {
            return 0;
        }
        self.compensated(simd, point, distances)
    }

    /// Writes the distances of 64 points, as [`Form::distances`] does, by compensated sums. They also decide rows whose
    /// coordinates have magnitudes very different from those of other rows.
    #[inline(always)]
    fn compensated<S: Simd, T: Scalar>(
        &self,
        simd: S,
        point: [Lane<'_, T>; D],
        distances: &mut [f64; BLOCK],
    ) -> u64 {
        let form = self.plane.form();
        let factor = S::f64s::splat(simd, self.ruler.factor());
        let length = S::f64s::splat(simd, self.ruler.length());
        let [least, greatest] =
            [f64::MIN_POSITIVE, f64::MAX].each(|bound| S::f64s::splat(simd, bound));
        let zero = S::f64s::splat(simd, 0.0);
        // A value that counts as known is at most as large as the magnitudes for which the sums are proved. So its product
        // with the factor can only overflow if the factor is very large.
        let may_overflow = self.ruler.factor() > 0.5 * f64::MAX / MAGNITUDES.end;
        let mut known = 0;
        for first in (0..BLOCK).step_by(2 * S::f64s::LEN) {
            let points = kernel::points(simd, &point, first);
            for (half, point) in points.iter().enumerate() {
                let sum = Compensated::new::<T, D>(simd, form, point);
                let scaled = sum.value * factor;
                let size = scaled.abs();
                let mut is_normal = size.simd_ge(least);
                if may_overflow {
                    is_normal &= size.simd_le(greatest);
                }
                // A sum of negative zeros is −0. Adding `zero` turns −0 into +0, the result of
                // [`Plane::signed_distance`].
                let distance = scaled / length + zero;
                let mut is_known = sum.is_nearest & is_normal;
                // If many sums lie halfway between two floats, both tests are always made: a processor predicts badly
                // which vectors need the second one.
                if self.grid.has_few_bits || !is_known.all_true() {
                    let is_exact = sum.is_exact(simd, form, &self.grid, point);
                    is_known |= is_exact & (is_normal | sum.value.simd_eq(zero));
                }
                let place = first + half * S::f64s::LEN;
                known |= is_known.to_bitmask() << place;
                distance.store_slice(&mut distances[place..place + S::f64s::LEN]);
            }
        }
        known
    }
}

/// Writes the distances of whole blocks, and returns the first row that is a point with an infinite coordinate.
#[inline(always)]
pub(crate) fn distances<S: Simd, T: Scalar, const D: usize, const E: usize>(
    simd: S,
    boxes: &AabbColumns<'_, T, D>,
    form: &Form<'_, D>,
    mut ends: [&mut [[f64; BLOCK]]; E],
) -> Result<(), usize> {
    let mut written = Ok(());
    let facing = boxes.facing(&form.is_negative);
    for block in 0..ends[0].len() {
        // Points with a NaN need no mask of null rows, because their distances are NaN in any case. A null box need not
        // contain a NaN, so boxes need the mask.
        let null = if E > 1 { boxes.nulls(simd, block) } else { 0 };
        for ((lanes, end), is_near) in facing
            .lanes(block)
            .into_iter()
            .zip(&mut ends)
            .zip([true, false])
        {
            let distances = &mut end[block];
            let known = form.distances(simd, lanes, distances);
            for row in rows_of(null) {
                distances[row] = f64::NAN;
            }
            for row in rows_of(!(known | null)) {
                let corner = lanes.map(|lane| lane[row].to_f64());
                distances[row] = if corner.iter().any(|coordinate| coordinate.is_nan()) {
                    f64::NAN
                } else if E > 1 && !is_finite(&corner) {
                    let aabb = boxes.aabb(block * BLOCK + row);
                    let interval = aabb.map(|aabb| form.plane.interval(&aabb));
                    interval.map_or(f64::NAN, |interval| {
                        if is_near {
                            interval.backmost
                        } else {
                            interval.frontmost
                        }
                    })
                } else if is_finite(&corner) {
                    form.plane.signed_distance(&corner)
                } else {
                    written = written.and(Err(block * BLOCK + row));
                    f64::NAN
                };
            }
        }
    }
    written
}
