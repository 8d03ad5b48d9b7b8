//! Checks facts about planes against the library; anyone can write facts (conformance/README.md).
//!
//! A fact (test case) is a JSON object on one line: a question, its input, the expected answer, and the reason for that
//! answer.
//!
//! ```
//! let fact = r#"{"op": "point_side", "plane": "z=1.2", "point": [0, 0, 1.2], "side": "on", "why": "it is"}"#;
//! let mut outcome = transect_check::Outcome::default();
//! outcome.add("facts", fact.as_bytes())?;
//! assert_eq!((outcome.passed, outcome.failed), (1, 0));
//! # Ok::<(), transect_check::CheckError>(())
//! ```

mod any_shape;
mod batch;
mod chord;
mod clip;
mod comparison;
mod construction;
mod cull;
mod curve;
mod distance;
mod error;
mod fact;
mod fact_error;
mod fraction;
mod kept;
mod mass_properties;
mod meet;
mod mesh;
mod moving;
mod outcome;
mod question;
mod region_cut;
mod sat;
mod shape;
mod side;
mod solid;

use serde_json::Value;

use crate::comparison::Comparison;
pub use crate::comparison::Difference;
pub use crate::error::CheckError;
use crate::fact::Fact;
use crate::fact_error::{Checked, FactError};
pub use crate::outcome::{Failed, FileOutcome, NotAsked, Outcome};
use crate::question::Question;

impl Outcome {
    /// Checks all facts of a file, one fact per line. A line that is not a valid fact is counted in
    /// [`Outcome::not_asked`], and the check goes on with the next line.
    ///
    /// # Errors
    /// Returns [`CheckError::NoFacts`] if all lines are empty.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), CheckError> {
        let mut file = FileOutcome {
            path: name.into(),
            passed: 0,
            failed: 0,
            not_asked: 0,
        };
        let lines = bytes.split(|&byte| byte == b'\n').enumerate();
        for (index, line) in lines.filter(|(_, line)| !line.trim_ascii().is_empty()) {
            match check(line) {
                Ok(None) => file.passed += 1,
                Ok(Some(failed)) => {
                    file.failed += 1;
                    self.failures.push(Failed {
                        path: name.into(),
                        line: index + 1,
                        ..failed
                    });
                }
                Err((id, error)) => {
                    file.not_asked += 1;
                    self.errors.push(NotAsked {
                        path: name.into(),
                        line: index + 1,
                        id,
                        error: error.to_string(),
                        hint: error.hint(),
                    });
                }
            }
        }
        if file.passed + file.failed + file.not_asked == 0 {
            return Err(CheckError::NoFacts { name: name.into() });
        }
        self.passed += file.passed;
        self.failed += file.failed;
        self.not_asked += file.not_asked;
        self.files.push(file);
        Ok(())
    }
}

/// Checks the fact of one line. The result is the failed fact, or `None` if the fact holds. An error comes with the
/// `id` of the fact.
fn check(line: &[u8]) -> Result<Option<Failed>, (Option<String>, FactError)> {
    let value = parsed(line).map_err(|error| (None, error))?;
    let fact = value.as_object().map(Fact);
    let fact = fact.ok_or_else(|| {
        let found = value.to_string().chars().take(60).collect();
        (None, FactError::NoObject { found })
    })?;
    let id = fact.get("id").and_then(Value::as_str).map(String::from);
    let failed = |comparison: Comparison| -> Result<_, FactError> {
        Ok(Failed {
            path: String::new(),
            line: 0,
            id: id.clone(),
            op: fact.text("op")?.into(),
            why: fact.text("why")?.into(),
            differences: comparison.differences,
        })
    };
    let compared = ask(fact).and_then(|comparison| match comparison.differences.as_slice() {
        [] => Ok(None),
        _ => failed(comparison).map(Some),
    });
    compared.map_err(|error| (id.clone(), error))
}

fn parsed(line: &[u8]) -> Result<Value, FactError> {
    let text = std::str::from_utf8(line).map_err(|error| FactError::NotUtf8 {
        byte: error.valid_up_to(),
    })?;
    serde_json::from_str(text).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or(&reason);
        FactError::Json {
            column: error.column(),
            reason: reason.into(),
        }
    })
}

/// Returns all questions that facts may ask, module by module.
fn all() -> impl Iterator<Item = &'static Question> {
    let groups: [&'static [Question]; 16] = [
        &side::QUESTIONS,
        &shape::QUESTIONS,
        &meet::QUESTIONS,
        &kept::QUESTIONS,
        &clip::QUESTIONS,
        &sat::QUESTIONS,
        &moving::QUESTIONS,
        &mesh::QUESTIONS,
        &curve::QUESTIONS,
        &mass_properties::QUESTIONS,
        &region_cut::QUESTIONS,
        &cull::QUESTIONS,
        &chord::QUESTIONS,
        &construction::QUESTIONS,
        &batch::QUESTIONS,
        &distance::QUESTIONS,
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
    if fact.has("id") {
        fact.text("id")?;
    }
    let known: Vec<&str> = question.keys().collect();
    fact.only(op, &known)?;
    let mut comparison = Comparison::default();
    let checked = (question.check)(fact, &mut comparison);
    if let Some(expected) = fact.get("error")
        && !comparison.has_compared("error")
    {
        return refusal(expected, checked);
    }
    checked?;
    if comparison.differences.is_empty() && !comparison.has_compared("error") {
        // The keys in `left` are answers that the fact expects and the library does not give, such as a point where the
        // shapes do not meet.
        let is_left = |key: &&str| !comparison.has_compared(key) && asks(fact, key);
        let left: Vec<&str> = question.answers().filter(is_left).collect();
        if comparison.is_empty() && left.is_empty() {
            return Err(FactError::NothingAsked);
        }
        for key in left {
            let expected = fact.get(key).cloned().unwrap_or_default();
            comparison.holds(key, false, expected, Value::Null);
        }
    }
    Ok(comparison)
}

/// Returns `true` if the fact expects an answer under a key. An empty object expects nothing.
fn asks(fact: Fact<'_>, key: &str) -> bool {
    let is_empty = |value: &Value| value.as_object().is_some_and(serde_json::Map::is_empty);
    fact.get(key)
        .is_some_and(|value| !value.is_null() && !is_empty(value))
}

/// Compares the error that a fact expects with the error of the library: by its name or by its message.
fn refusal(expected: &Value, checked: Checked) -> Result<Comparison, FactError> {
    let mut comparison = Comparison::default();
    match checked {
        Err(FactError::Refused { reason, kind, .. }) if !kind.is_empty() => {
            let holds = *expected == *kind || *expected == *reason;
            comparison.holds("error", holds, expected.clone(), kind.into());
        }
        Ok(()) => comparison.holds("error", false, expected.clone(), Value::Null),
        Err(error) => return Err(error),
    }
    Ok(comparison)
}
