//! The rows that are meant, one after the other.

use std::borrow::Cow;
use std::time::Instant;

use transect::Aabb;

use crate::failure::Failure;
use crate::input::Table;
use crate::numbers::{counted_boxes, grouped};
use crate::progress::Progress;
use crate::selection::Selection;

/// The column that `--only` and `--why` look at.
const NAME: &str = "name";
/// How many rows are read before the count that is shown grows.
const STEP: usize = 100_000;

/// One row.
pub(crate) struct Row<'a> {
    pub(crate) bounds: Aabb,
    /// The row as it stands in the file.
    pub(crate) raw: &'a [u8],
    /// Its name; none if there is no such column.
    pub(crate) name: Option<Cow<'a, str>>,
}

/// Where the column of names is; without one, flags that need it are refused.
pub(crate) fn name_column(
    table: &Table,
    selections: &[&Selection],
) -> Result<Option<usize>, Failure> {
    let asked = selections.iter().find(|selection| !selection.is_all());
    let Some(selection) = asked else {
        // Nobody asks for names: that there are two such columns is no matter.
        return Ok(None);
    };
    match table.column(NAME)? {
        Some(column) => Ok(Some(column)),
        None => Err(Failure::with_hint(
            format!(
                "{} looks at the column {NAME}, and {} has none",
                selection.flag(),
                table.path().display()
            ),
            "rename the column that holds the names, or leave the flag out",
        )),
    }
}

/// Reads all rows, and calls `each` with those that `--only` means; says how many these are.
pub(crate) fn each_row(
    table: &mut Table,
    only: &Selection,
    name: Option<usize>,
    progress: &Progress,
    mut each: impl FnMut(&Row<'_>) -> Result<(), Failure>,
) -> Result<usize, Failure> {
    let mut first = None;
    let (mut read, mut wanted) = (0_usize, 0_usize);
    let since = Instant::now();
    while let Some(row) = table.next_row()? {
        read += 1;
        if read.is_multiple_of(STEP) {
            progress.begin(&format!("reading, {} rows", grouped(read)));
        }
        let cell = name.map(|column| row.cell(column));
        let name = cell.as_ref().map(|cell| String::from_utf8_lossy(cell));
        if let Some(name) = &name
            && !only.matches(name)
        {
            first.get_or_insert_with(|| name.to_string());
            continue;
        }
        wanted += 1;
        each(&Row {
            bounds: row.bounds,
            raw: row.raw(),
            name,
        })?;
    }
    let rows = counted_boxes(read);
    progress.tell(
        Some(since.elapsed()),
        &format!("read {}: csv, {rows}", table.path().display()),
    );
    match first {
        Some(first) if wanted == 0 => {
            Err(only.matches_nothing("row", std::iter::once(first.as_str())))
        }
        _ => Ok(wanted),
    }
}
