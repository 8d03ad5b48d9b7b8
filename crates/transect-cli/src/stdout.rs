//! Prints to standard output, and reports if printing fails.

use std::io::{ErrorKind, Write};

use transect_report::listing::names;

use crate::error::CommandError;

/// The end of the hint that is shown if printing fails after the files were written.
const ONLY: &str = "only the printed report is incomplete";

/// Prints to stdout. A closed pipe is not an error.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    print_unless_closed(text).map(drop)
}

/// Prints to stdout. Returns `false` if it is a closed pipe, which has no reader.
pub(crate) fn print_unless_closed(text: &str) -> Result<bool, CommandError> {
    let mut stdout = std::io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(CommandError::new(format!("standard output: {error}"))),
    }
}

/// Prints to stdout after files were written. If printing fails, the hint of the error says that the files are
/// complete.
pub(crate) fn print_beside(text: &str, written: &[String]) -> Result<(), CommandError> {
    print(text).map_err(|error| {
        let paths: Vec<&str> = written.iter().map(String::as_str).collect();
        match paths.len() {
            0 => error,
            1 => error.or_hint(format!("{} is written; {ONLY}", names(&paths))),
            _ => error.or_hint(format!("all files are written: {}; {ONLY}", names(&paths))),
        }
    })
}
