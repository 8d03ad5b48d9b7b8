//! Points as records of their coordinates. A few blocks of records at a time are copied into columns.

use core::ops::Range;

use fearless_simd::Simd;

use crate::batch::columns::{AabbColumns, ColumnError, PointColumns};
use crate::batch::distances::{Form, check_places, distances, error_of};
use crate::batch::kernel::BLOCK;
use crate::batch::level::{Level, dispatch};
use crate::batch::scalar::Scalar;
use crate::batch::shapes::{Question, Shapes};
use crate::batch::threads::in_parts;
use crate::batch::words::Words;
use crate::plane::Plane;
use crate::region::{Overlap, Region};

/// The number of blocks that are copied into columns at a time, to find sides. The columns stay in the first-level
/// cache.
const PART: usize = 8;

/// The largest number of blocks that are copied into columns at a time, to compute distances. The CPU loads the next
/// records from memory while it computes these distances, but only about a kilobyte of them, so the records of one time
/// are few.
const FEW: usize = 2;

/// Points as borrowed records of their coordinates, as in an array of vectors or in numpy's C order.
///
/// The records are copied into columns a few blocks at a time. A row is null under the same conditions as in
/// [`PointColumns`].
///
/// ```
/// use transect::{Plane, Side, batch::{Batch, PointRows}};
/// let points = PointRows::new(&[[4.0_f32, 2.0], [-1.0, 1.5]]);
/// let plane = Plane::new([3.0, 4.0], -5.0)?;
/// let mut sides = [Side::On; 2];
/// points.sides(&plane, &mut sides);
/// assert_eq!(sides, [Side::Front, Side::Back]);
/// let mut distances = [0.0; 2];
/// points.try_signed_distances(&plane, &mut distances).expect("finite coordinates");
/// assert_eq!(distances, [3.0, -0.4]);
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PointRows<'a, T, const D: usize = 3> {
    rows: &'a [[T; D]],
    level: Level,
}

impl<'a, T: Scalar, const D: usize> PointRows<'a, T, D> {
    /// Creates the batch from records, each of which holds the coordinates of one point.
    #[must_use]
    pub fn new(rows: &'a [[T; D]]) -> Self {
        Self {
            rows,
            level: Level::best(),
        }
    }

    /// Returns the same batch with another CPU feature level, for tests and benchmarks.
    #[must_use]
    pub fn at(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// Returns the number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns `true` if the batch has no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Passes the sides of the points of some blocks to `sink`. A few blocks at a time are copied into columns, and `ask`
    /// passes on their sides.
    #[inline(always)]
    pub(crate) fn words_in_columns(
        self,
        query: &Question<'_, T, D>,
        blocks: Range<usize>,
        sink: &mut dyn FnMut(usize, Words<'_>),
        ask: impl Fn(
            PointColumns<'_, T, D>,
            &Question<'_, T, D>,
            Range<usize>,
            &mut dyn FnMut(usize, Words<'_>),
        ),
    ) {
        let mut room = [[T::ZERO; PART * BLOCK]; D];
        for first in blocks.clone().step_by(PART) {
            let count = PART.min(blocks.end - first);
            let end = self.rows.len().min((first + count) * BLOCK);
            let rows = &self.rows[first * BLOCK..end];
            put(rows, &mut room);
            let coordinates = room.each_ref().map(|column| &column[..rows.len()]);
            let points = PointColumns {
                coordinates,
                survey: None,
                level: self.level,
            };
            let query = Question {
                first_row: query.first_row + first * BLOCK,
                ..*query
            };
            ask(points, &query, 0..count, &mut |plane, words| {
                let first = first + words.first;
                sink(plane, Words { first, ..words });
            });
        }
    }

    /// Writes the signed distances of all points, as [`PointColumns::try_signed_distances`] does.
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
        let form = Form::new(plane, self.level);
        let ask = |blocks: Range<usize>, distances: &mut [f64]| {
            let first = blocks.start * BLOCK;
            let rows = &self.rows[first..first + distances.len()];
            write(rows, &form, self.level, distances).map_err(|row| first + row)
        };
        in_parts(self.all_blocks(), distances, &ask, &Result::and)
            .map_err(|row| error_of(row, self.rows[row].map(T::to_f64)))
    }
}

/// Writes the distances of records, or returns the first row with an infinite coordinate. Inlining is forbidden, so that
/// the loop is compiled once for all callers.
#[inline(never)]
fn write<T: Scalar, const D: usize>(
    rows: &[[T; D]],
    form: &Form<'_, D>,
    level: Level,
    places: &mut [f64],
) -> Result<(), usize> {
    dispatch!(level.0, simd => in_columns(simd, rows, form, level, places))
}

#[inline(always)]
fn in_columns<S: Simd, T: Scalar, const D: usize>(
    simd: S,
    rows: &[[T; D]],
    form: &Form<'_, D>,
    level: Level,
    places: &mut [f64],
) -> Result<(), usize> {
    let mut room = [[T::ZERO; FEW * BLOCK]; D];
    let mut all = Ok(());
    let blocks = if T::IS_SINGLE { FEW } else { FEW / 2 };
    let part = blocks * BLOCK;
    let parts = rows.chunks(part).zip(places.chunks_mut(part));
    for (first, (rows, places)) in (0..).step_by(part).zip(parts) {
        put(rows, &mut room);
        let columns = |count: usize| {
            let corner = room.each_ref().map(|column| &column[..count]);
            AabbColumns {
                min: corner,
                max: corner,
                survey: None,
                level,
            }
        };
        let (whole, rest) = places.as_chunks_mut::<BLOCK>();
        let written = if rest.is_empty() {
            distances(simd, &columns(rows.len()), form, [whole])
        } else {
            // The places after the last row hold older coordinates, or zeros.
            let mut own = [[0.0; BLOCK]; FEW];
            let blocks = rows.len().div_ceil(BLOCK);
            let written = distances(simd, &columns(blocks * BLOCK), form, [&mut own[..blocks]]);
            places.copy_from_slice(&own.as_flattened()[..rows.len()]);
            written
        };
        all = all.and(written.map_err(|row| first + row));
    }
    all
}

impl<T: Scalar, const D: usize> Shapes<D> for PointRows<'_, T, D> {
    type Scalar = T;

    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn words(
        self,
        query: &Question<'_, T, D>,
        blocks: Range<usize>,
        sink: &mut dyn FnMut(usize, Words<'_>),
    ) {
        self.words_in_columns(query, blocks, sink, |points, query, blocks, sink| {
            points.words(query, blocks, sink);
        });
    }

    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap {
        PointColumns::new(self.rows[row].each_ref().map(core::slice::from_ref)).overlap(region, 0)
    }
}

/// Copies the coordinates of some records into columns.
#[inline(always)]
fn put<T: Scalar, const D: usize, const N: usize>(rows: &[[T; D]], columns: &mut [[T; N]; D]) {
    for (place, row) in rows.iter().take(N).enumerate() {
        for (column, &number) in columns.iter_mut().zip(row) {
            column[place] = number;
        }
    }
}
