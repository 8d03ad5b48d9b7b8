//! The questions that facts can ask: one table, filled by a file for each group.

use crate::check::comparison::Comparison;
use crate::check::fact::Fact;
use crate::check::problem::Problem;
use crate::check::{clip, cull, kept, meet, mesh, moving, sat, shape, side};

/// A value of `op`.
pub(crate) struct Question {
    pub(crate) op: &'static str,
    /// All keys that it may have beside `op` and `why`.
    pub(crate) keys: &'static [&'static str],
    pub(crate) check: fn(Fact<'_>, &mut Comparison) -> Result<(), Problem>,
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

fn all() -> impl Iterator<Item = &'static Question> {
    let groups: [&'static [Question]; 9] = [
        &side::QUESTIONS,
        &shape::QUESTIONS,
        &meet::QUESTIONS,
        &kept::QUESTIONS,
        &clip::QUESTIONS,
        &sat::QUESTIONS,
        &moving::QUESTIONS,
        &mesh::QUESTIONS,
        &cull::QUESTIONS,
    ];
    groups.into_iter().flatten()
}

/// Asks a fact, and compares.
pub(crate) fn ask(fact: Fact<'_>) -> Result<Comparison, Problem> {
    let op = fact.text("op")?;
    fact.text("why")?;
    let question = all().find(|question| question.op == op);
    let question = question.ok_or_else(|| Problem::UnknownQuestion {
        op: op.into(),
        known: all()
            .map(|question| question.op)
            .collect::<Vec<_>>()
            .join(", "),
    })?;
    let known: Vec<&str> = question
        .keys
        .iter()
        .chain(&["op", "why"])
        .copied()
        .collect();
    fact.only(op, &known)?;
    let mut comparison = Comparison::default();
    (question.check)(fact, &mut comparison)?;
    if comparison.asked == 0 {
        return Err(Problem::NothingAsked);
    }
    Ok(comparison)
}
