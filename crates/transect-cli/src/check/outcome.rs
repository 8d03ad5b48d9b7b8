//! What a check has to tell, for people and for programs.

use std::fmt::Write;

use serde::Serialize;

use crate::check::comparison::Difference;

/// What came of all files: one JSON object (docs/json.md).
#[derive(Debug, Serialize)]
pub(crate) struct Outcome {
    pub(crate) version: u32,
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) files: Vec<FileOutcome>,
    pub(crate) failures: Vec<Failed>,
}

#[derive(Debug, Serialize)]
pub(crate) struct FileOutcome {
    pub(crate) path: String,
    pub(crate) passed: usize,
    pub(crate) failed: usize,
}

/// A fact that does not hold.
#[derive(Debug, Serialize)]
pub(crate) struct Failed {
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) op: String,
    pub(crate) why: String,
    pub(crate) differences: Vec<Difference>,
}

impl Outcome {
    /// Each failure, and the summary.
    pub(crate) fn table(&self) -> String {
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
