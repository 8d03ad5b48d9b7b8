//! The errors of files that cannot be checked.

/// The error of a file of facts (JSON lines); the check stops at the first error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// A line of the file is not a fact.
    #[error("{name}, line {line}: {error}")]
    NoFact {
        /// The name of the file.
        name: String,
        /// The line, counted from 1.
        line: usize,
        /// The error of the line.
        error: String,
        /// The hint: what to do about the error.
        hint: String,
    },
    /// The file holds no facts.
    #[error("{name}: no facts found")]
    NoFacts {
        /// The name of the file.
        name: String,
    },
    /// A file is not UTF-8, the encoding of JSON.
    #[error("{name}, line {line}: byte {byte} of the file is not UTF-8")]
    NotUtf8 {
        /// The name of the file.
        name: String,
        /// The line, counted from 1.
        line: usize,
        /// The byte, counted from 0.
        byte: usize,
    },
}

impl CheckError {
    /// Returns the hint: what to do about the error.
    #[must_use]
    pub fn hint(&self) -> &str {
        match self {
            Self::NoFact { hint, .. } => hint,
            Self::NoFacts { .. } => {
                "write one fact per line, as a JSON object; conformance/README.md describes the facts"
            }
            Self::NotUtf8 { .. } => "save the file as UTF-8, the encoding of JSON",
        }
    }
}
