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
        /// The valid keys of the table.
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
    /// The value of a key has the wrong type.
    #[error("`{key}` in {table} is {found}; it must be {expected}")]
    Kind {
        /// The key whose value has the wrong type.
        key: &'static str,
        /// The table that contains the key.
        table: String,
        /// The type that the value must have, in words.
        expected: &'static str,
        /// The type of the value in the text.
        found: String,
    },
    /// The value of a key is not one of its valid words.
    #[error("`{key}` in {table} is \"{value}\"{}", help(nearest, valid))]
    UnknownWord {
        /// The key whose value is not valid.
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
    /// The value of a key is a number out of range.
    #[error("`{key}` in {table} is {value}; it must be from {least} to {greatest}")]
    OutOfRange {
        /// The key whose value is out of range.
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
    /// Two styles in the theme are for the same class name or prefix.
    #[error("`match` in {table} names \"{pattern}\", which an earlier entry already has")]
    Twice {
        /// The name of the second of the two tables that contain a style for the same pattern.
        table: String,
        /// The pattern with two styles: a class name, or a prefix followed by `*`.
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
