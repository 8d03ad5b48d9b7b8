//! Expected beside received.

use serde::Serialize;
use serde_json::{Value, json};
use transect::{Extent, Side};

/// An answer that is not the expected one.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// Where in the fact the expected answer stands, such as `front.volume`.
    pub key: String,
    /// What the fact says.
    pub expected: Value,
    /// What the library says.
    pub received: Value,
}

/// All answers to one fact.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// How many answers were compared.
    pub(crate) asked: usize,
    pub(crate) differences: Vec<Difference>,
}

impl Comparison {
    /// An answer that must be exactly this.
    pub(crate) fn same(&mut self, key: &str, expected: Value, received: Value) {
        self.holds(key, expected == received, expected, received);
    }

    pub(crate) fn same_side(&mut self, key: &str, expected: Side, received: Side) {
        self.same(key, name(expected).into(), name(received).into());
    }

    pub(crate) fn same_extent(&mut self, expected: Extent, received: Extent) {
        self.same("extent", sides(expected), sides(received));
    }

    /// A number that must be exactly this, where −0 is 0.
    pub(crate) fn same_number(&mut self, key: &str, expected: f64, received: f64) {
        self.near(key, expected, received, 0.0);
    }

    /// A number that may be off by a bound.
    pub(crate) fn near(&mut self, key: &str, expected: f64, received: f64, bound: f64) {
        let holds = (received - expected).abs() <= bound;
        self.holds(key, holds, number(expected), number(received));
    }

    /// An answer of which is known whether it is right.
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

/// A number in JSON, which has no word for infinity.
pub(crate) fn number(value: f64) -> Value {
    if value.is_finite() {
        json!(value)
    } else {
        json!(value.to_string())
    }
}
