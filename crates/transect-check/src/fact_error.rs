//! Why a line is no fact that can be checked.

use serde_json::Value;

/// The outcome of a check that tells its answers to a comparison.
pub(crate) type Checked = Result<(), FactError>;

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FactError {
    #[error("column {column}: {reason}")]
    Json { column: usize, reason: String },
    #[error("it is {found}, not an object")]
    NoObject { found: String },
    #[error("the key \"{key}\" is missing")]
    Missing { key: &'static str },
    #[error("\"{key}\" is {found}, not {expected}")]
    Wrong {
        key: &'static str,
        found: String,
        expected: String,
    },
    #[error("no question is called {op:?}")]
    UnknownQuestion { op: String, known: String },
    #[error("{key:?} is no key of {place}")]
    UnknownKey {
        key: String,
        place: String,
        known: String,
    },
    #[error("{key:?}: {reason}")]
    Refused { key: &'static str, reason: String },
    #[error("it asks for nothing")]
    NothingAsked,
}

impl FactError {
    /// A value of the wrong kind.
    pub(crate) fn wrong(key: &'static str, found: &Value, expected: impl Into<String>) -> Self {
        Self::Wrong {
            key,
            found: shortened(found),
            expected: expected.into(),
        }
    }

    /// Why the library does not take an input.
    pub(crate) fn refused(key: &'static str, error: impl std::error::Error) -> Self {
        Self::Refused {
            key,
            reason: error.to_string(),
        }
    }

    /// What to do about it.
    pub(crate) fn hint(&self) -> String {
        match self {
            Self::Json { .. } | Self::NoObject { .. } => {
                "one line holds one fact, a whole JSON object: {\"op\": \"point_side\", …}".into()
            }
            Self::Missing { key: "why" } => {
                "\"why\" says in words what the fact is there for, and where its answer comes from"
                    .into()
            }
            Self::UnknownQuestion { known, .. } => format!("\"op\" is one of: {known}"),
            Self::UnknownKey { known, .. } => format!("it may have: {known}"),
            Self::Refused { .. } => {
                "this input has no answer to compare; correct the numbers".into()
            }
            Self::NothingAsked => "add an expected answer to the line".into(),
            Self::Missing { .. } | Self::Wrong { .. } => {
                "conformance/README.md lists the keys of every question".into()
            }
        }
    }
}

/// A value as JSON, cut where it is long.
fn shortened(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
