//! `transect check`: compares facts (test cases with the results they expect, as JSON lines) with what transect
//! computes.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use transect_check::Outcome;

use crate::error::CommandError;
use crate::status::Status;
use crate::stdout::print;

/// Runs `transect check`.
pub(crate) fn run(facts: &[PathBuf], is_json: bool) -> Result<Status, CommandError> {
    let mut outcome = Outcome::default();
    for path in facts {
        let name = match path.to_str() {
            Some("-") => "standard input".into(),
            _ => path.display().to_string(),
        };
        let bytes = read(path, &name)?;
        let added = outcome.add(&name, &bytes);
        added.map_err(|error| CommandError::with_hint(&error, error.hint()))?;
    }
    if is_json {
        print(&(outcome.to_json() + "\n"))?;
    } else {
        print(&outcome.table())?;
    }
    let mut status = match outcome.failed {
        0 => Status::SUCCESS,
        _ => Status::FAILED,
    };
    for error in &outcome.errors {
        status = CommandError::with_hint(error.message(), &error.hint).report();
    }
    Ok(status)
}

/// Reads all of a file, or all of standard input.
fn read(path: &Path, name: &str) -> Result<Vec<u8>, CommandError> {
    let outcome = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut bytes);
        read.map(|_| bytes)
    } else {
        fs::read(path)
    };
    outcome.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => CommandError::with_hint(
            format!("{name}: {error}"),
            "is the path right? it starts at the current folder",
        ),
        _ => CommandError::new(format!("{name}: {error}")),
    })
}
