//! The errors of lines that are not valid facts (test cases in JSON).

use serde_json::Value;

/// The result of checking a fact: an error if the fact is invalid. Wrong answers are not errors; they are added to a
/// `Comparison`.
pub(crate) type Checked = Result<(), FactError>;

/// The error of a line that is not a valid fact.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FactError {
    #[error("column {column}: {reason}")]
    Json { column: usize, reason: String },
    #[error("byte {byte} of the line is not UTF-8")]
    NotUtf8 { byte: usize },
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
    Refused {
        key: &'static str,
        reason: String,
        /// The name of the library's error, such as `zero_direction`.
        kind: String,
    },
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
            kind: name_of(&format!("{error:?}")),
        }
    }

    /// Returns a hint: what to do about the error.
    pub(crate) fn hint(&self) -> String {
        match self {
            Self::Json { .. } | Self::NoObject { .. } => {
                "write each fact on one line, as one JSON object: {\"op\": \"point_side\", …}"
                    .into()
            }
            Self::NotUtf8 { .. } => "save the file as UTF-8, the encoding of JSON".into(),
            Self::Missing { key: "why" } => {
                "add \"why\": a text with the purpose of the fact and the source of its answer"
                    .into()
            }
            Self::UnknownQuestion { known, .. } => format!("use one of these for \"op\": {known}"),
            Self::UnknownKey { known, .. } => format!("use only these keys: {known}"),
            Self::Refused { .. } => {
                "correct the numbers: this input is invalid, so there is no answer to compare; or state the error as \"error\""
                    .into()
            }
            Self::NothingAsked => "add an expected answer to the line".into(),
            Self::Missing { .. } | Self::Wrong { .. } => {
                "see conformance/README.md for the keys of each question".into()
            }
        }
    }
}

/// Returns the name of an error variant in snake case. `debug` is the text of the error in the format `{:?}`.
fn name_of(debug: &str) -> String {
    let variant = debug.split(|c: char| !c.is_alphanumeric()).next();
    let mut name = String::new();
    for letter in variant.unwrap_or_default().chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
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
