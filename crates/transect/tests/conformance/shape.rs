//! Tests the facts (expected results as data) of `conformance/shape.jsonl`.

use serde_json::{Value, json};
use transect::{Interval, ShapeError, Side};

use crate::any_shape::{BuiltShape, shape_in_plane, shape_in_space};
use crate::{check_extent, dimension, number, plane};

const SHAPES: &str = include_str!("../../../../conformance/shape.jsonl");

/// The allowed error: 2⁻⁴⁶ of the distance for distances, and 2⁻⁴⁶ of the largest number of the shape for points.
const ACCURACY: f64 = 1.0 / (1_u64 << 46) as f64;

#[test]
fn shapes() {
    let facts: Vec<Value> = SHAPES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    assert!(facts.len() >= 200);
    for fact in &facts {
        assert!(fact["why"].is_string(), "{fact}");
        if fact["points"] == json!([]) {
            check(fact, shape_in_space);
            continue;
        }
        match dimension(fact) {
            2 => check(fact, shape_in_plane),
            3 => check(fact, shape_in_space),
            other => panic!("{other} dimensions: {fact}"),
        }
    }
}

fn check<const D: usize>(fact: &Value, shape: impl Fn(&str, &Value) -> BuiltShape<D>) {
    let op = fact["op"].as_str().expect("a question");
    let name = fact["shape"].as_str().or(op.strip_suffix("_extent"));
    let shape = shape(name.expect("a shape"), fact);
    if let Some(error) = fact["error"].as_str() {
        assert_eq!(shape.err().map(name_of), Some(error), "{fact}");
        return;
    }
    let shape = shape.unwrap_or_else(|error| panic!("{error}: {fact}"));
    let plane = plane::<D>(fact);
    match op {
        "interval" => {
            let Interval {
                backmost,
                frontmost,
            } = plane.interval(&shape);
            check_distance(backmost, &fact["interval"][0], fact);
            check_distance(frontmost, &fact["interval"][1], fact);
        }
        "contact" => match plane.contact(&shape) {
            Some(contact) => {
                check_distance(contact.depth, &fact["depth"], fact);
                check_point(&contact.deepest, &fact["deepest"], fact);
            }
            None => assert!(fact["depth"].is_null(), "{fact}"),
        },
        "closest" => {
            let closest = plane.closest(&shape);
            check_distance(closest.signed_distance, &fact["signed_distance"], fact);
            check_point(&closest.point, &fact["point"], fact);
        }
        _ => check_extent(fact, &shape),
    }
}

fn name_of(error: ShapeError) -> &'static str {
    match error {
        ShapeError::NotFinite { .. } => "not_finite",
        ShapeError::Radius { .. } => "radius",
        ShapeError::NegativeHalfSize { .. } => "negative_half_size",
        ShapeError::NoAxis => "no_axis",
        ShapeError::TooFewPoints { .. } => "too_few_points",
        ShapeError::NotConvex { .. } => "not_convex",
        ShapeError::Winding { .. } => "winding",
        ShapeError::NoArea => "no_area",
        _ => "another error",
    }
}

/// Checks that the relative error of a distance is at most 2⁻⁴⁶. So it must be zero where the true distance is zero.
fn check_distance(answer: f64, expected: &Value, fact: &Value) {
    let expected = number(expected);
    let off = (answer - expected).abs();
    assert!(off <= ACCURACY * expected.abs(), "{answer:e}: {fact}");
    let side = |value: f64| Side::from(value.partial_cmp(&0.0).expect("a number"));
    assert_eq!(side(answer), side(expected), "{fact}");
}

fn check_point<const D: usize>(answer: &[f64; D], expected: &Value, fact: &Value) {
    let keys = [
        "center",
        "apex",
        "base",
        "ends",
        "corners",
        "points",
        "half_axes",
        "half_sizes",
    ];
    let size = keys
        .iter()
        .map(|key| largest(&fact[key]))
        .fold(0.0, f64::max);
    for axis in 0..D {
        let off = (answer[axis] - number(&expected[axis])).abs();
        assert!(off <= ACCURACY * size, "{answer:?}: {fact}");
    }
}

fn largest(value: &Value) -> f64 {
    match value {
        Value::Array(values) => values.iter().map(largest).fold(0.0, f64::max),
        Value::Number(_) => number(value).abs(),
        _ => 0.0,
    }
}
