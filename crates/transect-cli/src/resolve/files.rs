//! Files that have to be there before anything begins.

use std::path::{Path, PathBuf};

use crate::error::CommandError;
use crate::input::unreadable;

/// Files that are not there are slips of the one who typed. What is wrong with those that are, the page says.
pub(super) fn are_there(paths: &[PathBuf]) -> Result<(), CommandError> {
    for path in paths {
        if path == Path::new("-") {
            return Err(CommandError::with_hint(
                "-: the viewer does not read standard input",
                "name a file",
            ));
        }
        std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
    }
    Ok(())
}
