//! What a check has to tell, for people and for programs.

use std::fmt::Write;

use serde::Serialize;

use crate::comparison::Difference;

/// What came of all files: one JSON object (docs/json.md).
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Of this format.
    pub version: u32,
    /// How many facts hold.
    pub passed: usize,
    /// How many do not.
    pub failed: usize,
    /// The same, file by file.
    pub files: Vec<FileOutcome>,
    /// Those that do not.
    pub failures: Vec<Failed>,
}

/// What came of a file.
#[derive(Clone, Debug, Serialize)]
pub struct FileOutcome {
    /// The file.
    pub path: String,
    /// How many of its facts hold.
    pub passed: usize,
    /// How many do not.
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
    /// The file.
    pub path: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The question.
    pub op: String,
    /// Why the answer is expected.
    pub why: String,
    /// What differs.
    pub differences: Vec<Difference>,
}

impl Outcome {
    /// One JSON object.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings, integers and finite numbers only: this cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Each failure, and the summary.
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
