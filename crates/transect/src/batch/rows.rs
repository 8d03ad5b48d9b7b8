//! Boxes along the axes as records of a least and a greatest corner: put into columns part by part.

use core::ops::Range;

use crate::batch::blocks::Survey;
use crate::batch::boxes::overlap_of_box;
use crate::batch::columns::{AabbColumns, ColumnError};
use crate::batch::kernel::BLOCK;
use crate::batch::level::Level;
use crate::batch::scalar::Scalar;
use crate::batch::shapes::{Question, Shapes};
use crate::batch::words::Words;
use crate::region::{Overlap, Region};

/// How many blocks are put into columns at a time: they stay in the first cache.
const PART: usize = 8;

/// Boxes along the axes as records `[min, max]`, as engines keep them. Borrowed, f32 or f64.
///
/// They are put into columns a few blocks at a time; what is null is said at [`AabbColumns`].
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
    /// The boxes of these records.
    #[must_use]
    pub fn new(rows: &'a [[[T; D]; 2]]) -> Self {
        Self {
            rows,
            survey: None,
            level: Level::best(),
        }
    }

    /// The same, and all numbers are read once, as by [`AabbColumns::checked`].
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
    /// [`ColumnError`] names the row, the end and the axis.
    pub fn checked(rows: &'a [[[T; D]; 2]]) -> Result<Self, ColumnError> {
        let mut survey = Survey::default();
        for (index, [min, max]) in rows.iter().enumerate() {
            for (column, corner) in [("min", min), ("max", max)] {
                if let Some(axis) = corner.iter().position(|number| !number.is_finite()) {
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
            survey: Some(survey),
            ..Self::new(rows)
        })
    }

    /// The same at another level of the CPU's instructions: for tests and benches.
    #[must_use]
    pub fn at(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// How many boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
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
        asked: &Question<'_, T, D>,
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
                .map(|corner| corner.each_ref().map(|column| &column[..rows.len()]));
            let boxes = AabbColumns {
                min,
                max,
                survey: self.survey,
                level: self.level,
            };
            let asked = Question {
                first_row: asked.first_row + first * BLOCK,
                ..*asked
            };
            boxes.words(&asked, 0..count, &mut |plane, words| {
                let first = first + words.first;
                sink(plane, Words { first, ..words });
            });
        }
    }

    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap {
        overlap_of_box(region, self.rows[row])
    }
}

/// Puts records into columns.
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
