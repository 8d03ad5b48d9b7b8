//! Tests the facts (expected results as data) of `conformance/distance.jsonl`.

use std::cmp::Ordering;

use serde_json::Value;
use transect::{Aabb, Sphere};

use crate::any_shape::polytope;
use crate::{dimension, number, point};

const DISTANCES: &str = include_str!("../../../../conformance/distance.jsonl");

#[test]
fn distances() {
    let facts: Vec<Value> = DISTANCES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    assert!(facts.len() >= 30);
    for fact in &facts {
        assert!(fact["why"].is_string(), "{fact}");
        match fact["op"].as_str() {
            Some("box_distance") if dimension(fact) == 2 => from_box::<2>(fact),
            Some("box_distance") => from_box::<3>(fact),
            Some("overlap") if dimension(&fact["a"]) == 2 => from_sphere::<2>(fact),
            Some("overlap") => from_sphere::<3>(fact),
            _ => panic!("an unknown question: {fact}"),
        }
    }
}

fn from_box<const D: usize>(fact: &Value) {
    let aabb = Aabb::<D>::new(point(&fact["min"]), point(&fact["max"]));
    if fact["error"].is_string() {
        assert!(aabb.is_err(), "{fact}");
        return;
    }
    let (aabb, from) = (aabb.expect("a box"), point(&fact["point"]));
    if fact["closest"].is_array() {
        assert_eq!(aabb.closest(&from), point(&fact["closest"]), "{fact}");
    }
    check_distance(fact, aabb.distance(&from));
    if let Some(relation) = fact["relation"].as_str() {
        let expected = match relation {
            "less" => Ordering::Less,
            "equal" => Ordering::Equal,
            _ => Ordering::Greater,
        };
        let found = aabb.compare_distance(&from, number(&fact["length"]));
        assert_eq!(found, expected, "{fact}");
    }
}

fn check_distance(fact: &Value, found: f64) {
    if fact["distance"].is_null() {
        return;
    }
    let expected = number(&fact["distance"]);
    let is_near = (found - expected).abs() <= 2_f64.powi(-44) * expected;
    assert!(
        is_near && (found == 0.0) == (expected == 0.0),
        "{found}: {fact}"
    );
}

fn from_sphere<const D: usize>(fact: &Value) {
    let sphere = |shape: &Value| {
        let sphere = Sphere::<D>::new(point(&shape["center"]), number(&shape["radius"]));
        sphere.expect("a sphere")
    };
    let (a, b) = (sphere(&fact["a"]), &fact["b"]);
    let (overlaps, distance) = match b["shape"].as_str() {
        Some("sphere") => {
            let b = sphere(b);
            assert_eq!(a.overlaps_sphere(&b), b.overlaps_sphere(&a), "{fact}");
            (a.overlaps_sphere(&b), a.distance_to_sphere(&b))
        }
        name => {
            let shape = polytope::<D>(name.expect("a shape"), b).expect("a shape");
            (a.overlaps(&shape), a.distance(&shape))
        }
    };
    assert_eq!(overlaps, fact["overlap"], "{fact}");
    check_distance(fact, distance);
}
