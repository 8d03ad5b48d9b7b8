//! Standard output.

use std::io::{ErrorKind, Write};

use crate::error::CommandError;

/// Prints to stdout. A closed pipe is not an error.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    let mut stdout = std::io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(CommandError::new(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}
