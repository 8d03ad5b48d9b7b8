//! Axis-aligned boxes as records of a least and a greatest corner. A few blocks of records at a time are copied into
//! columns.

use core::ops::Range;

use transect_exact::arrays::Few as _;

use crate::batch::blocks::Survey;
use crate::batch::boxes::overlap_of_box;
use crate::batch::columns::{AabbColumns, ColumnError};
use crate::batch::kernel::BLOCK;
use crate::batch::level::Level;
use crate::batch::scalar::Scalar;
use crate::batch::shapes::{Question, Shapes};
use crate::batch::words::Words;
use crate::region::{Overlap, Region};

/// The number of blocks that are copied into columns at a time. This number is small enough for the columns to stay in
/// the first-level cache.
const PART: usize = 8;

/// Axis-aligned boxes as borrowed records `[min, max]` of f32 or f64, a layout that many engines use.
///
/// The records are copied into columns a few blocks at a time. A row is null under the same conditions as in
/// [`AabbColumns`].
///
/// ```
/// use transect::{Plane, batch::{AabbRows, Batch}};
/// let rows = [[[0.0_f32, 0.0], [1.0, 1.0]], [[1.0, 0.0], [2.0, 1.0]]];
/// assert_eq!(AabbRows::new(&rows).on(&Plane::new([1.0, 0.0], -1.5)?), [1]);
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AabbRows<'a, T, const D: usize = 3> {
    rows: &'a [[[T; D]; 2]],
    survey: Option<Survey>,
    level: Level,
}

impl<'a, T: Scalar, const D: usize> AabbRows<'a, T, D> {
    /// Creates the batch from records, each of which holds the least and the greatest corner of one box.
    #[must_use]
    pub fn new(rows: &'a [[[T; D]; 2]]) -> Self {
        Self {
            rows,
            survey: None,
            level: Level::best(),
        }
    }

    /// Creates the batch and checks that no number is NaN. If all numbers are finite, their largest magnitude is
    /// stored, so later calls do not scan the records for it.
    ///
    /// ```
    /// use transect::batch::AabbRows;
    /// let error = AabbRows::checked(&[[[0.0, 0.0], [1.0, f64::NAN]]]).err();
    /// assert_eq!(
    ///     error.map(|error| error.to_string()).as_deref(),
    ///     Some("max y of row 0 is NaN, not a finite number")
    /// );
    /// ```
    ///
    /// # Errors
    /// Returns a [`ColumnError`] that names the row, the corner (`min` or `max`) and the axis of the first NaN.
    pub fn checked(rows: &'a [[[T; D]; 2]]) -> Result<Self, ColumnError> {
        let mut survey = Survey::default();
        for (index, [min, max]) in rows.iter().enumerate() {
            for (column, corner) in [("min", min), ("max", max)] {
                if let Some(axis) = corner.iter().position(|number| number.to_f64().is_nan()) {
                    return Err(ColumnError {
                        index,
                        column,
                        axis: Some(axis),
                        value: corner[axis].to_f64(),
                    });
                }
            }
            survey.add::<T, D>(|axis| [min[axis], max[axis]]);
        }
        Ok(Self {
            survey: survey.if_finite(),
            ..Self::new(rows)
        })
    }

    /// Returns the same batch with another CPU feature level, for tests and benchmarks.
    #[must_use]
    pub fn at(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// Returns the number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns `true` if the batch has no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl<T: Scalar, const D: usize> Shapes<D> for AabbRows<'_, T, D> {
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
        let mut room = [[[T::ZERO; PART * BLOCK]; D]; 2];
        for first in blocks.clone().step_by(PART) {
            let count = PART.min(blocks.end - first);
            let end = self.rows.len().min((first + count) * BLOCK);
            let rows = &self.rows[first * BLOCK..end];
            put(rows, &mut room);
            let [min, max] = room
                .each_ref()
                .each(|corner| corner.each_ref().map(|column| &column[..rows.len()]));
            let boxes = AabbColumns {
                min,
                max,
                // The largest magnitude of all records bounds that of each part.
                survey: self.survey,
                level: self.level,
            };
            let query = Question {
                first_row: query.first_row + first * BLOCK,
                ..*query
            };
            boxes.words(&query, 0..count, &mut |plane, words| {
                let first = first + words.first;
                sink(plane, Words { first, ..words });
            });
        }
    }

    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap {
        overlap_of_box(region, self.rows[row])
    }
}

/// Copies the numbers of some records into columns: one column per corner and axis.
fn put<T: Scalar, const D: usize, const N: usize>(
    rows: &[[[T; D]; 2]],
    columns: &mut [[[T; N]; D]; 2],
) {
    for (place, row) in rows.iter().enumerate() {
        for (columns, corner) in columns.iter_mut().zip(row) {
            for (column, &number) in columns.iter_mut().zip(corner) {
                column[place] = number;
            }
        }
    }
}
