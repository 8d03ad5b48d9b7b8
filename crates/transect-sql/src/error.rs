//! The error of a function in SQL. It names the function, the argument and the row.

use std::fmt;

use datafusion::error::DataFusionError;

/// An error that a function of this crate returns.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FunctionError {
    /// The name of the function in SQL.
    pub function: &'static str,
    /// The argument that is invalid, counted from 0, or `None` if the arguments are invalid together.
    pub argument: Option<usize>,
    /// The row of the batch that is invalid, counted from 0, or `None` if the whole argument is invalid.
    pub row: Option<usize>,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for FunctionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.function)?;
        if let Some(argument) = self.argument {
            write!(f, ": argument {}", argument + 1)?;
        }
        if let Some(row) = self.row {
            let separator = if self.argument.is_some() { "," } else { ":" };
            write!(f, "{separator} row {} of the batch", row + 1)?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl fmt::Debug for FunctionError {
    /// Writes the message. Executors of a cluster send errors in this form only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FunctionError")
            .field(&self.to_string())
            .finish()
    }
}

impl std::error::Error for FunctionError {}

impl From<FunctionError> for DataFusionError {
    fn from(error: FunctionError) -> Self {
        Self::External(Box::new(error))
    }
}

/// An invalid value, before the function and the argument are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invalid {
    pub(crate) row: Option<usize>,
    pub(crate) reason: String,
}

impl Invalid {
    /// Returns the error for a whole argument.
    pub(crate) fn argument(reason: impl fmt::Display) -> Self {
        Self {
            row: None,
            reason: reason.to_string(),
        }
    }

    /// Returns the error for a row of an argument.
    pub(crate) fn row(row: usize, reason: impl fmt::Display) -> Self {
        Self {
            row: Some(row),
            reason: reason.to_string(),
        }
    }

    /// Returns the complete error. `argument` is counted from 0.
    pub(crate) fn of(self, function: &'static str, argument: usize) -> FunctionError {
        FunctionError {
            function,
            argument: Some(argument),
            row: self.row,
            reason: self.reason,
        }
    }
}
