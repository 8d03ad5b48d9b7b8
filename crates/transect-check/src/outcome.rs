//! The outcome of a check of facts (test cases), as text and as JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::comparison::Difference;

/// The outcome of checking all files: one JSON object (docs/json.md).
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The version of the JSON format of an outcome.
    pub version: u32,
    /// The number of facts that hold.
    pub passed: usize,
    /// The number of facts that do not hold.
    pub failed: usize,
    /// The number of lines that are not valid facts, so that nothing could be compared.
    pub not_asked: usize,
    /// The outcome of each file, in the order in which the files were given.
    pub files: Vec<FileOutcome>,
    /// The facts that do not hold, each with the answers that differ from the expected ones.
    pub failures: Vec<Failed>,
    /// The lines that are not valid facts.
    pub errors: Vec<NotAsked>,
}

/// The outcome of one file.
#[derive(Clone, Debug, Serialize)]
pub struct FileOutcome {
    /// The path of the file of facts.
    pub path: String,
    /// The number of facts of the file that hold.
    pub passed: usize,
    /// The number of facts of the file that do not hold.
    pub failed: usize,
    /// The number of lines of the file that are not valid facts.
    pub not_asked: usize,
}

impl Default for Outcome {
    fn default() -> Self {
        Self {
            version: 1,
            passed: 0,
            failed: 0,
            not_asked: 0,
            files: Vec::new(),
            failures: Vec::new(),
            errors: Vec::new(),
        }
    }
}

/// A fact that does not hold.
#[derive(Clone, Debug, Serialize)]
pub struct Failed {
    /// The path of the file of facts.
    pub path: String,
    /// The line of the fact in its file, counted from 1.
    pub line: usize,
    /// The `id` of the fact, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The question of the fact: its key `op`, which names the tested operation.
    pub op: String,
    /// The reason for the expected answer, from the fact.
    pub why: String,
    /// The answers of the library that differ from the expected answers.
    pub differences: Vec<Difference>,
}

/// A line that is not a valid fact: it is not a fact at all, or its input is invalid and the fact expects no error.
#[derive(Clone, Debug, Serialize)]
pub struct NotAsked {
    /// The path of the file.
    pub path: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The `id` of the fact, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The error of the line.
    pub error: String,
    /// The hint: what to do about the error.
    pub hint: String,
}

impl NotAsked {
    /// Returns the error with its place, as one line.
    #[must_use]
    pub fn message(&self) -> String {
        format!(
            "{}: {}",
            place(&self.path, self.line, self.id.as_deref()),
            self.error
        )
    }
}

/// Returns the name of a line: its file, its number, and its `id` if it has one.
fn place(path: &str, line: usize, id: Option<&str>) -> String {
    match id {
        Some(id) => format!("{path}, line {line} ({id})"),
        None => format!("{path}, line {line}"),
    }
}

impl Outcome {
    /// Returns the outcome as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> String {
        // The values are only strings, integers and finite numbers, so serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the outcome as text: each fact that does not hold, then the totals. The lines that are not valid facts
    /// are only counted; [`NotAsked::message`] describes them.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text: String = self.failures.iter().map(Failed::paragraph).collect();
        // Writing to a string cannot fail.
        let _ = write!(text, "{} passed, {} failed", self.passed, self.failed);
        if self.not_asked > 0 {
            let _ = write!(text, ", {} not asked", self.not_asked);
        }
        text + "\n"
    }
}

impl Failed {
    fn paragraph(&self) -> String {
        let Self {
            path,
            line,
            id,
            op,
            why,
            differences,
        } = self;
        let mut text = format!("{}: {op}: {why}\n", place(path, *line, id.as_deref()));
        for difference in differences {
            let _ = writeln!(text, "  {}", difference.key);
            let _ = writeln!(text, "    expected  {}", difference.expected);
            let _ = writeln!(text, "    received  {}", difference.received);
        }
        text + "\n"
    }
}
