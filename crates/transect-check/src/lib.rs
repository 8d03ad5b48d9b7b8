//! Checks facts about planes against the library; anyone can write facts (conformance/README.md).
//!
//! A fact is a JSON object on one line: a question, its input, the expected answer, and the reason for that answer.
//!
//! ```
//! let fact = r#"{"op": "point_side", "plane": "z=1.2", "point": [0, 0, 1.2], "side": "on", "why": "it is"}"#;
//! let mut outcome = transect_check::Outcome::default();
//! outcome.add("facts", fact.as_bytes())?;
//! assert_eq!((outcome.passed, outcome.failed), (1, 0));
//! # Ok::<(), transect_check::CheckError>(())
//! ```

mod any_shape;
mod clip;
mod comparison;
mod cull;
mod error;
mod fact;
mod fact_error;
mod kept;
mod meet;
mod mesh;
mod moving;
mod outcome;
mod question;
mod sat;
mod shape;
mod side;
mod solid;

use serde_json::Value;

use crate::comparison::Comparison;
pub use crate::comparison::Difference;
pub use crate::error::CheckError;
use crate::fact::Fact;
use crate::fact_error::FactError;
pub use crate::outcome::{Failed, FileOutcome, Outcome};
use crate::question::Question;

impl Outcome {
    /// Checks all facts of a file, one fact per line.
    ///
    /// # Errors
    /// [`CheckError`] if a line is not a fact, or if there are no facts.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), CheckError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let byte = error.valid_up_to();
            let before = bytes[..byte].iter();
            CheckError::NotUtf8 {
                name: name.into(),
                line: 1 + before.filter(|&&byte| byte == b'\n').count(),
                byte,
            }
        })?;
        let mut counted = [0; 2];
        let lines = text.lines().enumerate();
        for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let failed = check(line).map_err(|error| CheckError::NoFact {
                name: name.into(),
                line: index + 1,
                error: error.to_string(),
                hint: error.hint(),
            })?;
            counted[usize::from(failed.is_some())] += 1;
            self.failures.extend(failed.map(|failed| Failed {
                path: name.into(),
                line: index + 1,
                ..failed
            }));
        }
        let [passed, failed] = counted;
        if passed + failed == 0 {
            return Err(CheckError::NoFacts { name: name.into() });
        }
        self.passed += passed;
        self.failed += failed;
        self.files.push(FileOutcome {
            path: name.into(),
            passed,
            failed,
        });
        Ok(())
    }
}

/// Checks the fact of one line. The result is the failed fact, or `None` if the fact holds.
fn check(line: &str) -> Result<Option<Failed>, FactError> {
    let value: Value = serde_json::from_str(line).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or(&reason);
        FactError::Json {
            column: error.column(),
            reason: reason.into(),
        }
    })?;
    let fact = value.as_object().map(Fact);
    let fact = fact.ok_or_else(|| FactError::NoObject {
        found: value.to_string().chars().take(60).collect(),
    })?;
    let comparison = ask(fact)?;
    if comparison.differences.is_empty() {
        return Ok(None);
    }
    Ok(Some(Failed {
        path: String::new(),
        line: 0,
        op: fact.text("op")?.into(),
        why: fact.text("why")?.into(),
        differences: comparison.differences,
    }))
}

/// Returns all questions, one group per module.
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

/// Computes the answers to the question of a fact, and compares them with the expected ones.
pub(crate) fn ask(fact: Fact<'_>) -> Result<Comparison, FactError> {
    let op = fact.text("op")?;
    fact.text("why")?;
    let question = all().find(|question| question.op == op);
    let question = question.ok_or_else(|| FactError::UnknownQuestion {
        op: op.into(),
        known: all()
            .map(|question| question.op)
            .collect::<Vec<_>>()
            .join(", "),
    })?;
    let known: Vec<&str> = question.keys.split(' ').chain(["op", "why"]).collect();
    fact.only(op, &known)?;
    let mut comparison = Comparison::default();
    (question.check)(fact, &mut comparison)?;
    if comparison.asked == 0 {
        return Err(FactError::NothingAsked);
    }
    Ok(comparison)
}
