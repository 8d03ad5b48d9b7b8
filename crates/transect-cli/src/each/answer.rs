//! The answer for one of many files: what the record keeps, and the line of JSON that is printed.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use transect_io::ReadError;

use crate::error::CommandError;
use crate::notes::Notes;
use crate::outcome::Outcome;
use crate::status::Status;

/// The answer for a file.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Answer {
    /// The path of the file, as it is printed.
    pub(super) file: String,
    /// The exit status that the subcommand has for this file alone.
    pub(super) status: u8,
    /// The reason why the status is not 0.
    pub(super) error: Option<Problem>,
    pub(super) notes: Vec<String>,
    /// The cells of the row for people.
    pub(super) row: Vec<String>,
    /// The paths of the files that were written.
    pub(super) written: Vec<String>,
    /// The report of the subcommand as JSON.
    pub(super) answer: Option<Box<RawValue>>,
}

/// The reason why a file has no answer, or why a check of its answer failed.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Problem {
    pub(super) message: String,
    pub(super) hint: Option<String>,
    /// The place in the file that could not be read, such as `line 17`.
    pub(super) place: Option<String>,
}

/// The line of `--json` for a file.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    status: u8,
    error: Option<&'a Problem>,
    notes: &'a [String],
    answer: Option<&'a RawValue>,
}

impl Answer {
    /// Returns the answer for the outcome of a subcommand.
    pub(super) fn of(file: String, outcome: Outcome, is_strict: bool, notes: Notes) -> Self {
        let (status, reasons) = outcome.verdict(is_strict);
        Self {
            file,
            status: status.number(),
            error: Problem::of_reasons(&reasons),
            notes: notes.texts(),
            row: outcome.row,
            written: outcome.written,
            // A report is valid JSON.
            answer: outcome
                .json
                .and_then(|json| RawValue::from_string(json).ok()),
        }
    }

    /// Returns the answer for a file that has none, because of an error.
    pub(super) fn failed(file: String, status: Status, error: Problem) -> Self {
        Self {
            file,
            status: status.number(),
            error: Some(error),
            notes: Vec::new(),
            row: Vec::new(),
            written: Vec::new(),
            answer: None,
        }
    }

    /// Returns the answer as one line of JSON.
    pub(super) fn line(&self) -> String {
        let line = Line {
            file: &self.file,
            status: self.status,
            error: self.error.as_ref(),
            notes: &self.notes,
            answer: self.answer.as_deref(),
        };
        // The values are only strings, numbers and valid JSON, so serialization cannot fail.
        serde_json::to_string(&line).unwrap_or_default() + "\n"
    }
}

impl Problem {
    pub(super) fn new(message: String, hint: &str) -> Self {
        Self {
            message,
            hint: Some(hint.into()),
            place: None,
        }
    }

    /// Returns the problem that the lines of a failed check state: errors, and perhaps a hint.
    fn of_reasons(reasons: &[String]) -> Option<Self> {
        let without = |prefix: &'static str| {
            let lines = reasons
                .iter()
                .filter_map(move |line| line.strip_prefix(prefix));
            lines.collect::<Vec<_>>().join("; ")
        };
        let hint = without("  hint: ");
        (!reasons.is_empty()).then(|| Self {
            message: without("error: "),
            hint: (!hint.is_empty()).then_some(hint),
            place: None,
        })
    }

    /// Returns the message without the name of the file at its beginning.
    pub(super) fn without_file(&self, file: &str) -> &str {
        let rest = self.message.strip_prefix(file);
        let rest = rest.and_then(|rest| rest.strip_prefix(": ").or(rest.strip_prefix(", ")));
        rest.unwrap_or(&self.message)
    }
}

impl From<CommandError> for Problem {
    fn from(error: CommandError) -> Self {
        let (message, hint, place) = error.into_parts();
        Self {
            message,
            hint,
            place,
        }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        CommandError::from(error).into()
    }
}
