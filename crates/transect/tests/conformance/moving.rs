//! The facts of `conformance/moving.jsonl`.

use serde_json::Value;
use transect::{Moving, Passage};

use crate::any_shape::{BuiltShape, shape_in_plane, shape_in_space};
use crate::{number, plane, point, side};

const PASSAGES: &str = include_str!("../../../../conformance/moving.jsonl");

#[test]
fn passages() {
    let facts: Vec<Value> = PASSAGES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    assert!(facts.len() >= 20);
    for fact in &facts {
        assert!(fact["why"].is_string() && fact["op"] == "passage", "{fact}");
        let name = fact["shape"].as_str().expect("a shape");
        match fact["plane"].as_array().map(Vec::len) {
            Some(3) => check(fact, shape_in_plane(name, fact)),
            Some(4) => check(fact, shape_in_space(name, fact)),
            other => panic!("{other:?} numbers: {fact}"),
        }
    }
}

fn check<const D: usize>(fact: &Value, shape: BuiltShape<D>) {
    let shape = shape.unwrap_or_else(|error| panic!("{error}: {fact}"));
    let moving = Moving::new(shape, point(&fact["velocity"])).expect("a velocity");
    let is_time = |answer: f64, key: &str| {
        let expected = if fact[key] == "inf" {
            f64::INFINITY
        } else {
            number(&fact[key])
        };
        let near = (answer - expected).abs() <= expected.abs() * 2_f64.powi(-45);
        assert!(near || answer == expected, "{key} {answer}: {fact}");
    };
    let name = match plane::<D>(fact).passage(&moving) {
        Passage::Through {
            touches,
            leaves,
            from,
        } => {
            is_time(touches, "touches");
            is_time(leaves, "leaves");
            assert_eq!(from, side(&fact["from"]), "{fact}");
            "through"
        }
        Passage::Leaving { leaves, toward } => {
            is_time(leaves, "leaves");
            assert_eq!(toward, side(&fact["toward"]), "{fact}");
            "leaving"
        }
        Passage::Along => "along",
        Passage::Never {
            side: answer,
            is_parallel,
        } => {
            assert_eq!(answer, side(&fact["side"]), "{fact}");
            assert_eq!(is_parallel, fact["parallel"], "{fact}");
            "never"
        }
    };
    assert_eq!(fact["passage"], name, "{fact}");
}
