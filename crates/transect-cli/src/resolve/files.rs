//! The check that input files exist before the viewer starts, and the list of `--write`.

use std::path::{Path, PathBuf};

use transect_report::output_selection::{NamedOutput, Selection};

use crate::error::CommandError;
use crate::input::unreadable;

/// Checks that the files exist. It does not read them: the viewer's page reports errors in their contents.
pub(super) fn are_there(paths: &[PathBuf]) -> Result<(), CommandError> {
    for path in paths {
        if path == Path::new("-") {
            return Err(CommandError::with_hint(
                "-: the viewer does not read standard input",
                "give the path of a file",
            ));
        }
        std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
    }
    Ok(())
}

/// Returns the names of `--write`; `None` without the flag. The flag needs the folder of `-o`.
pub(super) fn names_to_write<'a>(
    write: &'a [String],
    folder: Option<&PathBuf>,
) -> Result<Option<Vec<&'a str>>, CommandError> {
    if write.is_empty() {
        return Ok(None);
    }
    if folder.is_none() {
        return Err(CommandError::with_hint(
            "--write: nothing is written without -o DIR",
            "add -o DIR, or leave --write out",
        ));
    }
    Ok(Some(write.iter().map(String::as_str).collect()))
}

/// Returns `true` if a group with the drawings is selected. The default has the name `all`. `--paper` adds a PDF to these
/// groups.
pub(super) fn has_all_drawings<O: NamedOutput>(files: &Selection<O>) -> bool {
    files.contains_group("all") || files.contains_group("drawings")
}

/// Returns the error for a flag that changes only files that `--write` leaves out. `files` are these files, and `names`
/// are names to add to `--write`.
pub(super) fn left_out(flag: &str, files: &str, names: &str) -> CommandError {
    CommandError::with_hint(
        format!("{flag}: --write leaves out {files}"),
        format!("add {names} to --write, or leave {flag} out"),
    )
}
