//! What is wrong with a table.

/// Why a table of boxes or points could not be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The header lacks some of the columns.
    #[error("the header has no {}{}", columns(missing), nearest.as_ref().map(|name| format!("; the nearest name there is {name:?}")).unwrap_or_default())]
    MissingColumns {
        /// Which ones.
        missing: Vec<&'static str>,
        /// The name in the header that comes nearest to the first of them.
        nearest: Option<String>,
        /// Whether they are those of boxes in space.
        of_boxes: bool,
    },
    /// The header names a column twice.
    #[error("the header names the column {name} more than once")]
    DuplicateColumn {
        /// The name.
        name: String,
    },
    /// The cells are separated by something else than commas.
    #[error("the cells are separated by {0}, not by commas")]
    Separator(&'static str),
    /// The text is UTF-16.
    #[error("the text is UTF-16")]
    Utf16,
    /// A row is shorter or longer than the header.
    #[error("the row has {found} cells, the header has {expected}")]
    CellCount {
        /// How many cells the row has.
        found: usize,
        /// How many the header has.
        expected: usize,
    },
    /// Nothing stands where a number should.
    #[error("the cell is empty")]
    EmptyCell,
    /// A cell is not a number.
    #[error("{0} is not a number")]
    NotANumber(String),
    /// A cell is NaN, infinite or beyond 64-bit floats.
    #[error("{0} is not a finite 64-bit number")]
    NotFinite(String),
    /// A lower bound is greater than the upper one.
    #[error("{axis}min is {min}, greater than {axis}max, {max}")]
    Inverted {
        /// The letter of the axis.
        axis: char,
        /// The lower bound.
        min: f64,
        /// The upper bound.
        max: f64,
    },
    /// A quote in a cell without quotes around it, or text behind the closing one.
    #[error("a quote stands where none may")]
    StrayQuote,
    /// The file ends inside a quoted cell.
    #[error("a quote is opened and not closed up to the end of the file")]
    UnclosedQuote,
    /// A carriage return that is not followed by a line feed.
    #[error("a carriage return stands without a line feed")]
    StrayReturn,
    /// A record is longer than any that is believed.
    #[error("the record is longer than {0} bytes")]
    TooLong(usize),
}

impl TableError {
    /// What to do about it.
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

/// "column zmin", "columns zmin, zmax".
fn columns(names: &[&str]) -> String {
    let plural = if names.len() == 1 { "" } else { "s" };
    format!("column{plural} {}", names.join(", "))
}
