//! The facts of `conformance/shape.jsonl`.

use serde_json::Value;
use transect::{
    Capsule, Cone, ConvexPolygon, Cylinder, Ellipsoid, Extent, Hull, Interval, Parallelepiped,
    Plane, Shape, ShapeError, Side, Sphere,
};

use crate::{check_extent, plane, point, points};

const SHAPES: &str = include_str!("../../../../conformance/shape.jsonl");

/// What distances may be off by, relative to themselves, and points, relative to the largest number of the
/// shape: 2⁻⁴⁶.
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
        match dimension(fact) {
            2 => check(fact, shape_in_plane),
            3 => check(fact, shape_in_space),
            other => panic!("{other} dimensions: {fact}"),
        }
    }
}

fn dimension(fact: &Value) -> usize {
    if fact["points"] == Value::Array(Vec::new()) {
        return 3;
    }
    let length = |value: &Value| value.as_array().map(Vec::len);
    let lists = ["ends", "corners", "points"];
    let point = ["center", "apex"].iter().find_map(|key| length(&fact[key]));
    point
        .or_else(|| lists.iter().find_map(|key| length(&fact[key][0])))
        .unwrap_or_else(|| panic!("no point: {fact}"))
}

/// Any of the shapes, so that each question is asked in one place.
struct AnyShape<const D: usize>(Box<dyn Shape<D>>);

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

type Built<const D: usize> = Result<AnyShape<D>, ShapeError>;

fn built<const D: usize>(shape: Result<impl Shape<D> + 'static, ShapeError>) -> Built<D> {
    Ok(AnyShape(Box::new(shape?)))
}

fn shape_in_plane(name: &str, fact: &Value) -> Built<2> {
    shape_of_any_dimension(name, fact)
}

fn shape_in_space(name: &str, fact: &Value) -> Built<3> {
    match name {
        "cylinder" => {
            let [start, end] = points(&fact["ends"]);
            built(Cylinder::new(start, end, number(&fact["radius"])))
        }
        "cone" => {
            let (apex, base) = (point(&fact["apex"]), point(&fact["base"]));
            built(Cone::new(apex, base, number(&fact["radius"])))
        }
        _ => shape_of_any_dimension(name, fact),
    }
}

fn shape_of_any_dimension<const D: usize>(name: &str, fact: &Value) -> Built<D> {
    let center = || point::<D>(&fact["center"]);
    match name {
        "sphere" => built(Sphere::new(center(), number(&fact["radius"]))),
        "capsule" => {
            let [start, end] = points::<D, 2>(&fact["ends"]);
            built(Capsule::new(start, end, number(&fact["radius"])))
        }
        "ellipsoid" => built(Ellipsoid::new(center(), points(&fact["half_axes"]))),
        "parallelepiped" => built(Parallelepiped::new(center(), points(&fact["half_axes"]))),
        "centered_box" => {
            let half_sizes = point(&fact["half_sizes"]);
            built(Parallelepiped::from_center(center(), half_sizes))
        }
        "polygon" => built(ConvexPolygon::<D>::new(list(&fact["corners"]))),
        "hull" => built(Hull::<D>::new(list(&fact["points"]))),
        _ => panic!("an unknown shape: {fact}"),
    }
}

fn check<const D: usize>(fact: &Value, shape: impl Fn(&str, &Value) -> Built<D>) {
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

/// Within 2⁻⁴⁶ of its size, and so zero where it is zero.
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

/// A number, or a fraction: `"1/7"`.
fn number(value: &Value) -> f64 {
    let Some((numerator, denominator)) = value.as_str().and_then(|text| text.split_once('/'))
    else {
        return value
            .as_f64()
            .unwrap_or_else(|| panic!("no number: {value}"));
    };
    let part = |text: &str| text.parse::<f64>().expect("a number");
    part(numerator) / part(denominator)
}

fn list<const D: usize>(value: &Value) -> Vec<[f64; D]> {
    value
        .as_array()
        .expect("points")
        .iter()
        .map(point)
        .collect()
}
