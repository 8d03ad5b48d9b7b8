//! The check that input files exist before the viewer starts.

use std::path::{Path, PathBuf};

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
