//! The errors of tables.

/// The kinds of errors in tables of boxes or points.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The header lacks some columns.
    #[error("the header has no {}{}", columns(missing), nearest.as_ref().map(|name| format!("; the nearest name there is {name:?}")).unwrap_or_default())]
    MissingColumns {
        /// The names of the missing columns.
        missing: Vec<&'static str>,
        /// The name in the header that is most similar to the first missing name.
        nearest: Option<String>,
        /// `true` if the missing columns belong to three-dimensional boxes.
        of_boxes: bool,
    },
    /// The header contains a column name twice.
    #[error("the header names the column {name} more than once")]
    DuplicateColumn {
        /// The column name.
        name: String,
    },
    /// The separator of the cells is not a comma.
    #[error("the cells are separated by {0}, not by commas")]
    Separator(&'static str),
    /// The text is UTF-16.
    #[error("the text is UTF-16")]
    Utf16,
    /// The number of cells differs from that of the header.
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
    /// A lower bound is greater than the upper bound.
    #[error("{axis}min is {min}, greater than {axis}max, {max}")]
    Inverted {
        /// The letter of the axis.
        axis: char,
        /// The lower bound.
        min: f64,
        /// The upper bound.
        max: f64,
    },
    /// A quote inside an unquoted cell, or text after the closing quote of a cell.
    #[error("a quote stands where none may")]
    StrayQuote,
    /// The file ends inside a quoted cell.
    #[error("a quote is opened and not closed up to the end of the file")]
    UnclosedQuote,
    /// A carriage return that is not followed by a line feed.
    #[error("a carriage return stands without a line feed")]
    StrayReturn,
    /// A record exceeds the length limit.
    #[error("the record is longer than {0} bytes")]
    TooLong(usize),
}

impl TableError {
    /// Returns the hint: what to do about the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::MissingColumns { of_boxes: true, .. } => {
                "a table of boxes has the columns xmin, ymin, zmin, xmax, ymax, zmax: these names \
                 exactly, in any order, among any others; `transect sort` takes points, with the \
                 columns x, y, z, as well"
            }
            Self::MissingColumns { .. } => {
                "a table of points has the columns x, y, z, one of boxes xmin, ymin, zmin, xmax, \
                 ymax, zmax, both without those of z in the plane: these names exactly, in any \
                 order, among any others"
            }
            Self::DuplicateColumn { .. } => "rename all but one of them",
            Self::Separator(_) => {
                "save the table with commas between the cells, and points in the numbers"
            }
            Self::Utf16 => "save the table as UTF-8",
            Self::CellCount { .. } => "a cell that holds commas has to stand in quotes",
            Self::EmptyCell => {
                "each row needs all its coordinates: fill the cell, or leave the row out"
            }
            Self::NotANumber(_) => {
                "write numbers as 1234.5 or 1.2345e3: a decimal point, nothing between the digits"
            }
            Self::NotFinite(_) => "coordinates are finite: correct the row, or leave it out",
            Self::Inverted { .. } => "exchange the two, or correct the row",
            Self::StrayQuote => {
                "put the whole cell in quotes, and double each quote that belongs to it"
            }
            Self::UnclosedQuote => "close the quote, or double it if it belongs to the cell",
            Self::StrayReturn => "end lines with a line feed, or with both",
            Self::TooLong(_) => {
                "is a quote not closed, or is this no table? cells may hold a few megabytes"
            }
        }
    }
}

/// Returns the names after "column" or "columns": "column zmin", "columns zmin, zmax".
fn columns(names: &[&str]) -> String {
    let plural = if names.len() == 1 { "" } else { "s" };
    format!("column{plural} {}", names.join(", "))
}
