//! What is wrong with the text of a theme, and where.

/// A theme that cannot be used: where in its text, and why.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct ThemeError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// Why.
    pub kind: ThemeErrorKind,
}

/// Why a theme cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ThemeErrorKind {
    /// The text is not TOML.
    #[error("not TOML: {0}")]
    Syntax(String),
    /// No such key.
    #[error("unknown key `{key}` in {table}{}", help(nearest, valid))]
    UnknownKey {
        /// The key.
        key: String,
        /// The table that it stands in.
        table: String,
        /// The valid key that is spelt most like it, if one is.
        nearest: Option<&'static str>,
        /// The keys of this table.
        valid: Vec<&'static str>,
    },
    /// A key that has to be there.
    #[error("{table} has no `{key}`")]
    MissingKey {
        /// The key.
        key: &'static str,
        /// The table.
        table: String,
    },
    /// A value of another kind.
    #[error("`{key}` in {table} is {found}; it has to be {expected}")]
    Kind {
        /// The key.
        key: &'static str,
        /// The table.
        table: String,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// A word that does not stand for anything.
    #[error("`{key}` in {table} is \"{value}\"{}", help(nearest, valid))]
    UnknownWord {
        /// The key.
        key: &'static str,
        /// The table.
        table: String,
        /// The word.
        value: String,
        /// The valid word that is spelt most like it, if one is.
        nearest: Option<&'static str>,
        /// The valid words.
        valid: Vec<&'static str>,
    },
    /// A number out of its limits.
    #[error("`{key}` in {table} is {value}; it has to be from {least} to {greatest}")]
    OutOfRange {
        /// The key.
        key: &'static str,
        /// The table.
        table: String,
        /// The number.
        value: f64,
        /// The least valid number.
        least: f64,
        /// The greatest valid number.
        greatest: f64,
    },
    /// Two styles for one name.
    #[error("`match` in {table} names \"{pattern}\", which an entry before it has already")]
    Twice {
        /// The table.
        table: String,
        /// The name.
        pattern: String,
    },
}

/// The nearest valid word, or all of them where none is near.
fn help(nearest: &Option<&'static str>, valid: &[&'static str]) -> String {
    match nearest {
        Some(word) => format!("; did you mean `{word}`?"),
        None => format!("; there are: {}", valid.join(", ")),
    }
}
