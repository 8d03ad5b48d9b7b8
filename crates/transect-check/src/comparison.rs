//! The comparison of expected and received answers.

use serde::Serialize;
use serde_json::{Value, json};
use transect::{Extent, Side};

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

/// The comparisons of all answers of one fact.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// The number of answers compared so far.
    pub(crate) asked: usize,
    pub(crate) differences: Vec<Difference>,
}

impl Comparison {
    /// Compares an answer that must be exactly the expected one.
    pub(crate) fn same(&mut self, key: &str, expected: Value, received: Value) {
        self.holds(key, expected == received, expected, received);
    }

    pub(crate) fn same_side(&mut self, key: &str, expected: Side, received: Side) {
        self.same(key, name(expected).into(), name(received).into());
    }

    pub(crate) fn same_extent(&mut self, expected: Extent, received: Extent) {
        self.same("extent", sides(expected), sides(received));
    }

    /// Compares a number that must be exactly the expected one; −0 equals 0.
    pub(crate) fn same_number(&mut self, key: &str, expected: f64, received: f64) {
        self.near(key, expected, received, 0.0);
    }

    /// Compares a number whose error must not exceed `bound`.
    pub(crate) fn near(&mut self, key: &str, expected: f64, received: f64, bound: f64) {
        let holds = (received - expected).abs() <= bound;
        self.holds(key, holds, number(expected), number(received));
    }

    /// Counts an answer, and records the difference unless `holds` is `true`.
    pub(crate) fn holds(&mut self, key: &str, holds: bool, expected: Value, received: Value) {
        self.asked += 1;
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
