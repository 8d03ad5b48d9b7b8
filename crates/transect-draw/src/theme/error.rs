//! Errors in the text of a theme, with their positions.

/// An error in the text of a theme: its position and its kind.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct ThemeError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The kind of the error.
    pub kind: ThemeErrorKind,
}

/// The kind of an error in the text of a theme.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ThemeErrorKind {
    /// The text is not TOML.
    #[error("not TOML: {0}")]
    Syntax(String),
    /// The key is unknown.
    #[error("unknown key `{key}` in {table}{}", help(nearest, valid))]
    UnknownKey {
        /// The unknown key.
        key: String,
        /// The table that contains the key.
        table: String,
        /// The valid key with the most similar spelling, if one is similar enough.
        nearest: Option<&'static str>,
        /// The valid keys of this table.
        valid: Vec<&'static str>,
    },
    /// A required key is missing.
    #[error("{table} has no `{key}`")]
    MissingKey {
        /// The missing key.
        key: &'static str,
        /// The table that lacks the key.
        table: String,
    },
    /// The value has the wrong type.
    #[error("`{key}` in {table} is {found}; it must be {expected}")]
    Kind {
        /// The key of the value.
        key: &'static str,
        /// The table that contains the key.
        table: String,
        /// The type that the value must have.
        expected: &'static str,
        /// The type of the value in the text.
        found: String,
    },
    /// The word is not one of the valid words.
    #[error("`{key}` in {table} is \"{value}\"{}", help(nearest, valid))]
    UnknownWord {
        /// The key of the value.
        key: &'static str,
        /// The table that contains the key.
        table: String,
        /// The word that is not valid.
        value: String,
        /// The valid word with the most similar spelling, if one is similar enough.
        nearest: Option<&'static str>,
        /// The valid words for this key.
        valid: Vec<&'static str>,
    },
    /// The number is out of range.
    #[error("`{key}` in {table} is {value}; it must be from {least} to {greatest}")]
    OutOfRange {
        /// The key of the value.
        key: &'static str,
        /// The table that contains the key.
        table: String,
        /// The number that is out of range.
        value: f64,
        /// The least valid number.
        least: f64,
        /// The greatest valid number.
        greatest: f64,
    },
    /// One class name or prefix has two styles.
    #[error("`match` in {table} names \"{pattern}\", which an earlier entry already has")]
    Twice {
        /// The later of the two tables that contain a style for the name.
        table: String,
        /// The class name, or the prefix followed by `*`.
        pattern: String,
    },
}

/// Returns the suggestion for a message: the nearest valid word, or all valid words if none is similar enough.
fn help(nearest: &Option<&'static str>, valid: &[&'static str]) -> String {
    match nearest {
        Some(word) => format!("; did you mean `{word}`?"),
        None => format!("; there are: {}", valid.join(", ")),
    }
}
