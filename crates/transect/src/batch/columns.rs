//! Many points or boxes as borrowed columns, one slice a coordinate.

use core::ops::Range;

use crate::batch::blocks::Survey;
use crate::batch::level::Level;
use crate::batch::scalar::Scalar;

/// Points as columns: all x, all y, in 3D all z. Borrowed, f32 or f64.
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

/// Boxes along the axes as columns: the least and the greatest coordinates, as GeoArrow keeps boxes.
/// Borrowed, f32 or f64.
///
/// A box with min > max on an axis or with a NaN is *null*: it is reported apart, as no box at all.
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

/// Why columns are refused by a checked constructor: the first number in them that is not finite.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{column}{}{} of row {index} is {value}, not a finite number", if axis.is_some() { " " } else { "" }, axis.map_or("", |axis| ["x", "y", "z"][axis]))]
pub struct ColumnError {
    /// The row, counted from 0.
    pub index: usize,
    /// What the column holds: "coordinate", "min", "max", …
    pub column: &'static str,
    /// The axis, where a column is of one: 0, 1 or 2.
    pub axis: Option<usize>,
    /// The number.
    pub value: f64,
}

impl<'a, T: Scalar, const D: usize> PointColumns<'a, T, D> {
    /// The points with these coordinates: a slice an axis.
    ///
    /// # Panics
    /// If the slices differ in length. Questions panic later at an infinite coordinate.
    #[must_use]
    pub fn new(coordinates: [&'a [T]; D]) -> Self {
        same_lengths("coordinate", &coordinates, coordinates[0].len());
        Self {
            coordinates,
            survey: None,
            level: Level::best(),
        }
    }

    /// The same, and all numbers are read once: none is NaN or infinite. Questions then know how large
    /// coordinates are, and need not look.
    ///
    /// ```
    /// use transect::batch::PointColumns;
    /// let error = PointColumns::checked([&[0.0, 1.0], &[2.0, f64::NAN]]).err().expect("a NaN");
    /// assert_eq!((error.index, error.axis), (1, Some(1)));
    /// assert_eq!(error.to_string(), "coordinate y of row 1 is NaN, not a finite number");
    /// ```
    ///
    /// # Errors
    /// [`ColumnError`] names the row and the axis.
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn checked(coordinates: [&'a [T]; D]) -> Result<Self, ColumnError> {
        let mut columns = Self::new(coordinates);
        all_finite(&[("coordinate", &coordinates)])?;
        columns.survey = Some(Survey {
            largest: largest(coordinates),
            may_have_nulls: false,
        });
        Ok(columns)
    }

    /// The same at another level of the CPU's instructions: for tests and benches.
    #[must_use]
    pub fn at(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// The coordinates, a slice an axis.
    #[must_use]
    pub fn coordinates(&self) -> [&'a [T]; D] {
        self.coordinates
    }

    /// How many points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.coordinates[0].len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of the points.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<[f64; D]> {
        (index < self.len()).then(|| self.coordinates.map(|column| column[index].to_f64()))
    }

    /// Some of the points.
    ///
    /// # Panics
    /// If the range reaches beyond the columns.
    #[must_use]
    pub fn slice(&self, rows: Range<usize>) -> Self {
        Self {
            coordinates: self.coordinates.map(|column| &column[rows.clone()]),
            ..*self
        }
    }
}

impl<'a, T: Scalar, const D: usize> AabbColumns<'a, T, D> {
    /// The boxes with these bounds: a slice an axis and end.
    ///
    /// # Panics
    /// If the slices differ in length. Questions panic later at an infinite bound.
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

    /// The same, and all numbers are read once: none is NaN or infinite; a box with min > max is still
    /// null. Questions then know how large coordinates are, and need not look.
    ///
    /// ```
    /// use transect::batch::AabbColumns;
    /// let error = AabbColumns::checked([&[0.0], &[0.0]], [&[1.0], &[f32::INFINITY]]).err();
    /// assert_eq!(
    ///     error.map(|error| error.to_string()).as_deref(),
    ///     Some("max y of row 0 is inf, not a finite number")
    /// );
    /// ```
    ///
    /// # Errors
    /// [`ColumnError`] names the row, the end and the axis.
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn checked(min: [&'a [T]; D], max: [&'a [T]; D]) -> Result<Self, ColumnError> {
        let mut columns = Self::new(min, max);
        all_finite(&[("min", &min), ("max", &max)])?;
        columns.survey = Some(columns.survey_with_nulls(0..columns.len()));
        Ok(columns)
    }

    /// The same at another level of the CPU's instructions: for tests and benches.
    #[must_use]
    pub fn at(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// The least coordinates, a slice an axis.
    #[must_use]
    pub fn min(&self) -> [&'a [T]; D] {
        self.min
    }

    /// The greatest coordinates, a slice an axis.
    #[must_use]
    pub fn max(&self) -> [&'a [T]; D] {
        self.max
    }

    /// How many boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.min[0].len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The least and the greatest corner of one of the boxes, null or not.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<[[f64; D]; 2]> {
        (index < self.len())
            .then(|| [self.min, self.max].map(|end| end.map(|column| column[index].to_f64())))
    }

    /// Some of the boxes.
    ///
    /// # Panics
    /// If the range reaches beyond the columns.
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
/// If a column has another length than the first of all.
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

/// The largest magnitude of finite numbers.
pub(crate) fn largest<'a, T: Scalar>(columns: impl IntoIterator<Item = &'a [T]>) -> f64 {
    let numbers = columns.into_iter().flatten();
    numbers.fold(0.0, |largest, number| largest.max(number.to_f64().abs()))
}

/// The first number that is not finite, by column.
pub(crate) fn all_finite<T: Scalar>(ends: &[(&'static str, &[&[T]])]) -> Result<(), ColumnError> {
    for (column, axes) in ends {
        for (axis, numbers) in axes.iter().enumerate() {
            if let Some(index) = numbers.iter().position(|number| !number.is_finite()) {
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
