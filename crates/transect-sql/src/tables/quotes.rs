//! The cells in quotation marks of files of text: those without an end, and those of more than one line.

use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::Path;

use datafusion::common::exec_err;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionState;
use futures::{StreamExt, stream};

use crate::tables::files::Files;
use crate::tables::format::Format;
use crate::tables::lines::Lines;
use crate::tables::location::Location;

/// The number of files that are searched at once.
const AT_ONCE: usize = 4;

/// The number of bytes that are read at once.
const PIECE: usize = 1 << 20;

/// Returns the files with the format in which the engine reads cells of several lines. It would divide a large file at ends
/// of lines, also at those in cells.
///
/// Objects of a store are not searched, because that would transfer them twice: they are read as if they had such cells.
///
/// # Errors
/// Returns an error that names the file and the line if a cell in quotation marks does not end: the rest of the file would
/// be its text.
pub(super) async fn checked(mut files: Files, state: &SessionState) -> Result<Files> {
    // A loop and not `map`: the compiler cannot tell that futures of a closure may move to other threads.
    let mut surveys = Vec::with_capacity(files.locations.len());
    for location in &files.locations {
        surveys.push(survey(location, files.format, state));
    }
    let cells: Vec<Result<Cells>> = stream::iter(surveys).buffered(AT_ONCE).collect().await;
    for (location, cells) in files.locations.iter().zip(cells) {
        match cells {
            Ok(Cells::Lines) => files.format = files.format.with_cells_of_lines(),
            Ok(Cells::WithoutEnd(line)) => {
                return exec_err!(
                    "{location}, line {line}: the cell begins with a quotation mark and has none at its end\n\
                    hint: within a cell in quotation marks, each of them is written twice"
                );
            }
            // A file that cannot be read is an error of the reader, which names it.
            Ok(Cells::OneLine) | Err(_) => {}
        }
    }
    Ok(files)
}

/// The cells of a file.
enum Cells {
    /// Each cell has one line.
    OneLine,
    /// A cell has more than one line.
    Lines,
    /// The cell that begins in this line does not end.
    WithoutEnd(u64),
}

async fn survey(location: &Location, format: Format, state: &SessionState) -> Result<Cells> {
    let Some(mut lines) = Lines::of(format) else {
        return Ok(Cells::OneLine);
    };
    let Some(path) = location.path() else {
        return Ok(Cells::Lines);
    };
    if format.is_compressed() {
        let mut bytes = location.bytes(format, state).await?;
        while let Some(bytes) = bytes.next().await {
            lines.pass(bytes?.as_ref());
        }
    } else {
        let search = tokio::task::spawn_blocking(move || search(&path, lines));
        let searched = search.await;
        lines = searched.map_err(|error| DataFusionError::External(error.into()))??;
    }
    Ok(match lines.open_quotation() {
        Some(line) => Cells::WithoutEnd(line),
        None if lines.has_cells_of_lines() => Cells::Lines,
        None => Cells::OneLine,
    })
}

/// Reads the lines of a file. A file without quotation marks is only searched for them, which takes a fraction of the time
/// of reading it.
fn search(path: &Path, mut lines: Lines) -> std::io::Result<Lines> {
    let mut is_quoted = false;
    pieces(path, |bytes| {
        is_quoted = bytes.contains(&b'"');
        !is_quoted
    })?;
    if is_quoted {
        pieces(path, |bytes| {
            lines.pass(bytes);
            true
        })?;
    }
    Ok(lines)
}

/// Calls `work` with the bytes of a file, one piece after the other, until it returns `false`.
fn pieces(path: &Path, mut work: impl FnMut(&[u8]) -> bool) -> std::io::Result<()> {
    let mut file = File::open(path)?;
    let mut piece = vec![0; PIECE];
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(count) if work(&piece[..count]) => {}
            Ok(_) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
