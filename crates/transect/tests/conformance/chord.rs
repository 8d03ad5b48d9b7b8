//! Tests the facts (expected results as data) of `conformance/chord.jsonl`.

use serde_json::{Value, json};
use transect::{
    Chord, Convex, ConvexPolyhedron, Hull, Line, LinePart, Parallelepiped, Plane, Ray, Region,
    Segment, Sphere, Triangle,
};

use crate::{aabb, list, number, point, points};

const CHORDS: &str = include_str!("../../../../conformance/chord.jsonl");

#[test]
fn chords() {
    let facts: Vec<Value> = CHORDS
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    assert!(facts.len() >= 110);
    for fact in &facts {
        assert!(fact["why"].is_string(), "{fact}");
        let first = if fact["ends"].is_array() {
            &fact["ends"][0]
        } else {
            &fact["origin"]
        };
        match first.as_array().map(Vec::len) {
            Some(2) => in_any_dimension::<2>(fact),
            _ if fact["body"]["shape"] == "polyhedron" => {
                let points = list(&fact["body"]["points"]);
                let polyhedron = ConvexPolyhedron::hull_of(&points).expect("a polyhedron");
                check(fact, &polyhedron, |face| json!(face));
            }
            _ => in_any_dimension::<3>(fact),
        }
    }
}

fn in_any_dimension<const D: usize>(fact: &Value) {
    let body = &fact["body"];
    match body["shape"].as_str() {
        Some("region") => {
            let planes = body["planes"].as_array().expect("planes").iter();
            let plane = |plane: &Value| {
                let number = |index: usize| plane[index].as_f64().expect("a number");
                Plane::<D>::new(std::array::from_fn(number), number(D)).expect("a plane")
            };
            let planes: Vec<_> = planes.map(plane).collect();
            check(fact, &Region::new(&planes), |face| json!(face));
        }
        Some("box") => check(fact, &aabb::<D>(body), |face| json!(face)),
        Some("sphere") => {
            let sphere = Sphere::<D>::new(point(&body["center"]), number(&body["radius"]));
            check(fact, &sphere.expect("a sphere"), |()| json!("surface"));
        }
        Some("parallelepiped") => {
            let center = point::<D>(&body["center"]);
            let solid = Parallelepiped::new(center, points(&body["half_axes"]));
            check(fact, &solid.expect("finite numbers"), |face| json!(face));
        }
        Some("triangle") => {
            let triangle = Triangle::<D>::new(points(&body["corners"]));
            check(fact, &triangle.expect("finite corners"), |face| json!(face));
        }
        Some("hull") => {
            let hull = Hull::<D>::new(list(&body["points"])).expect("points");
            check(fact, &hull, |face| json!(face));
        }
        _ => panic!("an unknown body: {fact}"),
    }
}

fn check<Body: Convex<D>, const D: usize>(
    fact: &Value,
    body: &Body,
    name: impl Fn(&Body::Face) -> Value,
) {
    let part = if fact["op"] == "segment_chord" {
        let [start, end] = points::<D, 2>(&fact["ends"]);
        LinePart::Segment(Segment::new(start, end).expect("finite points"))
    } else {
        let line = Line::<D>::new(point(&fact["origin"]), point(&fact["direction"]));
        if fact["error"].is_string() {
            assert!(line.is_err(), "{fact}");
            return;
        }
        let line = line.expect("a line");
        match fact["op"].as_str() {
            Some("line_chord") => LinePart::Line(line),
            Some("ray_chord") => {
                LinePart::Ray(Ray::new(line.origin(), line.direction()).expect("a ray"))
            }
            _ => panic!("an unknown question: {fact}"),
        }
    };
    let chord = body.chord_of(&part);
    let named = |face: &Option<Body::Face>| face.as_ref().map_or(Value::Null, &name);
    let (found, faces) = match &chord {
        Chord::Apart => ("apart", [Value::Null, Value::Null]),
        Chord::Point { faces, .. } => ("point", faces.each_ref().map(named)),
        Chord::Part {
            enter,
            leave,
            is_grazing,
        } => {
            assert_eq!(*is_grazing, fact["grazing"], "{fact}");
            ("part", [named(&enter.face), named(&leave.face)])
        }
        _ => panic!("an unknown chord: {fact}"),
    };
    assert_eq!(found, fact["chord"], "{fact}");
    let Some(interval) = chord.interval() else {
        return;
    };
    assert_eq!(chord.is_whole(), fact["whole"], "{fact}");
    if !fact["faces"].is_null() {
        assert_eq!(json!(faces), fact["faces"], "{fact}");
    }
    for (index, found) in interval.into_iter().enumerate() {
        let value = fact["t"].get(index).unwrap_or(&fact["t"]);
        let expected = match value.as_str() {
            Some("inf") => f64::INFINITY,
            Some("-inf") => f64::NEG_INFINITY,
            _ => number(value),
        };
        let is_near = (found - expected).abs() <= 2_f64.powi(-44) * expected.abs();
        assert!(found == expected || is_near, "{found}: {fact}");
    }
}
