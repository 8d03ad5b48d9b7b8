//! The errors of lines that are not valid facts.

use serde_json::Value;

/// The result of checking one question. The check adds its answers to a comparison.
pub(crate) type Checked = Result<(), FactError>;

/// The error of a line that is not a valid fact.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FactError {
    #[error("column {column}: {reason}")]
    Json { column: usize, reason: String },
    #[error("{found} is not a JSON object")]
    NoObject { found: String },
    #[error("the key \"{key}\" is missing")]
    Missing { key: &'static str },
    #[error("\"{key}\" is {found}, not {expected}")]
    Wrong {
        key: &'static str,
        found: String,
        expected: String,
    },
    #[error("unknown question: \"op\" is {op:?}")]
    UnknownQuestion { op: String, known: String },
    #[error("unknown key {key:?} in {place}")]
    UnknownKey {
        key: String,
        place: String,
        known: String,
    },
    #[error("{key:?}: {reason}")]
    Refused { key: &'static str, reason: String },
    #[error("the line has no expected answer")]
    NothingAsked,
}

impl FactError {
    /// Returns the error for a value of the wrong type.
    pub(crate) fn wrong(key: &'static str, found: &Value, expected: impl Into<String>) -> Self {
        Self::Wrong {
            key,
            found: shortened(found),
            expected: expected.into(),
        }
    }

    /// Returns the error for an input that the library does not accept.
    pub(crate) fn refused(key: &'static str, error: impl std::error::Error) -> Self {
        Self::Refused {
            key,
            reason: error.to_string(),
        }
    }

    /// Returns the hint: what to do about the error.
    pub(crate) fn hint(&self) -> String {
        match self {
            Self::Json { .. } | Self::NoObject { .. } => {
                "write each fact on one line, as one JSON object: {\"op\": \"point_side\", …}"
                    .into()
            }
            Self::Missing { key: "why" } => {
                "add \"why\": a text with the purpose of the fact and the source of its answer"
                    .into()
            }
            Self::UnknownQuestion { known, .. } => format!("use one of these for \"op\": {known}"),
            Self::UnknownKey { known, .. } => format!("use only these keys: {known}"),
            Self::Refused { .. } => {
                "correct the numbers: this input is invalid, so there is no answer to compare"
                    .into()
            }
            Self::NothingAsked => "add an expected answer to the line".into(),
            Self::Missing { .. } | Self::Wrong { .. } => {
                "see conformance/README.md for the keys of each question".into()
            }
        }
    }
}

/// Returns a value as JSON; a long text is shortened.
fn shortened(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
