//! What ends the command early: said on stderr, with what to do next, as exit status 2.

use std::fmt::Display;
use std::process::ExitCode;

/// A message, and perhaps a hint.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    hint: Option<String>,
}

impl Failure {
    pub(crate) fn new(message: impl Display) -> Self {
        Self {
            message: message.to_string(),
            hint: None,
        }
    }

    pub(crate) fn with_hint(message: impl Display, hint: impl Display) -> Self {
        Self {
            hint: Some(hint.to_string()),
            ..Self::new(message)
        }
    }

    pub(crate) fn report(self) -> ExitCode {
        warn(&format!("error: {}", self.message));
        if let Some(hint) = self.hint {
            warn(&format!("  hint: {hint}"));
        }
        ExitCode::from(2)
    }
}

impl From<transect_io::ReadError> for Failure {
    fn from(error: transect_io::ReadError) -> Self {
        Self::new(error)
    }
}

impl From<transect_io::WriteError> for Failure {
    fn from(error: transect_io::WriteError) -> Self {
        Self::new(error)
    }
}

impl From<transect::scene::PlacementError> for Failure {
    fn from(error: transect::scene::PlacementError) -> Self {
        Self::new(error)
    }
}

/// A line on stderr; whoever has closed it does not want to hear.
pub(crate) fn warn(line: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{line}");
}
