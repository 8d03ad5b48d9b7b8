//! What ends the command early: said on stderr, with what to do next, as exit status 2.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use transect::scene::PlacementError;
use transect_io::{ReadError, Reason, WriteError};

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

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        let hint = match &error.reason {
            Reason::Io(error) if error.kind() == ErrorKind::NotFound => {
                "is the path right? it starts at the current folder"
            }
            Reason::Io(_) => return Self::new(error),
            Reason::Table(fault) => fault.hint(),
            Reason::UnknownFormat => "export or convert the model to one of these",
            Reason::Empty | Reason::Truncated { .. } => {
                "the file is incomplete: export, copy or download it again"
            }
            Reason::Unsupported(_) => "export the model without it",
            _ => "nothing is mended in silence: correct the file, or export it again",
        };
        Self::with_hint(&error, hint)
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        let hint = match &error {
            WriteError::NotAFolder { .. } => "name another folder with -o",
            WriteError::Io { .. } => "nothing was written; -o names the folder to write into",
            WriteError::DoesNotFit {
                stored_as: "f32", ..
            } => "nothing was written; --format obj and --format ply hold 64-bit floats",
            _ => return Self::new(error),
        };
        Self::with_hint(&error, hint)
    }
}

impl From<PlacementError> for Failure {
    fn from(error: PlacementError) -> Self {
        Self::new(error)
    }
}

/// A line on stderr; whoever has closed it does not want to hear.
pub(crate) fn warn(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
