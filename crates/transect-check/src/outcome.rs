//! The outcome of a check of facts, as text and as JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::comparison::Difference;

/// The outcome of checking all files: one JSON object (docs/json.md).
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The version of this JSON format.
    pub version: u32,
    /// The number of facts that hold.
    pub passed: usize,
    /// The number of facts that do not hold.
    pub failed: usize,
    /// The outcome of each file.
    pub files: Vec<FileOutcome>,
    /// The facts that do not hold, with the answers that differ.
    pub failures: Vec<Failed>,
}

/// The outcome of one file.
#[derive(Clone, Debug, Serialize)]
pub struct FileOutcome {
    /// The path of the file.
    pub path: String,
    /// The number of facts of the file that hold.
    pub passed: usize,
    /// The number of facts of the file that do not hold.
    pub failed: usize,
}

impl Default for Outcome {
    fn default() -> Self {
        Self {
            version: 1,
            passed: 0,
            failed: 0,
            files: Vec::new(),
            failures: Vec::new(),
        }
    }
}

/// A fact that does not hold.
#[derive(Clone, Debug, Serialize)]
pub struct Failed {
    /// The path of the file.
    pub path: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The question of the fact: its `op`.
    pub op: String,
    /// The reason for the expected answer, from the fact.
    pub why: String,
    /// The answers that differ.
    pub differences: Vec<Difference>,
}

impl Outcome {
    /// Returns the outcome as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> String {
        // The values are only strings, integers and finite numbers, so serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the outcome as text: each fact that does not hold, then the totals.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text: String = self.failures.iter().map(Failed::paragraph).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} passed, {} failed", self.passed, self.failed);
        text
    }
}

impl Failed {
    fn paragraph(&self) -> String {
        let Self {
            path,
            line,
            op,
            why,
            differences,
        } = self;
        let mut text = format!("{path}, line {line}: {op}: {why}\n");
        for difference in differences {
            let _ = writeln!(text, "  {}", difference.key);
            let _ = writeln!(text, "    expected  {}", difference.expected);
            let _ = writeln!(text, "    received  {}", difference.received);
        }
        text + "\n"
    }
}
