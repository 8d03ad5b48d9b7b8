//! Tests the facts (expected results as data) of `conformance/side.jsonl`, `shape.jsonl`, `chord.jsonl`, `clip.jsonl`,
//! `distance.jsonl`, `sat.jsonl` and `moving.jsonl`.

mod any_shape;
mod chord;
mod clip;
mod distance;
mod moving;
mod sat;
mod shape;

use serde_json::Value;
use transect::{Aabb, Extent, Plane, PlaneError, Segment, Shape, Side, Triangle};

const SIDES: &str = include_str!("../../../../conformance/side.jsonl");

#[test]
fn sides() {
    let facts: Vec<Value> = SIDES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    assert!(facts.len() >= 120);
    for fact in &facts {
        assert!(fact["why"].is_string(), "{fact}");
        match dimension(fact) {
            2 => check::<2>(fact),
            3 => check::<3>(fact),
            other => panic!("{other} dimensions: {fact}"),
        }
    }
}

fn dimension(fact: &Value) -> usize {
    if fact["op"] == "plane_text" {
        return fact["dimension"]
            .as_u64()
            .map_or(3, |dimension| dimension as usize);
    }
    let length = |value: &Value| value.as_array().map(Vec::len);
    ["point", "min", "center", "apex"]
        .iter()
        .find_map(|key| length(&fact[key]))
        .or_else(|| {
            ["points", "corners", "ends"]
                .iter()
                .find_map(|key| length(&fact[key][0]))
        })
        .unwrap_or_else(|| panic!("no point: {fact}"))
}

fn check<const D: usize>(fact: &Value) {
    match fact["op"].as_str() {
        Some("point_side") => {
            assert_eq!(
                plane::<D>(fact).side(&point(&fact["point"])),
                side(&fact["side"]),
                "{fact}"
            );
        }
        Some("aabb_extent") => check_extent(fact, &aabb::<D>(fact)),
        Some("segment_extent") => {
            let [start, end] = points::<D, 2>(&fact["ends"]);
            check_extent(fact, &Segment::new(start, end).expect("finite points"));
        }
        Some("triangle_extent") => {
            check_extent(
                fact,
                &Triangle::new(points::<D, 3>(&fact["corners"])).expect("finite points"),
            );
        }
        Some("plane_through") => {
            let answer = Plane::through(points::<D, D>(&fact["points"]));
            if fact["error"] == "dependent" {
                assert_eq!(answer, Err(PlaneError::Dependent), "{fact}");
            } else {
                assert_eq!(answer, Ok(plane(fact)), "{fact}");
            }
        }
        Some("plane_text") => check_text::<D>(fact),
        _ => panic!("an unknown question: {fact}"),
    }
}

fn check_extent<const D: usize>(fact: &Value, shape: &impl Shape<D>) {
    let plane = plane(fact);
    let expected = Extent {
        backmost: side(&fact["extent"][0]),
        frontmost: side(&fact["extent"][1]),
    };
    assert_eq!(plane.extent(shape), expected, "{fact}");
    assert_eq!(plane.side(shape), side(&fact["side"]), "{fact}");
    assert_eq!(plane.flipped().extent(shape), -expected, "{fact}");
}

fn check_text<const D: usize>(fact: &Value) {
    let text = fact["text"].as_str().expect("a text");
    match text.parse::<Plane<D>>() {
        Ok(answer) => {
            assert_eq!(answer, plane(fact), "{fact}");
            assert_eq!(answer.to_string(), fact["printed"], "{fact}");
        }
        Err(error) => assert_eq!(error.to_string(), fact["error"], "{fact}"),
    }
}

fn plane<const D: usize>(fact: &Value) -> Plane<D> {
    match &fact["plane"] {
        Value::String(text) => text.parse().expect("an equation"),
        Value::Object(object) => {
            Plane::through(points(&object["through"])).expect("points of a plane")
        }
        numbers => {
            let numbers = numbers.as_array().expect("numbers");
            assert_eq!(numbers.len(), D + 1, "{fact}");
            let number = |index: usize| numbers[index].as_f64().expect("a number");
            Plane::new(std::array::from_fn(number), number(D)).expect("a plane")
        }
    }
}

fn aabb<const D: usize>(fact: &Value) -> Aabb<D> {
    if fact["corners"].is_array() {
        let [a, b] = points(&fact["corners"]);
        Aabb::from_corners(a, b).expect("finite corners")
    } else {
        Aabb::new(point(&fact["min"]), point(&fact["max"])).expect("a box")
    }
}

fn points<const D: usize, const N: usize>(value: &Value) -> [[f64; D]; N] {
    assert_eq!(value.as_array().map(Vec::len), Some(N), "{value}");
    std::array::from_fn(|index| point(&value[index]))
}

fn point<const D: usize>(value: &Value) -> [f64; D] {
    assert_eq!(value.as_array().map(Vec::len), Some(D), "{value}");
    std::array::from_fn(|axis| value[axis].as_f64().expect("a number"))
}

fn list<const D: usize>(value: &Value) -> Vec<[f64; D]> {
    let points = value.as_array().expect("points");
    points.iter().map(point).collect()
}

/// Returns a number, or the value of a fraction such as `"1/7"`.
fn number(value: &Value) -> f64 {
    let Some(text) = value.as_str() else {
        return value
            .as_f64()
            .unwrap_or_else(|| panic!("no number: {value}"));
    };
    let (numerator, denominator) = text.split_once('/').expect("a fraction");
    let part = |text: &str| text.parse::<f64>().expect("a number");
    part(numerator) / part(denominator)
}

fn side(value: &Value) -> Side {
    match value.as_str() {
        Some("back") => Side::Back,
        Some("on") => Side::On,
        Some("front") => Side::Front,
        _ => panic!("no side: {value}"),
    }
}
