//! The facts of `conformance/moving.jsonl`.

use serde_json::Value;
use transect::{Aabb, Hull, Moving, Parallelepiped, Passage, Shape, Sphere, Triangle};

use crate::{plane, point, points, side};

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
        match fact["plane"].as_array().map(Vec::len) {
            Some(3) => with_shape::<2>(fact),
            Some(4) => with_shape::<3>(fact),
            other => panic!("{other:?} numbers: {fact}"),
        }
    }
}

fn with_shape<const D: usize>(fact: &Value) {
    match fact["shape"].as_str() {
        Some("point") => check::<D>(fact, point(&fact["point"])),
        Some("triangle") => check::<D>(fact, Triangle::new(points(&fact["corners"]))),
        Some("sphere") => {
            let radius = fact["radius"].as_f64().expect("a radius");
            let sphere = Sphere::new(point(&fact["center"]), radius);
            check::<D>(fact, sphere.expect("a sphere"));
        }
        Some("box") => {
            let aabb = Aabb::new(point(&fact["min"]), point(&fact["max"]));
            check::<D>(fact, aabb.expect("a box"));
        }
        Some("parallelepiped") => {
            let half_axes = points(&fact["half_axes"]);
            let slanted = Parallelepiped::new(point(&fact["center"]), half_axes);
            check::<D>(fact, slanted.expect("a parallelepiped"));
        }
        Some("hull") => {
            let list = fact["points"].as_array().expect("points");
            let list: Vec<_> = list.iter().map(point).collect();
            check::<D>(fact, Hull::new(list).expect("a hull"));
        }
        _ => panic!("an unknown shape: {fact}"),
    }
}

fn check<const D: usize>(fact: &Value, shape: impl Shape<D>) {
    let moving = Moving::new(shape, point(&fact["velocity"])).expect("a velocity");
    let is_time = |answer: f64, key: &str| {
        let expected = number(&fact[key]);
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

/// A number, a fraction as a text, or `"inf"`.
fn number(value: &Value) -> f64 {
    match value.as_str() {
        None => value.as_f64().expect("a number"),
        Some("inf") => f64::INFINITY,
        Some(text) => {
            let (numerator, denominator) = text.split_once('/').expect("a fraction");
            let [numerator, denominator] =
                [numerator, denominator].map(|part| part.parse::<f64>().expect("a number"));
            numerator / denominator
        }
    }
}
