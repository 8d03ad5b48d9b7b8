//! Errors that end the command early: a message and a hint on stderr, and exit status 2.

use std::fmt::Display;
use std::io::{ErrorKind, Write};

use transect_draw::PaperError;
use transect_io::{ReadError, WriteError};
use transect_mesh::scene::PlacementError;
use transect_report::UserError;
use transect_report::output_selection::OutputError;
use transect_report::slice::files::error::SliceFileError;

use crate::screen::{BAD, HINT, NOTE, Screen};
use crate::status::Status;

/// An error message with an optional hint.
#[derive(Debug)]
pub(crate) struct CommandError {
    message: String,
    hint: Option<String>,
    /// The place in the file that could not be read, such as `line 17`.
    place: Option<String>,
    /// `true` if nothing failed: a signal cancelled the work.
    cancelled: bool,
}

impl CommandError {
    pub(crate) fn new(message: impl Display) -> Self {
        Self {
            message: message.to_string(),
            hint: None,
            place: None,
            cancelled: false,
        }
    }

    pub(crate) fn with_hint(message: impl Display, hint: impl Display) -> Self {
        Self {
            hint: Some(hint.to_string()),
            ..Self::new(message)
        }
    }

    /// Returns the error with `hint` as its hint. An earlier hint of the error is replaced.
    pub(crate) fn or_hint(self, hint: impl Display) -> Self {
        Self {
            hint: Some(hint.to_string()),
            ..self
        }
    }

    /// Returns the message, the hint, and the place in the file that could not be read.
    pub(crate) fn into_parts(self) -> (String, Option<String>, Option<String>) {
        (self.message, self.hint, self.place)
    }

    /// If a signal cancelled the work, blocks forever. The thread that handles signals then prints the message and ends
    /// the process.
    pub(crate) fn leave_to_signal(&self) {
        if self.cancelled {
            loop {
                std::thread::park();
            }
        }
    }

    pub(crate) fn report(self) -> Status {
        warn(&format!("error: {}", self.message));
        if let Some(hint) = self.hint {
            warn(&format!("  hint: {hint}"));
        }
        Status::ERROR
    }
}

impl From<OutputError> for CommandError {
    fn from(error: OutputError) -> Self {
        UserError::from(error).into()
    }
}

impl From<UserError> for CommandError {
    fn from(problem: UserError) -> Self {
        Self {
            hint: problem.hint,
            ..Self::new(problem.message)
        }
    }
}

impl From<ReadError> for CommandError {
    fn from(error: ReadError) -> Self {
        let place = error.place.as_ref().map(ToString::to_string);
        Self {
            place,
            ..UserError::from(error).into()
        }
    }
}

impl From<WriteError> for CommandError {
    fn from(error: WriteError) -> Self {
        let hint = match &error {
            WriteError::NotAFolder { .. } | WriteError::IsAnInput { .. } => {
                "name another folder with -o"
            }
            WriteError::Io { source, .. } if is_full(source) => {
                "nothing was written; free some space, or name a folder on another disk with -o"
            }
            WriteError::Io { .. } => "nothing was written; -o names the folder to write into",
            WriteError::DoesNotFit {
                stored_as: "f32", ..
            } => "nothing was written; --format obj and --format ply hold 64-bit floats",
            WriteError::Cancelled => {
                return Self {
                    cancelled: true,
                    ..Self::new(error)
                };
            }
            _ => return Self::new(error),
        };
        Self::with_hint(&error, hint)
    }
}

/// Returns `true` if a disk is full, or a limit of its user is reached.
fn is_full(error: &std::io::Error) -> bool {
    let kinds = [
        ErrorKind::StorageFull,
        ErrorKind::QuotaExceeded,
        ErrorKind::FileTooLarge,
    ];
    kinds.contains(&error.kind())
}

impl From<PaperError> for CommandError {
    fn from(error: PaperError) -> Self {
        let hint = match &error {
            PaperError::Unit { .. } => {
                "name the unit of the coordinates, such as --unit mm, or leave --scale out"
            }
            PaperError::TooManySheets { .. } => {
                "choose a smaller scale, such as 1:200 in place of 1:100, or larger paper"
            }
            _ => "leave --paper out",
        };
        Self::with_hint(error, hint)
    }
}

impl From<SliceFileError> for CommandError {
    fn from(error: SliceFileError) -> Self {
        match error {
            SliceFileError::Task(error) => error.into(),
            SliceFileError::Paper(error) => error.into(),
            SliceFileError::Write(error) => error.into(),
        }
    }
}

impl From<PlacementError> for CommandError {
    fn from(error: PlacementError) -> Self {
        Self::new(error)
    }
}

/// Prints a line to stderr. A closed stderr is ignored.
pub(crate) fn warn(line: &str) {
    let screen = Screen::stderr();
    let text: Vec<String> = line.split('\n').map(|line| said(&screen, line)).collect();
    let _ = writeln!(std::io::stderr(), "{}", text.join("\n"));
}

/// Returns a line of a message as it is printed. A first word such as `error:` or `hint:` is coloured. The text after
/// it is wrapped to the width of the terminal, and indented by the width of that word.
///
/// Lines that begin with four spaces or more, such as quoted equations, are returned unchanged.
fn said(screen: &Screen, line: &str) -> String {
    let words = [
        ("error: ", BAD),
        ("interrupted", BAD),
        ("note: ", NOTE),
        ("  hint: ", HINT),
    ];
    let word = words.iter().find(|(word, _)| line.starts_with(word));
    match word {
        Some((word, style)) => {
            let rest = screen.hanging(&line[word.len()..], word.len());
            let shown = word.trim_end_matches([':', ' ']);
            format!(
                "{}{}{rest}",
                screen.paint(*style, shown),
                &word[shown.len()..]
            )
        }
        None if line.starts_with("    ") => line.to_string(),
        None => screen.hanging(line, 0),
    }
}
