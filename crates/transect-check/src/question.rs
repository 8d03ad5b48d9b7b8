//! A question that facts can ask.

use crate::comparison::Comparison;
use crate::fact::Fact;
use crate::fact_error::Checked;

/// A value of `op`.
pub(crate) struct Question {
    pub(crate) op: &'static str,
    /// All keys that it may have beside `op` and `why`, separated by spaces.
    pub(crate) keys: &'static str,
    pub(crate) check: Check,
}

/// Asks a fact, and compares the answers.
type Check = fn(Fact<'_>, &mut Comparison) -> Checked;

/// A row of a table of questions.
pub(crate) const fn question(op: &'static str, keys: &'static str, check: Check) -> Question {
    Question { op, keys, check }
}

/// A function of the dimension, as a function that finds the dimension in the fact.
macro_rules! by_dimension {
    ($check:ident) => {
        |fact, comparison| match fact.dimension()? {
            2 => $check::<2>(fact, comparison),
            _ => $check::<3>(fact, comparison),
        }
    };
}
pub(crate) use by_dimension;
