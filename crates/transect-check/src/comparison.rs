//! The comparison of the answers that a fact (a test case) expects with those received from the library.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};
use transect::{Extent, Side};

use crate::fact::Fact;
use crate::fact_error::{Checked, FactError};

/// A difference: an answer of the library that is not the expected one.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The place of the expected answer in the fact, such as `front.volume`.
    pub key: String,
    /// The answer that the fact expects.
    pub expected: Value,
    /// The answer that the library returned.
    pub received: Value,
}

/// The comparison of the library's answers for one fact with the expected answers.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// The keys of the fact whose answers were compared.
    compared: BTreeSet<String>,
    pub(crate) differences: Vec<Difference>,
}

impl Comparison {
    /// Compares a received answer with the expected answer. They must be equal.
    pub(crate) fn same(&mut self, key: &str, expected: Value, received: Value) {
        self.holds(key, expected == received, expected, received);
    }

    /// Compares a received side with the side that the fact expects under `key`. Does nothing if the fact lacks this
    /// key.
    pub(crate) fn side(&mut self, fact: Fact<'_>, key: &'static str, received: Side) -> Checked {
        if fact.has(key) {
            self.same(key, name(fact.side(key)?).into(), name(received).into());
        }
        Ok(())
    }

    /// Compares a received extent (the sides of a shape's backmost and frontmost points) with the extent that the fact
    /// expects. Does nothing if the fact expects no extent.
    pub(crate) fn extent(&mut self, fact: Fact<'_>, received: Extent) -> Checked {
        if fact.has("extent") {
            self.same("extent", sides(fact.extent()?), sides(received));
        }
        Ok(())
    }

    /// Compares a received `true` or `false` with the value that the fact expects under `key`. Does nothing if the fact
    /// lacks this key.
    pub(crate) fn truth(&mut self, fact: Fact<'_>, key: &'static str, received: bool) -> Checked {
        if fact.has(key) {
            self.same(key, fact.truth(key)?.into(), received.into());
        }
        Ok(())
    }

    /// Compares a received count with the count that the fact expects under `key`. Does nothing if the fact lacks this
    /// key.
    pub(crate) fn count(&mut self, fact: Fact<'_>, key: &'static str, received: usize) -> Checked {
        if fact.has(key) {
            self.same(key, fact.count(key)?.into(), received.into());
        }
        Ok(())
    }

    /// Compares a received word with the word that the fact expects under `key`, which must be one of `words`. Returns
    /// `false` if the two words differ: then the other answers need not be compared.
    pub(crate) fn word(
        &mut self,
        fact: Fact<'_>,
        key: &'static str,
        words: &[&str],
        received: &str,
    ) -> Result<bool, FactError> {
        if !fact.has(key) {
            return Ok(true);
        }
        let expected = fact.word(key, words)?;
        self.same(key, expected.into(), received.into());
        Ok(expected == received)
    }

    /// Returns `true` if the answer of a key, or a part of this answer, was compared.
    pub(crate) fn has_compared(&self, key: &str) -> bool {
        self.compared.contains(key)
    }

    /// Returns `true` if no answer was compared.
    pub(crate) fn is_empty(&self) -> bool {
        self.compared.is_empty()
    }

    /// Compares a received number with the expected number. They must be equal; −0 equals 0.
    pub(crate) fn same_number(&mut self, key: &str, expected: f64, received: f64) {
        self.near(key, expected, received, 0.0);
    }

    /// Compares a received number with the expected number. They may differ by `bound`.
    pub(crate) fn near(&mut self, key: &str, expected: f64, received: f64, bound: f64) {
        let holds = (received - expected).abs() <= bound;
        self.holds(key, holds, number(expected), number(received));
    }

    /// Records the key of an answer that was compared, and records a difference unless `holds` is `true`.
    pub(crate) fn holds(&mut self, key: &str, holds: bool, expected: Value, received: Value) {
        let end = key.find(['.', '[']).unwrap_or(key.len());
        self.compared.insert(key[..end].into());
        if !holds {
            self.differences.push(Difference {
                key: key.into(),
                expected,
                received,
            });
        }
    }
}

pub(crate) fn name(side: Side) -> &'static str {
    match side {
        Side::Back => "back",
        Side::On => "on",
        Side::Front => "front",
    }
}

pub(crate) fn sides(extent: Extent) -> Value {
    json!([name(extent.backmost), name(extent.frontmost)])
}

/// Returns a number as JSON: a text for infinities and NaN, which JSON does not have.
pub(crate) fn number(value: f64) -> Value {
    if value.is_finite() {
        json!(value)
    } else {
        json!(value.to_string())
    }
}
