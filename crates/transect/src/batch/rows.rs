//! Boxes along the axes as records of a least and a greatest corner: their part of the kernel.

use core::ops::Range;

use fearless_simd::Simd;

use crate::batch::boxes::overlap_of_box;
use crate::batch::columns::{AabbColumns, ColumnError};
use crate::batch::filter::Filter;
use crate::batch::kernel::{BLOCK, Values};
use crate::batch::level::Level;
use crate::batch::scalar::Scalar;
use crate::batch::shapes::{Shapes, Survey};
use crate::batch::words::Word;
use crate::plane::Plane;
use crate::region::{Overlap, Region};
use crate::side::Side;

/// Boxes along the axes as records `[min, max]`, as engines keep them. Borrowed, f32 or f64.
///
/// They are put into columns 64 at a time; what is null is said at [`AabbColumns`].
///
/// ```
/// use transect::{Plane, batch::{AabbRows, Batch}};
/// let rows = [[[0.0_f32, 0.0], [1.0, 1.0]], [[1.0, 0.0], [2.0, 1.0]]];
/// assert_eq!(AabbRows::new(&rows).cut(&Plane::new([1.0, 0.0], -1.5)?), [1]);
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
        let mut survey = Survey {
            largest: 0.0,
            may_have_nulls: false,
        };
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
            if (0..D).all(|axis| min[axis] <= max[axis]) {
                for number in min.iter().chain(max) {
                    survey.largest = survey.largest.max(number.to_f64().abs());
                }
            } else {
                survey.may_have_nulls = true;
            }
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

    /// One block as columns.
    #[inline(always)]
    fn columns(&self, block: usize) -> [[[T; BLOCK]; D]; 2] {
        let mut columns = [[[T::ZERO; BLOCK]; D]; 2];
        let rows: &[_; BLOCK] = &self.rows.as_chunks().0[block];
        for (place, row) in rows.iter().enumerate() {
            for (columns, corner) in columns.iter_mut().zip(row) {
                for (column, &number) in columns.iter_mut().zip(corner) {
                    column[place] = number;
                }
            }
        }
        columns
    }

    #[inline(always)]
    fn of<'c>(&self, columns: &'c [[[T; BLOCK]; D]; 2]) -> AabbColumns<'c, T, D> {
        <AabbColumns<'_, T, D> as Shapes<D>>::padded(columns, self.level)
    }
}

impl<T: Scalar, const D: usize> Shapes<D> for AabbRows<'_, T, D> {
    type Scalar = T;
    type Storage = [[[T; D]; 2]; BLOCK];
    type Padded<'s> = AabbRows<'s, T, D>;

    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn level(&self) -> Level {
        self.level
    }

    fn known(&self) -> Option<Survey> {
        self.survey
    }

    #[inline(always)]
    fn survey<S: Simd>(&self, simd: S, blocks: Range<usize>) -> Survey {
        let mut all = Survey {
            largest: 0.0,
            may_have_nulls: false,
        };
        for block in blocks {
            let survey = self.of(&self.columns(block)).survey(simd, 0..1);
            all.largest = all.largest.max(survey.largest);
            all.may_have_nulls |= survey.may_have_nulls;
        }
        all
    }

    #[inline(always)]
    fn values<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<T, D>,
        block: usize,
    ) -> impl Fn(usize) -> Values<S, T> {
        let columns = self.columns(block);
        #[inline(always)]
        move |first| {
            let boxes = self.of(&columns).facing(&filter.is_negative);
            boxes.values(simd, filter, 0)(first)
        }
    }

    #[inline(always)]
    fn lying<S: Simd>(
        &self,
        simd: S,
        filters: &[Filter<T, D>],
        threshold: T,
        block: usize,
    ) -> Option<[u64; 3]> {
        self.of(&self.columns(block))
            .lying(simd, filters, threshold, 0)
    }

    #[inline(always)]
    fn nulls<S: Simd>(&self, simd: S, block: usize) -> u64 {
        self.of(&self.columns(block)).nulls(simd, 0)
    }

    #[inline(always)]
    fn refined<S: Simd>(&self, simd: S, plane: &Plane<D>, block: usize) -> (Word, u64) {
        self.of(&self.columns(block)).refined(simd, plane, 0)
    }

    fn exact(&self, plane: &Plane<D>, row: usize, first: usize) -> [Side; 2] {
        let [min, max] = self.rows[row].map(|corner| corner.map(|number| [number]));
        let [min, max] = [&min, &max].map(|corner| corner.each_ref().map(<[T; 1]>::as_slice));
        AabbColumns::new(min, max).exact(plane, 0, first + row)
    }

    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap {
        let [min, max] = self.rows[row].map(|corner| corner.map(T::to_f64));
        overlap_of_box(region, min, max)
    }

    fn last_block(&self) -> Self {
        Self {
            rows: &self.rows[self.rows.len() - BLOCK..],
            ..*self
        }
    }

    fn tail(&self) -> Self::Storage {
        let rest = self.rows.as_chunks::<BLOCK>().1;
        core::array::from_fn(|row| rest[row.min(rest.len() - 1)])
    }

    fn padded(storage: &Self::Storage, level: Level) -> AabbRows<'_, T, D> {
        AabbRows {
            rows: storage,
            survey: None,
            level,
        }
    }
}
