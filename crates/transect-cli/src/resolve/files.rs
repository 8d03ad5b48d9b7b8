//! Files that have to be there before anything begins.

use std::path::{Path, PathBuf};

use transect_io::{ReadError, Reason};

use crate::failure::Failure;

/// Files that are not there are slips of the one who typed. What is wrong with those that are, the page says.
pub(super) fn are_there(paths: &[PathBuf]) -> Result<(), Failure> {
    for path in paths {
        if path == Path::new("-") {
            return Err(Failure::with_hint(
                "-: the viewer does not read standard input",
                "name a file",
            ));
        }
        if let Err(error) = std::fs::metadata(path) {
            return Err(ReadError {
                path: path.clone(),
                place: None,
                reason: Reason::Io(error),
            }
            .into());
        }
    }
    Ok(())
}
