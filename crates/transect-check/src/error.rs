//! Why a file cannot be checked.

/// Nothing more is checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// A line is no fact.
    #[error("{name}, line {line}: {error}")]
    NoFact {
        /// The file.
        name: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        error: String,
        /// What to do about it.
        hint: String,
    },
    /// There is no line that is one.
    #[error("{name}: there are no facts")]
    NoFacts {
        /// The file.
        name: String,
    },
    /// A file is not UTF-8, which JSON is.
    #[error("{name}, line {line}: byte {byte} of the file is not UTF-8")]
    NotUtf8 {
        /// The file.
        name: String,
        /// The line, counted from 1.
        line: usize,
        /// The byte, counted from 0.
        byte: usize,
    },
}

impl CheckError {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> &str {
        match self {
            Self::NoFact { hint, .. } => hint,
            Self::NoFacts { .. } => {
                "a file holds one JSON object a line; conformance/README.md describes them"
            }
            Self::NotUtf8 { .. } => "facts are JSON, and JSON is UTF-8: save the file as that",
        }
    }
}
