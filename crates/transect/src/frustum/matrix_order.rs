//! The order of the numbers of a matrix.

use transect_exact::NameError;

/// The order of the sixteen numbers of a matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MatrixOrder {
    /// The four lists of four numbers are the rows: [`Frustum::from_row_major`](crate::Frustum::from_row_major).
    #[default]
    RowMajor,
    /// The four lists of four numbers are the columns:
    /// [`Frustum::from_column_major`](crate::Frustum::from_column_major).
    ColumnMajor,
}

impl MatrixOrder {
    /// Both orders.
    const ALL: [Self; 2] = [Self::RowMajor, Self::ColumnMajor];
    /// The names of the orders, in the order of `ALL`.
    const NAMES: [&'static str; 2] = ["row_major", "column_major"];

    /// Returns the name of the order: `row_major` or `column_major`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RowMajor => Self::NAMES[0],
            Self::ColumnMajor => Self::NAMES[1],
        }
    }
}

/// Writes the name of the order.
impl core::fmt::Display for MatrixOrder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the name of an order, with underscores or hyphens.
///
/// ```
/// use transect::MatrixOrder;
/// assert_eq!("column-major".parse(), Ok(MatrixOrder::ColumnMajor));
/// let error = "rows".parse::<MatrixOrder>().unwrap_err();
/// assert_eq!(error.to_string(), "the name is not row_major or column_major");
/// ```
impl core::str::FromStr for MatrixOrder {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        NameError::find_with_hyphens(Self::ALL, &Self::NAMES, text)
    }
}
