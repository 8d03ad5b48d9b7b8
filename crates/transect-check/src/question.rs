//! The questions that facts (test cases in JSON) can ask the library, by the value of their key `op`.

use crate::comparison::Comparison;
use crate::fact::Fact;
use crate::fact_error::Checked;

/// A question that facts can ask: one value of `op`, its keys, and the function that checks it.
pub(crate) struct Question {
    pub(crate) op: &'static str,
    /// The keys of the input, a vertical bar, and the keys of the answers, separated by spaces. Every fact may have
    /// `op`, `why`, `id` and `error` as well.
    keys: &'static str,
    pub(crate) check: Check,
}

impl Question {
    /// Returns all keys that a fact with this question may have.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> {
        let own = self.keys.split(' ').filter(|&key| key != "|");
        ["op", "why", "id", "error"].into_iter().chain(own)
    }

    /// Returns the keys of the answers.
    pub(crate) fn answers(&self) -> impl Iterator<Item = &'static str> {
        let answers = self
            .keys
            .split_once(" | ")
            .map_or("", |(_, answers)| answers);
        answers.split(' ')
    }
}

/// A function that computes the library's answers to the question of a fact and compares them with the expected ones.
type Check = fn(Fact<'_>, &mut Comparison) -> Checked;

/// Returns a question: one row of a module's table of questions.
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
