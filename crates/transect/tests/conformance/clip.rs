//! Tests the facts (expected results as data) of `conformance/clip.jsonl`.

use serde_json::Value;
use transect::{
    Clip, ConvexPolygon, ConvexPolyhedron, Line, LinePart, Ray, Segment, ShapeSplit, Triangle,
    vector,
};

use crate::{list, number, plane, point, points, side};

const CLIPS: &str = include_str!("../../../../conformance/clip.jsonl");

/// The allowed error of coordinates, 2⁻⁴⁶ of the largest number of the expected points.
const ACCURACY: f64 = 1.0 / (1_u64 << 46) as f64;

#[test]
fn clips() {
    let facts: Vec<Value> = CLIPS
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    assert!(facts.len() >= 50);
    for fact in &facts {
        assert!(fact["why"].is_string(), "{fact}");
        match fact["plane"].as_array().map(Vec::len) {
            Some(3) => check::<2>(fact),
            Some(4) if fact["op"] == "polyhedron_split" => check_polyhedron(fact),
            Some(4) => check::<3>(fact),
            other => panic!("{other:?} numbers: {fact}"),
        }
    }
}

fn check<const D: usize>(fact: &Value) {
    let corners = || list::<D>(&fact["corners"]);
    let one = |cut: &[f64; D]| vec![*cut];
    match fact["op"].as_str() {
        Some("segment_split") => {
            let [start, end] = points::<D, 2>(&fact["ends"]);
            check_split(
                fact,
                &Segment::new(start, end).expect("finite points"),
                |part, value| is_list(&part.ends(), value, Order::Exact),
                one,
            );
        }
        Some("ray_split") => {
            let ray = Ray::new(point::<D>(&fact["origin"]), point(&fact["direction"]));
            check_split(fact, &ray.expect("a ray"), is_part, one);
        }
        Some("line_split") => {
            let line = Line::new(point::<D>(&fact["origin"]), point(&fact["direction"]));
            check_split(fact, &line.expect("a line"), is_part, one);
        }
        Some("triangle_split") => {
            let corners = corners().try_into().expect("three corners");
            let is_part = |part: &Vec<_>, value: &Value| is_list(part, value, Order::Around);
            check_split(
                fact,
                &Triangle::<D>::new(corners).expect("finite points"),
                is_part,
                Vec::clone,
            );
        }
        Some("polygon_split") => {
            let polygon = ConvexPolygon::new(corners()).expect("a polygon");
            let is_part = |part: &Vec<_>, value: &Value| is_list(part, value, Order::Around);
            check_split(fact, &polygon, is_part, Vec::clone);
        }
        _ => panic!("an unknown question: {fact}"),
    }
}

fn check_polyhedron(fact: &Value) {
    let whole = ConvexPolyhedron::hull_of(&list(&fact["points"])).expect("a polyhedron");
    let is_part = |part: &ConvexPolyhedron, value: &Value| {
        let volume = number(&value["volume"]);
        part.vertices().len() as u64 == value["vertices"]
            && part.faces().len() as u64 == value["faces"]
            && (six_volumes(part) - 6.0 * volume).abs() <= 1e-12
    };
    check_split(fact, &whole, is_part, Vec::clone);
}

/// Returns six times the volume of a polyhedron, as the sum over tetrahedra between the origin and triangles of its
/// faces.
fn six_volumes(part: &ConvexPolyhedron) -> f64 {
    let corner = |index: usize| part.vertices()[index];
    let of_face = |face: &Vec<usize>| -> f64 {
        let fan = face[1..].windows(2).map(|edge| {
            let [a, b, c] = [face[0], edge[0], edge[1]].map(corner);
            vector::dot(&a, &vector::cross(&b, &c))
        });
        fan.sum()
    };
    part.faces().iter().map(of_face).sum()
}

fn check_split<const D: usize, Shape: Clip<D>>(
    fact: &Value,
    shape: &Shape,
    is_part: impl Fn(&Shape::Part, &Value) -> bool,
    cut_points: impl Fn(&Shape::Section) -> Vec<[f64; D]>,
) {
    let is_cut = |cut: &Shape::Section, value: &Value| {
        let order = if fact["op"] == "polyhedron_split" {
            Order::Around
        } else {
            Order::Exact
        };
        let one = Value::Array(vec![value.clone()]);
        let is_one = value[0].is_number() || value[0].is_string();
        is_list(&cut_points(cut), if is_one { &one } else { value }, order)
    };
    let plane = plane::<D>(fact);
    match plane.split(shape) {
        ShapeSplit::Within => assert_eq!(fact["split"], "within", "{fact}"),
        ShapeSplit::Whole {
            side: answer,
            touching,
        } => {
            assert_eq!(fact["split"], "whole", "{fact}");
            assert_eq!(answer, side(&fact["side"]), "{fact}");
            let expected = &fact["touching"];
            let same = touching.map_or(expected.is_null(), |touching| is_cut(&touching, expected));
            assert!(same, "{fact}");
        }
        ShapeSplit::Halves {
            front,
            back,
            section: cut,
        } => {
            assert_eq!(fact["split"], "divided", "{fact}");
            assert!(is_part(&front, &fact["front"]), "front: {fact}");
            assert!(is_part(&back, &fact["back"]), "back: {fact}");
            assert!(is_cut(&cut, &fact["cut"]), "cut: {fact}");
        }
    }
}

fn is_part<const D: usize>(part: &LinePart<D>, value: &Value) -> bool {
    match part {
        LinePart::Segment(segment) => is_list(&segment.ends(), &value["segment"], Order::Exact),
        LinePart::Ray(ray) => is_list(
            &[ray.origin(), ray.direction()],
            &value["ray"],
            Order::Exact,
        ),
        LinePart::Line(_) => false,
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Order {
    Exact,
    /// The points form a loop; the expected loop may start at any of its points.
    Around,
}

fn is_list<const D: usize>(points: &[[f64; D]], value: &Value, order: Order) -> bool {
    let expected: Vec<[f64; D]> = value
        .as_array()
        .expect("points")
        .iter()
        .map(|point| std::array::from_fn(|axis| number(&point[axis])))
        .collect();
    let largest = expected
        .as_flattened()
        .iter()
        .fold(0.0_f64, |largest, c| largest.max(c.abs()));
    let near = |turn: usize| {
        let turned = expected.iter().cycle().skip(turn);
        points.iter().zip(turned).all(|(point, expected)| {
            let mut pairs = point.iter().zip(expected);
            pairs.all(|(a, b)| (a - b).abs() <= largest * ACCURACY)
        })
    };
    let turns = if order == Order::Around {
        points.len()
    } else {
        1
    };
    points.len() == expected.len() && (0..turns).any(near)
}
