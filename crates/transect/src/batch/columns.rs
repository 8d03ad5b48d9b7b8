//! Points and axis-aligned boxes as borrowed columns, one slice per coordinate.

use core::error::Error;
use core::fmt;
use core::ops::Range;

use transect_exact::arrays::Few as _;

use crate::batch::blocks::Survey;
use crate::batch::level::Level;
use crate::batch::scalar::Scalar;

/// Points as borrowed columns of f32 or f64: all x, all y, and in 3D all z.
///
/// ```
/// use transect::batch::PointColumns;
/// let points = PointColumns::new([&[0.0_f32, 1.0], &[2.0, 3.0]]);
/// assert_eq!(points.len(), 2);
/// assert_eq!(points.get(1), Some([1.0, 3.0]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PointColumns<'a, T, const D: usize = 3> {
    pub(crate) coordinates: [&'a [T]; D],
    pub(crate) survey: Option<Survey>,
    pub(crate) level: Level,
}

/// Axis-aligned boxes as borrowed columns of f32 or f64: the least and the greatest coordinates, as in GeoArrow.
///
/// A box with min > max on an axis or with a NaN is *null*: it is counted separately, not as a box. Bounds may be
/// infinite, as those of an [`Aabb`](crate::Aabb); a box whose min is ∞ or whose max is −∞ contains no point and is
/// null.
///
/// ```
/// use transect::batch::AabbColumns;
/// let boxes = AabbColumns::new([&[0.0_f32, 1.0], &[2.0, 3.0]], [&[4.0, 5.0], &[6.0, 7.0]]);
/// assert_eq!(boxes.len(), 2);
/// assert_eq!(boxes.get(1), Some([[1.0, 3.0], [5.0, 7.0]]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AabbColumns<'a, T, const D: usize = 3> {
    pub(crate) min: [&'a [T]; D],
    pub(crate) max: [&'a [T]; D],
    pub(crate) survey: Option<Survey>,
    pub(crate) level: Level,
}

/// The error of the `checked` constructors: the first invalid number in the columns, which is NaN or infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnError {
    /// The row of the number that is not finite, counted from 0.
    pub index: usize,
    /// The meaning of the column that holds the number, for example "coordinate", "min" or "max".
    pub column: &'static str,
    /// The axis of the column: 0, 1 or 2; `None` for a column without an axis, such as radii.
    pub axis: Option<usize>,
    /// The number: NaN, or infinite where only finite numbers are valid.
    pub value: f64,
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.column)?;
        if let Some(axis) = self.axis {
            write!(f, " {}", ["x", "y", "z"][axis])?;
        }
        let Self { index, value, .. } = self;
        write!(f, " of row {index} is {value}, not a finite number")
    }
}

impl Error for ColumnError {}

impl<'a, T: Scalar, const D: usize> PointColumns<'a, T, D> {
    /// Creates columns of points from the points' coordinates, one slice per axis.
    ///
    /// # Panics
    /// Panics if the slices differ in length. Infinite coordinates are accepted here; classifying their rows panics.
    #[must_use]
    pub fn new(coordinates: [&'a [T]; D]) -> Self {
        same_lengths("coordinate", &coordinates, coordinates[0].len());
        Self {
            coordinates,
            survey: None,
            level: Level::best(),
        }
    }

    /// Creates the columns and checks that every number is finite. The largest magnitude is stored, so later calls do
    /// not scan the columns for it.
    ///
    /// ```
    /// use transect::batch::PointColumns;
    /// let error = PointColumns::checked([&[0.0, 1.0], &[2.0, f64::NAN]]).err().expect("a NaN");
    /// assert_eq!((error.index, error.axis), (1, Some(1)));
    /// assert_eq!(error.to_string(), "coordinate y of row 1 is NaN, not a finite number");
    /// ```
    ///
    /// # Errors
    /// Returns a [`ColumnError`] that names the row and the axis of the first number that is not finite.
    ///
    /// # Panics
    /// Panics if the slices differ in length.
    pub fn checked(coordinates: [&'a [T]; D]) -> Result<Self, ColumnError> {
        let mut columns = Self::new(coordinates);
        all_finite(&[("coordinate", &coordinates)])?;
        columns.survey = Some(Survey {
            largest: largest(coordinates),
            may_have_nulls: false,
        });
        Ok(columns)
    }

    /// Returns the same columns with another CPU feature level, for tests and benchmarks.
    #[must_use]
    pub fn at(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// Returns the coordinates of the points, one slice per axis.
    #[must_use]
    pub fn coordinates(&self) -> [&'a [T]; D] {
        self.coordinates
    }

    /// Returns the number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.coordinates[0].len()
    }

    /// Returns `true` if the columns are empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the point of a row, or `None` beyond the last row.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<[f64; D]> {
        (index < self.len()).then(|| self.coordinates.map(|column| column[index].to_f64()))
    }

    /// Returns the points of a range of rows.
    ///
    /// # Panics
    /// Panics if the range ends after the last row.
    #[must_use]
    pub fn slice(&self, rows: Range<usize>) -> Self {
        Self {
            coordinates: self.coordinates.map(|column| &column[rows.clone()]),
            ..*self
        }
    }
}

impl<'a, T: Scalar, const D: usize> AabbColumns<'a, T, D> {
    /// Creates the columns from the least coordinates, one slice per axis, and the greatest coordinates, one slice per
    /// axis.
    ///
    /// # Panics
    /// Panics if the slices differ in length.
    #[must_use]
    pub fn new(min: [&'a [T]; D], max: [&'a [T]; D]) -> Self {
        same_lengths("min", &min, min[0].len());
        same_lengths("max", &max, min[0].len());
        Self {
            min,
            max,
            survey: None,
            level: Level::best(),
        }
    }

    /// Creates the columns and checks that no number is NaN. A box with min > max is still null. If all numbers are
    /// finite, their largest magnitude is stored, so later calls do not scan the columns for it.
    ///
    /// ```
    /// use transect::batch::AabbColumns;
    /// assert!(AabbColumns::checked([&[0.0], &[0.0]], [&[1.0], &[f32::INFINITY]]).is_ok());
    /// let error = AabbColumns::checked([&[0.0], &[0.0]], [&[1.0], &[f32::NAN]]).err();
    /// assert_eq!(
    ///     error.map(|error| error.to_string()).as_deref(),
    ///     Some("max y of row 0 is NaN, not a finite number")
    /// );
    /// ```
    ///
    /// # Errors
    /// Returns a [`ColumnError`] that names the row, the corner (`min` or `max`) and the axis of the first NaN.
    ///
    /// # Panics
    /// Panics if the slices differ in length.
    pub fn checked(min: [&'a [T]; D], max: [&'a [T]; D]) -> Result<Self, ColumnError> {
        let mut columns = Self::new(min, max);
        all_are(&[("min", &min), ("max", &max)], |number| {
            !number.to_f64().is_nan()
        })?;
        columns.survey = columns.survey_with_nulls(0..columns.len()).if_finite();
        Ok(columns)
    }

    /// Returns the same columns with another CPU feature level, for tests and benchmarks.
    #[must_use]
    pub fn at(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// Returns the least coordinates of the boxes, one slice per axis.
    #[must_use]
    pub fn min(&self) -> [&'a [T]; D] {
        self.min
    }

    /// Returns the greatest coordinates of the boxes, one slice per axis.
    #[must_use]
    pub fn max(&self) -> [&'a [T]; D] {
        self.max
    }

    /// Returns the number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.min[0].len()
    }

    /// Returns `true` if the columns are empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the least and the greatest corner of the box in a row, even if the row is null. Returns `None` beyond
    /// the last row.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<[[f64; D]; 2]> {
        (index < self.len())
            .then(|| [self.min, self.max].each(|end| end.map(|column| column[index].to_f64())))
    }

    /// Returns the boxes of a range of rows.
    ///
    /// # Panics
    /// Panics if the range ends after the last row.
    #[must_use]
    pub fn slice(&self, rows: Range<usize>) -> Self {
        Self {
            min: self.min.map(|column| &column[rows.clone()]),
            max: self.max.map(|column| &column[rows.clone()]),
            ..*self
        }
    }
}

/// # Panics
/// Panics if a column does not have `length` rows; the message calls the columns `what`.
pub(crate) fn same_lengths<T>(what: &str, columns: &[&[T]], length: usize) {
    for (axis, column) in columns.iter().enumerate() {
        assert!(
            column.len() == length,
            "columns of one table have one length: {what} {} has {} rows, the first column has {length}",
            ["x", "y", "z"][axis],
            column.len()
        );
    }
}

/// Returns the largest magnitude in columns of finite numbers.
pub(crate) fn largest<'a, T: Scalar>(columns: impl IntoIterator<Item = &'a [T]>) -> f64 {
    let numbers = columns.into_iter().flatten();
    numbers.fold(0.0, |largest, number| largest.max(number.to_f64().abs()))
}

/// Returns an error for the first number that is not finite, searching one column after the other.
pub(crate) fn all_finite<T: Scalar>(ends: &[(&'static str, &[&[T]])]) -> Result<(), ColumnError> {
    all_are(ends, |number| number.is_finite())
}

/// Returns an error for the first number that is not valid, searching one column after the other.
fn all_are<T: Scalar>(
    ends: &[(&'static str, &[&[T]])],
    is_valid: impl Fn(T) -> bool,
) -> Result<(), ColumnError> {
    for (column, axes) in ends {
        for (axis, numbers) in axes.iter().enumerate() {
            if let Some(index) = numbers.iter().position(|&number| !is_valid(number)) {
                return Err(ColumnError {
                    index,
                    column,
                    axis: Some(axis),
                    value: numbers[index].to_f64(),
                });
            }
        }
    }
    Ok(())
}
