//! The questions of facts.

use crate::comparison::Comparison;
use crate::fact::Fact;
use crate::fact_error::Checked;

/// A question: one value of `op`.
pub(crate) struct Question {
    pub(crate) op: &'static str,
    /// All keys that the fact may have besides `op` and `why`, separated by spaces.
    pub(crate) keys: &'static str,
    pub(crate) check: Check,
}

/// A function that answers the question of a fact and compares the answers.
type Check = fn(Fact<'_>, &mut Comparison) -> Checked;

/// Returns a question: one row of the tables of questions.
pub(crate) const fn question(op: &'static str, keys: &'static str, check: Check) -> Question {
    Question { op, keys, check }
}

/// Turns a function that is generic over the dimension into a function that reads the dimension from the fact.
macro_rules! by_dimension {
    ($check:ident) => {
        |fact, comparison| match fact.dimension()? {
            2 => $check::<2>(fact, comparison),
            _ => $check::<3>(fact, comparison),
        }
    };
}
pub(crate) use by_dimension;
