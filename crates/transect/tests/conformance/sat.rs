//! The facts of `conformance/sat.jsonl`.

use serde_json::Value;
use transect::{
    Aabb, ConvexPolygon, Extent, Hull, Interval, Parallelepiped, Plane, Polytope, Segment,
    Separation, Shape, SimplePolygon, SimplePolygonError, Triangle, VectorSum, overlap, separation,
};

use crate::{point, points};

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

fn dimension(shape: &Value) -> usize {
    let length = |value: &Value| value.as_array().map(Vec::len);
    let lists = ["ends", "corners", "points"];
    let point = ["min", "point", "center"]
        .iter()
        .find_map(|key| length(&shape[key]));
    point
        .or_else(|| lists.iter().find_map(|key| length(&shape[key][0])))
        .unwrap_or_else(|| panic!("no point: {shape}"))
}

/// Any of the shapes.
struct AnyShape<const D: usize>(Box<dyn Polytope<D>>);

impl<const D: usize> Shape<D> for AnyShape<D> {
    fn extent(&self, plane: &Plane<D>) -> Extent {
        self.0.extent(plane)
    }
    fn interval(&self, plane: &Plane<D>) -> Interval {
        self.0.interval(plane)
    }
    fn extremes(&self, plane: &Plane<D>) -> [[f64; D]; 2] {
        self.0.extremes(plane)
    }
}

impl<const D: usize> Polytope<D> for AnyShape<D> {
    fn corner_count(&self) -> usize {
        self.0.corner_count()
    }
    fn corner(&self, index: usize) -> VectorSum<D> {
        self.0.corner(index)
    }
    fn edges(&self) -> Vec<[usize; 2]> {
        self.0.edges()
    }
}

fn shape<const D: usize>(value: &Value) -> AnyShape<D> {
    AnyShape(match value["shape"].as_str() {
        Some("point") => Box::new(point::<D>(&value["point"])),
        Some("segment") => {
            let [start, end] = points::<D, 2>(&value["ends"]);
            Box::new(Segment::new(start, end))
        }
        Some("triangle") => Box::new(Triangle::new(points::<D, 3>(&value["corners"]))),
        Some("box") => {
            let aabb = Aabb::<D>::new(point(&value["min"]), point(&value["max"]));
            Box::new(aabb.expect("a box"))
        }
        Some("parallelepiped") => {
            let half_axes = points::<D, D>(&value["half_axes"]);
            let slanted = Parallelepiped::new(point(&value["center"]), half_axes);
            Box::new(slanted.expect("a parallelepiped"))
        }
        Some("polygon") => {
            Box::new(ConvexPolygon::<D>::new(list(&value["corners"])).expect("a polygon"))
        }
        Some("hull") => Box::new(Hull::<D>::new(list(&value["points"])).expect("a hull")),
        _ => panic!("an unknown shape: {value}"),
    })
}

fn list<const D: usize>(value: &Value) -> Vec<[f64; D]> {
    value
        .as_array()
        .expect("points")
        .iter()
        .map(point)
        .collect()
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
        let bound = squared * 2_f64.powi(-37);
        assert!((depth * depth - squared).abs() <= bound, "{depth}: {fact}");
    }
    if !fact["translation"].is_null() {
        let expected = point::<D>(&fact["translation"]);
        let translation = answer.translation().expect("they overlap");
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

/// A number, or a fraction as a text.
fn number(value: &Value) -> f64 {
    let Some(text) = value.as_str() else {
        return value.as_f64().expect("a number");
    };
    let (numerator, denominator) = text.split_once('/').expect("a fraction");
    let [numerator, denominator] =
        [numerator, denominator].map(|part| part.parse::<f64>().expect("a number"));
    numerator / denominator
}
