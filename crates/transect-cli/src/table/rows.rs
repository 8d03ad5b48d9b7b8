//! Reads the rows of a table that `--only` selects, one by one, and writes rows with the added column `side`.

use std::borrow::Cow;
use std::io::{BufRead, Write};
use std::time::Instant;

use transect_io::{RowShape, Table};

use crate::error::CommandError;
use crate::progress::Progress;
use transect_report::numbers::{counted, grouped};
use transect_report::selection::ObjectSelection;

/// The name of the column that `--only` and `--why` match.
const NAME: &str = "name";
/// The name of the column that is added to the rows in output files.
const SIDE: &str = "side";
/// The number of rows between two updates of the progress line.
const STEP: usize = 100_000;

/// One row that `--only` selects.
pub(crate) struct Row<'a, S> {
    pub(crate) shape: S,
    /// The bytes of the row in the file.
    pub(crate) raw: &'a [u8],
    /// The text in the column `name`; `None` if no selection (`--only`, `--why`) needs this column.
    pub(crate) name: Option<Cow<'a, str>>,
}

/// Returns the index of the column `name` if one of the selections (`--only`, `--why`) needs it. If there is no such
/// column, returns an error.
pub(crate) fn name_column<R: BufRead, S: RowShape>(
    table: &Table<R, S>,
    selections: &[&ObjectSelection],
) -> Result<Option<usize>, CommandError> {
    let request = selections.iter().find(|selection| !selection.is_all());
    let Some(selection) = request else {
        // Neither flag is given, so the column is not looked up. Then a table may even have two columns called `name`.
        return Ok(None);
    };
    match table.column(NAME)? {
        Some(column) => Ok(Some(column)),
        None => Err(CommandError::with_hint(
            format!(
                "{} needs a column \"{NAME}\", but {} has none",
                selection.flag(),
                table.path().display()
            ),
            "rename the column that holds the names, or leave the flag out",
        )),
    }
}

/// The options of `each_row`: the selected rows, and what the progress line shows.
pub(crate) struct Reading<'a> {
    pub(crate) only: &'a ObjectSelection,
    pub(crate) name: Option<usize>,
    /// The noun for a row, such as `box`.
    pub(crate) noun: &'static str,
    /// The size of the table in bytes, if it is known.
    pub(crate) bytes: Option<u64>,
    pub(crate) progress: &'a Progress,
}

impl Reading<'_> {
    /// Reads all rows, and calls `each` for the rows that `only` selects. Returns the number of selected rows.
    pub(crate) fn each_row<R: BufRead, S: RowShape>(
        &self,
        table: &mut Table<R, S>,
        mut each: impl FnMut(Row<'_, S>) -> Result<(), CommandError>,
    ) -> Result<usize, CommandError> {
        let mut first = None;
        let (mut read, mut wanted) = (0_usize, 0_usize);
        let since = Instant::now();
        if self.bytes.is_some() {
            self.progress.begin("reading, MiB");
        }
        loop {
            if read.is_multiple_of(STEP) && read > 0 {
                self.show(read, table.bytes());
            }
            let Some(row) = table.next_row()? else {
                break;
            };
            read += 1;
            let cell = self.name.map(|column| row.cell(column));
            let name = cell.as_ref().map(|cell| String::from_utf8_lossy(cell));
            if let Some(name) = &name
                && !self.only.matches(name)
            {
                first.get_or_insert_with(|| name.to_string());
                continue;
            }
            wanted += 1;
            let raw = row.raw();
            each(Row {
                shape: row.shape,
                raw,
                name,
            })?;
        }
        let rows = counted(read, self.noun);
        self.progress.log(
            Some(since.elapsed()),
            &format!("read {}: csv, {rows}", table.path().display()),
        );
        match first {
            Some(first) if wanted == 0 => {
                let names = std::iter::once(first.as_str());
                Err(self.only.matches_nothing("row", names).into())
            }
            _ => Ok(wanted),
        }
    }

    /// Updates the progress line: the bytes that have been read, or the rows if the size of the table is unknown.
    fn show(&self, rows: usize, bytes: u64) {
        let mebibytes = |bytes: u64| usize::try_from(bytes >> 20).unwrap_or(usize::MAX);
        match self.bytes {
            Some(all) => self.progress.count(mebibytes(bytes), mebibytes(all)),
            None => self
                .progress
                .begin(&format!("reading, {} rows", grouped(rows))),
        }
    }
}

/// Writes a row of the output: the bytes of the row in the input, and its cell in the added column.
pub(crate) fn write_row(file: &mut impl Write, raw: &[u8], cell: &str) -> std::io::Result<()> {
    let parts = [raw, b",", cell.as_bytes(), b"\n"];
    parts.into_iter().try_for_each(|part| file.write_all(part))
}

/// Returns the error for an output file that could not be written.
pub(crate) fn failure(name: &str, error: &std::io::Error) -> CommandError {
    CommandError::with_hint(
        format!("{name}: {error}"),
        "nothing was written; -o names the folder to write into",
    )
}

/// Returns the name of the added column: `side`, or `side_2`, `side_3`, … if the table already has a column `side`.
pub(crate) fn side_column(names: &[Vec<u8>]) -> String {
    let is_free = |name: &String| !names.iter().any(|taken| taken == name.as_bytes());
    let numbered = (2..).map(|number: u64| format!("{SIDE}_{number}"));
    let mut names = std::iter::once(SIDE.to_string()).chain(numbered);
    names.find(is_free).unwrap_or_default()
}
