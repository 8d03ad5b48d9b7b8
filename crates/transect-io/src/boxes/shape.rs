//! The shapes that a table can hold, one per row: boxes or points, in space or in the plane.

use transect::{Aabb, AabbError};

use crate::table_error::TableError;

/// The shape of a row: an [`Aabb`] or a point, in 2D or 3D, or `()` for rows whose numbers are not read.
///
/// ```
/// use transect_io::RowShape;
/// assert_eq!(<[f64; 2]>::COLUMNS, ["x", "y"]);
/// assert_eq!(<[f64; 2]>::of(&[1.5, 2.0])?, [1.5, 2.0]);
/// # Ok::<(), transect_io::TableError>(())
/// ```
pub trait RowShape: Copy {
    /// The names of the columns that hold the numbers of the shape, at most six.
    const COLUMNS: &'static [&'static str];

    /// `true` if an empty cell in these columns is passed to [`of`](Self::of) as NaN. If `false`, an empty cell in
    /// these columns is an error.
    const READS_EMPTY_CELLS: bool = false;

    /// Makes a shape from numbers, one per column, in the order of [`COLUMNS`](Self::COLUMNS). All numbers are finite,
    /// unless [`READS_EMPTY_CELLS`](Self::READS_EMPTY_CELLS) is `true`: a NaN then means that the cell is empty.
    ///
    /// # Errors
    /// Returns [`TableError::Inverted`] if a lower bound of a box is greater than the upper bound on the same axis.
    fn of(numbers: &[f64]) -> Result<Self, TableError>;
}

impl RowShape for Aabb<3> {
    const COLUMNS: &'static [&'static str] = &["xmin", "ymin", "zmin", "xmax", "ymax", "zmax"];

    fn of(numbers: &[f64]) -> Result<Self, TableError> {
        aabb(numbers)
    }
}

impl RowShape for Aabb<2> {
    const COLUMNS: &'static [&'static str] = &["xmin", "ymin", "xmax", "ymax"];

    fn of(numbers: &[f64]) -> Result<Self, TableError> {
        aabb(numbers)
    }
}

impl RowShape for [f64; 3] {
    const COLUMNS: &'static [&'static str] = &["x", "y", "z"];

    fn of(numbers: &[f64]) -> Result<Self, TableError> {
        Ok(point(numbers))
    }
}

impl RowShape for [f64; 2] {
    const COLUMNS: &'static [&'static str] = &["x", "y"];

    fn of(numbers: &[f64]) -> Result<Self, TableError> {
        Ok(point(numbers))
    }
}

/// A shape that may be missing: it is `None` if one of its cells is empty.
///
/// ```
/// use std::path::Path;
/// use transect_io::Table;
/// let csv = b"x,y\n1,2\n,4\n".as_slice();
/// let mut table: Table<_, Option<[f64; 2]>> = Table::new(Path::new("points.csv"), csv)?;
/// assert_eq!(table.next_row()?.map(|row| row.shape), Some(Some([1.0, 2.0])));
/// assert_eq!(table.next_row()?.map(|row| row.shape), Some(None));
/// # Ok::<(), transect_io::ReadError>(())
/// ```
impl<S: RowShape> RowShape for Option<S> {
    const COLUMNS: &'static [&'static str] = S::COLUMNS;
    const READS_EMPTY_CELLS: bool = true;

    fn of(numbers: &[f64]) -> Result<Self, TableError> {
        let is_null = numbers.iter().any(|number| number.is_nan());
        (!is_null).then(|| S::of(numbers)).transpose()
    }
}

impl RowShape for () {
    const COLUMNS: &'static [&'static str] = &[];

    fn of(_: &[f64]) -> Result<Self, TableError> {
        Ok(())
    }
}

fn point<const D: usize>(numbers: &[f64]) -> [f64; D] {
    core::array::from_fn(|axis| numbers[axis])
}

fn aabb<const D: usize>(numbers: &[f64]) -> Result<Aabb<D>, TableError> {
    Aabb::new(point(numbers), point(&numbers[D..])).map_err(|error| match error {
        AabbError::Inverted { axis, min, max } => TableError::Inverted {
            axis: ['x', 'y', 'z'][axis],
            min,
            max,
        },
        // Any other error is about a number that is not finite, which the caller has excluded.
        other => TableError::NotFinite(other.to_string()),
    })
}

/// The kind of shapes in a table, determined by its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableKind {
    /// Boxes in space: [`Aabb<3>`](Aabb).
    Boxes,
    /// Boxes in the plane: `Aabb<2>`.
    FlatBoxes,
    /// Points in space: `[f64; 3]`.
    Points,
    /// Points in the plane: `[f64; 2]`.
    FlatPoints,
}

impl TableKind {
    /// Returns the kind of a table from the beginning of its file. A table with the columns of both boxes and points is
    /// a table of boxes. A header that lacks columns gets the most similar kind, and [`Table::new`](crate::Table::new)
    /// then reports the error.
    ///
    /// ```
    /// use transect_io::TableKind;
    /// assert_eq!(TableKind::of(b"id,x,y,z\n1,0,0,0\n"), TableKind::Points);
    /// assert_eq!(TableKind::of(b"x,y,xmin,ymin,xmax,ymax"), TableKind::FlatBoxes);
    /// assert_eq!(TableKind::of(b"xmin,ymin,zmin,xmax,ymax"), TableKind::Boxes);
    /// ```
    #[must_use]
    pub fn of(start: &[u8]) -> Self {
        let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
        let text = text.trim_ascii_start();
        let header = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let words = || {
            let words = header.split(|byte| b",;\t|\"".contains(byte));
            words.map(<[u8]>::trim_ascii)
        };
        let has = |name: &&str| words().any(|word| word == name.as_bytes());
        let looks = |name: &&str| words().any(|word| word.eq_ignore_ascii_case(name.as_bytes()));
        let boxes = <Aabb<3>>::COLUMNS;
        if ["zmin", "zmax"].iter().any(has) {
            Self::Boxes
        } else if <Aabb<2>>::COLUMNS.iter().all(has) {
            Self::FlatBoxes
        } else if <[f64; 3]>::COLUMNS.iter().all(has) {
            Self::Points
        } else if <[f64; 2]>::COLUMNS.iter().all(has) {
            Self::FlatPoints
        } else if !boxes.iter().any(looks) && <[f64; 3]>::COLUMNS.iter().any(looks) {
            Self::Points
        } else {
            Self::Boxes
        }
    }
}
