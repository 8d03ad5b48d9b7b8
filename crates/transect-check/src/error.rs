//! The errors of files that cannot be checked.

/// The error of a whole file of facts (JSON lines). A single line that is not a fact does not cause this error: such
/// lines are counted in [`Outcome::not_asked`](crate::Outcome::not_asked).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The file holds no facts.
    #[error("{name}: no facts found")]
    NoFacts {
        /// The name of the file of facts.
        name: String,
    },
}

impl CheckError {
    /// Returns a hint: what to do about the error.
    #[must_use]
    pub fn hint(&self) -> &str {
        match self {
            Self::NoFacts { .. } => {
                "write one fact per line, as a JSON object; conformance/README.md describes the facts"
            }
        }
    }
}
