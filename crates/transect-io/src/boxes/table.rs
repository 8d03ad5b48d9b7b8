//! Reading a table of boxes or points row by row.

use std::borrow::Cow;
use std::io::BufRead;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use transect::Aabb;

use crate::boxes::decimal::short_decimal;
use crate::boxes::head::{announces, columns};
use crate::boxes::record::Records;
use crate::boxes::shape::RowShape;
use crate::error::{Place, PlacedError, ReadError, ReadErrorKind};
use crate::table_error::TableError;
use crate::text::{is_not_finite, shown};

/// A CSV table (RFC 4180) whose header contains the [columns](RowShape::COLUMNS) of a shape.
/// The columns may be in any order and among other columns.
///
/// Only one row is in memory at a time. Cells of columns that do not belong to the shape may contain any bytes. Empty
/// lines are skipped, and so is a byte order mark at the start of the file.
///
/// ```
/// use std::path::Path;
/// use transect::{Plane, Side};
/// use transect_io::BoxTable;
/// let csv = b"name,xmin,ymin,zmin,xmax,ymax,zmax\n\"a, b\",0,0,0,1,1,2.5\n";
/// let mut table = BoxTable::new(Path::new("boxes.csv"), csv.as_slice())?;
/// let name = table.column("name")?.expect("a column of this name");
/// let plane: Plane = "z = 1.2".parse().expect("a plane");
/// while let Some(row) = table.next_row()? {
///     assert_eq!(plane.side(&row.shape), Side::On);
///     assert_eq!(*row.cell(name), *b"a, b");
/// }
/// # Ok::<(), transect_io::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Table<R, S> {
    path: PathBuf,
    records: Records<R>,
    /// The bytes of the header as in the file. The next field, `names`, holds the column names in it.
    header: Vec<u8>,
    names: Vec<Vec<u8>>,
    /// The indices of the columns that hold the numbers of the shape.
    places: Vec<usize>,
    rows: u64,
    shape: PhantomData<S>,
}

/// A table of boxes: the columns `xmin`, `ymin`, `zmin`, `xmax`, `ymax` and `zmax`.
pub type BoxTable<R> = Table<R, Aabb>;

/// One row of a table: its shape and all its cells.
#[derive(Debug)]
pub struct Row<'a, R, S> {
    /// The shape that the row describes.
    pub shape: S,
    records: &'a Records<R>,
}

impl<R: BufRead> BoxTable<R> {
    /// Returns `true` if the beginning of a file looks like a table of boxes or points. This is the case if its first
    /// line contains all six column names of boxes. Otherwise one of these names, the names `x` and `y`, or the
    /// extension `csv` is enough, unless the file looks like a mesh.
    ///
    /// ```
    /// use std::path::Path;
    /// type BoxTable = transect_io::BoxTable<std::io::Empty>;
    /// assert!(BoxTable::announced(Path::new("-"), b"id,xmin,ymin,zmin,xmax,ymax,zmax\n"));
    /// assert!(!BoxTable::announced(Path::new("part.csv"), b"solid part\nfacet normal"));
    /// ```
    #[must_use]
    pub fn announced(path: &Path, start: &[u8]) -> bool {
        let extension = path.extension().and_then(|extension| extension.to_str());
        announces(
            start,
            extension.is_some_and(|extension| extension.eq_ignore_ascii_case("csv")),
        )
    }
}

impl<R: BufRead, S: RowShape> Table<R, S> {
    /// Reads the header. `path` is only used in messages.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the table is empty, or if the header lacks a column of the shape or contains it twice.
    pub fn new(path: &Path, reader: R) -> Result<Self, ReadError> {
        let at = |error: PlacedError| error.in_file(path);
        let mut records = Records::new(reader);
        if !records.advance().map_err(at)? {
            return Err(at(ReadErrorKind::Empty.into()));
        }
        let places = columns(&records, S::COLUMNS).map_err(|error| at(records.error(error)))?;
        Ok(Self {
            path: path.to_path_buf(),
            header: records.raw().to_vec(),
            names: (0..records.len())
                .map(|cell| records.cell(cell).trim_ascii().to_vec())
                .collect(),
            records,
            places,
            rows: 0,
            shape: PhantomData,
        })
    }

    /// Returns the path of the table, as given to [`Table::new`].
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the header as in the file, without its line end.
    #[must_use]
    pub fn header(&self) -> &[u8] {
        &self.header
    }

    /// Returns the names of all columns, without blanks around them.
    #[must_use]
    pub fn names(&self) -> &[Vec<u8>] {
        &self.names
    }

    /// Returns the index of the column with this name if there is one.
    ///
    /// # Errors
    /// Returns [`ReadError`] if several columns have this name.
    pub fn column(&self, name: &str) -> Result<Option<usize>, ReadError> {
        let mut places =
            (0..self.names.len()).filter(|&place| self.names[place] == name.as_bytes());
        match (places.next(), places.next()) {
            (place, None) => Ok(place),
            _ => {
                let name = name.to_string();
                Err(
                    PlacedError::at_line(1, TableError::DuplicateColumn { name })
                        .in_file(&self.path),
                )
            }
        }
    }

    /// Returns the number of rows that have been read.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of bytes that have been read.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.records.bytes
    }

    /// Reads the next row.
    ///
    /// # Errors
    /// Returns a [`ReadError`] that names the line, the row and the column. Rows after an error must not be read.
    pub fn next_row(&mut self) -> Result<Option<Row<'_, R, S>>, ReadError> {
        let at = |error: PlacedError| error.in_file(&self.path);
        if !self.records.advance().map_err(at)? {
            return Ok(None);
        }
        self.rows += 1;
        let shape = self.shape().map_err(at)?;
        Ok(Some(Row {
            shape,
            records: &self.records,
        }))
    }

    /// Returns the shape that the current record describes.
    fn shape(&self) -> Result<S, PlacedError> {
        let (found, expected) = (self.records.len(), self.names.len());
        if found != expected {
            return Err(self.error(None, TableError::CellCount { found, expected }));
        }
        let mut numbers = [0.0; 6];
        for (index, &place) in self.places.iter().enumerate() {
            numbers[index] = match number(&self.records.cell(place)) {
                Ok(number) => number,
                Err(TableError::EmptyCell) if S::READS_EMPTY_CELLS => f64::NAN,
                Err(error) => return Err(self.error(Some(S::COLUMNS[index]), error)),
            };
        }
        S::of(&numbers[..self.places.len()]).map_err(|error| {
            let least = |axis: char| S::COLUMNS.iter().find(|name| name.starts_with(axis));
            let column = match &error {
                TableError::Inverted { axis, .. } => least(*axis).copied(),
                _ => None,
            };
            self.error(column, error)
        })
    }

    fn error(&self, column: Option<&'static str>, error: TableError) -> PlacedError {
        PlacedError {
            place: Some(Place::Row {
                line: self.records.line,
                row: self.rows,
                column,
            }),
            kind: error.into(),
        }
    }
}

impl<R: BufRead, S> Row<'_, R, S> {
    /// Returns the contents of a cell, without surrounding quotes.
    #[must_use]
    pub fn cell(&self, column: usize) -> Cow<'_, [u8]> {
        self.records.cell(column)
    }

    /// Returns the row as in the file, without its line end.
    #[must_use]
    pub fn raw(&self) -> &[u8] {
        self.records.raw()
    }
}

/// Reads a finite number; surrounding spaces are ignored.
fn number(cell: &[u8]) -> Result<f64, TableError> {
    let text = cell.trim_ascii();
    if let Some(number) = short_decimal(text) {
        return Ok(number);
    }
    if text.is_empty() {
        return Err(TableError::EmptyCell);
    }
    let number = str::from_utf8(text).ok().and_then(|text| text.parse().ok());
    match number {
        Some(number) if f64::is_finite(number) => Ok(number),
        None if !is_not_finite(text) => Err(TableError::NotANumber(shown(text))),
        _ => Err(TableError::NotFinite(shown(text))),
    }
}
