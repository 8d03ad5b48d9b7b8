//! Tests the facts (expected results as data) of `conformance/sat.jsonl`.

use dashu_ratio::Relaxed;
use serde_json::Value;
use transect::{Polytope, Separation, SimplePolygon, SimplePolygonError, overlap, separation};

use crate::any_shape::polytope;
use crate::{dimension, list, number, point};

const OVERLAPS: &str = include_str!("../../../../conformance/sat.jsonl");

#[test]
fn overlaps() {
    let facts: Vec<Value> = OVERLAPS
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    assert!(facts.len() >= 55);
    for fact in &facts {
        assert!(fact["why"].is_string(), "{fact}");
        match fact["op"].as_str() {
            Some("overlap") if is_simple(&fact["a"]) => check_simple(fact),
            Some("overlap") if dimension(&fact["a"]) == 2 => check::<2>(fact),
            Some("overlap") => check::<3>(fact),
            Some("convex_pieces") => check_pieces(fact),
            _ => panic!("an unknown question: {fact}"),
        }
    }
}

fn is_simple(shape: &Value) -> bool {
    shape["shape"] == "simple_polygon"
}

fn shape<const D: usize>(value: &Value) -> impl Polytope<D> {
    let name = value["shape"].as_str().expect("a shape");
    polytope::<D>(name, value).unwrap_or_else(|error| panic!("{error}: {value}"))
}

fn check<const D: usize>(fact: &Value) {
    let [a, b] = ["a", "b"].map(|key| shape::<D>(&fact[key]));
    assert_eq!(overlap(&a, &b), fact["overlap"], "{fact}");
    assert_eq!(overlap(&b, &a), fact["overlap"], "{fact}");
    let answer = separation(&a, &b);
    assert_eq!(answer.is_overlap(), fact["overlap"], "{fact}");
    let Separation::Overlapping { depth, .. } = answer else {
        return;
    };
    if !fact["depth_squared"].is_null() {
        let squared = number(&fact["depth_squared"]);
        assert_eq!(depth == 0.0, squared == 0.0, "{depth}: {fact}");
        // The library guarantees a relative error of the depth below 2⁻³⁸.
        let exact = |value: f64| Relaxed::try_from(value).expect("finite");
        let unit = 2_f64.powi(-38);
        let [low, high, found] = [1.0 - unit, 1.0 + unit, depth].map(exact);
        let truth = exact(squared);
        let found = &found * &found;
        let is_root = &low * &low * &truth <= found && found <= &high * &high * truth;
        assert!(is_root, "{depth}: {fact}");
    }
    if !fact["translation"].is_null() {
        let expected = point::<D>(&fact["translation"]);
        let translation = answer.translation().expect("they overlap");
        // The depth has a relative error of at most 2⁻³⁸, and each coordinate of the axis an error of at most 2⁻⁵⁰.
        // Their products are rounded. Together, the error is at most 2⁻³⁷ of the depth.
        let mut pairs = translation.iter().zip(&expected);
        let near = pairs.all(|(a, b)| (a - b).abs() <= depth * 2_f64.powi(-37));
        assert!(near, "{translation:?}: {fact}");
    }
}

fn simple(value: &Value) -> Result<SimplePolygon, SimplePolygonError> {
    SimplePolygon::new(list(&value["corners"]))
}

fn check_simple(fact: &Value) {
    let a = simple(&fact["a"]).expect("a simple polygon");
    let answer = if is_simple(&fact["b"]) {
        a.overlaps_polygon(&simple(&fact["b"]).expect("a simple polygon"))
    } else {
        a.overlaps(&shape::<2>(&fact["b"]))
    };
    assert_eq!(answer, fact["overlap"], "{fact}");
}

fn check_pieces(fact: &Value) {
    let error = match simple(fact) {
        Ok(polygon) => {
            assert_eq!(
                polygon.convex_pieces().len() as u64,
                fact["pieces"],
                "{fact}"
            );
            return;
        }
        Err(SimplePolygonError::TooFewCorners { .. }) => "too_few_corners",
        Err(SimplePolygonError::Crossing { .. }) => "crossing",
        Err(SimplePolygonError::Clockwise) => "clockwise",
        Err(error) => panic!("{error}: {fact}"),
    };
    assert_eq!(fact["error"], error, "{fact}");
}
