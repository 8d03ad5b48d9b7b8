//! The errors of tables.

/// The kinds of errors in tables of boxes or points.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The header lacks some columns.
    #[error("the header has no {}{}", columns(missing), nearest.as_ref().map(|name| format!("; the most similar name is {name:?}")).unwrap_or_default())]
    MissingColumns {
        /// The names of the columns that the header lacks.
        missing: Vec<&'static str>,
        /// The name in the header that is most similar to the first missing name.
        nearest: Option<String>,
        /// `true` if the missing columns belong to three-dimensional boxes.
        of_boxes: bool,
    },
    /// The header contains a column name twice.
    #[error("the header names the column {name} more than once")]
    DuplicateColumn {
        /// The column name that occurs twice.
        name: String,
    },
    /// The separator of the cells is not a comma.
    #[error("the cells are separated by {0}, not by commas")]
    Separator(&'static str),
    /// The text is UTF-16.
    #[error("the text is UTF-16")]
    Utf16,
    /// The number of cells in a row differs from that in the header.
    #[error("the row has {found} cells, the header has {expected}")]
    CellCount {
        /// The number of cells in the row.
        found: usize,
        /// The number of cells in the header.
        expected: usize,
    },
    /// A cell that must hold a number is empty.
    #[error("the cell is empty")]
    EmptyCell,
    /// A cell that must hold a number holds other text.
    #[error("{0} is not a number")]
    NotANumber(String),
    /// A cell is NaN, infinite, or too large for a 64-bit float.
    #[error("{0} is not a finite 64-bit number")]
    NotFinite(String),
    /// A lower bound of a box is greater than the upper bound.
    #[error("{axis}min is {min}, greater than {axis}max, {max}")]
    Inverted {
        /// The letter of the axis on which the bounds are inverted.
        axis: char,
        /// The box's lower bound on this axis.
        min: f64,
        /// The box's upper bound on this axis, which is less than `min`.
        max: f64,
    },
    /// A quote inside an unquoted cell, or text after the closing quote of a cell.
    #[error("a quote is not allowed here")]
    StrayQuote,
    /// The file ends inside a quoted cell, whose closing quote is missing.
    #[error("a quoted cell is not closed before the end of the file")]
    UnclosedQuote,
    /// A carriage return that is not followed by a line feed.
    #[error("a carriage return is not followed by a line feed")]
    StrayReturn,
    /// A record (row of the table) is longer than the limit, which is given in bytes.
    #[error("the record is longer than {0} bytes")]
    TooLong(usize),
}

impl TableError {
    /// Returns a hint that says what to do about the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::MissingColumns { of_boxes: true, .. } => {
                "a table of boxes needs columns with exactly the names xmin, ymin, zmin, xmax, ymax, \
                 zmax, in any order; other columns are allowed; `transect classify` also reads points, \
                 with the columns x, y, z"
            }
            Self::MissingColumns { .. } => {
                "a table of points needs columns with exactly the names x, y, z, a table of boxes \
                 xmin, ymin, zmin, xmax, ymax, zmax, in any order; 2D tables have no z columns; \
                 other columns are allowed"
            }
            Self::DuplicateColumn { .. } => "rename all but one of them",
            Self::Separator(_) => {
                "save the table with commas between the cells, and decimal points in the numbers"
            }
            Self::Utf16 => "save the table as UTF-8",
            Self::CellCount { .. } => "put cells that contain commas in quotes",
            Self::EmptyCell => {
                "each row needs all its coordinates: fill the cell, or remove the row"
            }
            Self::NotANumber(_) => {
                "write numbers as 1234.5 or 1.2345e3: with a decimal point, and nothing else between the digits"
            }
            Self::NotFinite(_) => "coordinates must be finite: correct the row, or remove it",
            Self::Inverted { .. } => "swap the two values, or correct the row",
            Self::StrayQuote => "put the whole cell in quotes, and double each quote inside it",
            Self::UnclosedQuote => "close the quote, or double it if it is part of the cell",
            Self::StrayReturn => {
                "end lines with a line feed, or with a carriage return and a line feed"
            }
            Self::TooLong(_) => {
                "check for a quote that is not closed, and whether the file is a table"
            }
        }
    }
}

/// Returns the word "column" or "columns" with the names: "column zmin", "columns zmin, zmax".
fn columns(names: &[&str]) -> String {
    let plural = if names.len() == 1 { "" } else { "s" };
    format!("column{plural} {}", names.join(", "))
}
