//! Tests the facts (expected results as data) of `conformance/moving.jsonl`.

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

/// The shapes whose times have a rounding error. For all other shapes, a time is the least float that is not before the
/// exact time.
const ROUNDED: [&str; 5] = [
    "cylinder",
    "cone",
    "ellipsoid",
    "parallelepiped",
    "centered_box",
];

/// Returns the least float that is not below a number, which is given as a number or as a fraction.
fn not_below(value: &Value) -> f64 {
    let nearest = number(value);
    let Some((above, below)) = value.as_str().and_then(|text| text.split_once('/')) else {
        return nearest;
    };
    let part = |text: &str| text.parse::<f64>().expect("a number");
    // `mul_add` rounds only once, so the sign of nearest·below − above is exact. Here above/below is the fraction in
    // the data.
    if nearest.mul_add(part(below), -part(above)) < 0.0 {
        nearest.next_up()
    } else {
        nearest
    }
}

fn check<const D: usize>(fact: &Value, shape: BuiltShape<D>) {
    let shape = shape.unwrap_or_else(|error| panic!("{error}: {fact}"));
    let moving = Moving::new(shape, point(&fact["velocity"])).expect("a velocity");
    let is_rounded = ROUNDED.iter().any(|name| fact["shape"] == *name);
    let is_time = |answer: f64, key: &str| {
        let expected = if fact[key] == "inf" {
            f64::INFINITY
        } else {
            not_below(&fact[key])
        };
        let tolerance = expected.abs() * 2_f64.powi(-45);
        let near = is_rounded && (answer - expected).abs() <= tolerance;
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
