//! The questions of the facts (test cases) in `chord.jsonl`: chords, which are the parts of lines, rays and segments in
//! convex bodies.

use serde_json::{Value, json};
use transect::{
    Chord, Convex, ConvexPolygon, ConvexPolyhedron, Hull, Line, LinePart, Parallelepiped, Ray,
    Region, Sphere,
};

use crate::comparison::{Comparison, number};
use crate::fact::{self, Fact, list};
use crate::fact_error::{Checked, FactError};
use crate::question::{Question, question};

/// The allowed relative error of t, the position of a point along the line: 2⁻⁴⁴, twice the library's bound.
const ACCURACY: f64 = 1.0 / (1_u64 << 44) as f64;

/// Makes the `Question` about the chord of a line, ray or segment. `$keys` are the keys that describe the line, ray or
/// segment in a fact.
macro_rules! chord {
    ($op:literal, $keys:literal) => {
        question(
            $op,
            concat!("body ", $keys, " | chord t faces whole grazing"),
            ask,
        )
    };
}

pub(crate) const QUESTIONS: [Question; 3] = [
    chord!("line_chord", "origin direction"),
    chord!("ray_chord", "origin direction"),
    chord!("segment_chord", "ends"),
];

/// The convex bodies that a fact may name: the name of each, and the keys that describe it.
const BODIES: [(&str, &[&str]); 11] = [
    ("region", &["planes"]),
    ("point", &["point"]),
    ("segment", &["ends"]),
    ("triangle", &["corners"]),
    ("box", &["min", "max", "corners"]),
    ("sphere", &["center", "radius"]),
    ("parallelepiped", &["center", "half_axes"]),
    ("centered_box", &["center", "half_sizes"]),
    ("polygon", &["corners"]),
    ("hull", &["points"]),
    ("polyhedron", &["points"]),
];

fn ask(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    match fact.dimension()? {
        2 => ask_in_plane(fact, comparison),
        _ => ask_in_space(fact, comparison),
    }
}

fn ask_in_plane(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let (name, body) = named(fact)?;
    if name == "polyhedron" {
        return Err(FactError::Refused {
            key: "body",
            reason: "a polyhedron is three-dimensional".into(),
            kind: String::new(),
        });
    }
    any_dimension::<2>(fact, name, body, comparison)
}

fn ask_in_space(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let (name, body) = named(fact)?;
    if name != "polyhedron" {
        return any_dimension::<3>(fact, name, body, comparison);
    }
    let polyhedron = ConvexPolyhedron::hull_of(&body.all_points("points")?);
    let polyhedron = polyhedron.map_err(|error| FactError::refused("body", error))?;
    compare(fact, &polyhedron, |face| json!(face), comparison)
}

/// Returns the name of the fact's body, and the JSON object that describes the body. A key that this kind of body does
/// not have is an error.
fn named<'a>(fact: Fact<'a>) -> Result<(&'a str, Fact<'a>), FactError> {
    let body = fact.within("body")?;
    let name = body.word("shape", &BODIES.map(|(name, _)| name))?;
    let keys = BODIES.iter().find(|(known, _)| *known == name);
    let keys = keys.map_or(&[][..], |(_, keys)| keys);
    body.only(
        &format!("the {name} \"body\""),
        &[&["shape"], keys].concat(),
    )?;
    Ok((name, body))
}

fn any_dimension<const D: usize>(
    fact: Fact<'_>,
    name: &str,
    body: Fact<'_>,
    comparison: &mut Comparison,
) -> Checked {
    let refused = |error| FactError::refused("body", error);
    let index = |face: &usize| json!(face);
    let corners = |face: &Vec<usize>| json!(face);
    match name {
        "region" => {
            let planes = body.planes::<D>()?;
            compare(fact, &Region::new(&planes), index, comparison)
        }
        "box" => compare(fact, &body.aabb::<D>()?, index, comparison),
        "sphere" => {
            let sphere = Sphere::<D>::new(body.point("center")?, body.number("radius")?);
            compare(
                fact,
                &sphere.map_err(refused)?,
                |()| "surface".into(),
                comparison,
            )
        }
        "parallelepiped" => {
            let solid = Parallelepiped::<D>::new(body.point("center")?, body.points("half_axes")?);
            compare(fact, &solid.map_err(refused)?, index, comparison)
        }
        "centered_box" => {
            let (center, half_sizes) = (body.point::<D>("center")?, body.point("half_sizes")?);
            let solid = Parallelepiped::from_center(center, half_sizes);
            compare(fact, &solid.map_err(refused)?, index, comparison)
        }
        "point" => compare(fact, &body.point::<D>("point")?, corners, comparison),
        "segment" => compare(fact, &body.segment::<D>()?, corners, comparison),
        "triangle" => compare(fact, &body.triangle::<D>()?, corners, comparison),
        "polygon" => {
            let polygon = ConvexPolygon::<D>::new(body.all_points("corners")?);
            compare(fact, &polygon.map_err(refused)?, corners, comparison)
        }
        _ => {
            let hull = Hull::<D>::new(body.all_points("points")?);
            compare(fact, &hull.map_err(refused)?, corners, comparison)
        }
    }
}

fn line_of<const D: usize>(fact: Fact<'_>) -> Result<LinePart<D>, FactError> {
    let op = fact.text("op")?;
    if op == "segment_chord" {
        return Ok(LinePart::Segment(fact.segment()?));
    }
    let (origin, direction) = (fact.point("origin")?, fact.point("direction")?);
    let refused = |error| FactError::refused("direction", error);
    match op {
        "ray_chord" => Ok(LinePart::Ray(Ray::new(origin, direction).map_err(refused)?)),
        _ => Ok(LinePart::Line(
            Line::new(origin, direction).map_err(refused)?,
        )),
    }
}

fn compare<Body: Convex<D>, const D: usize>(
    fact: Fact<'_>,
    body: &Body,
    name: impl Fn(&Body::Face) -> Value,
    comparison: &mut Comparison,
) -> Checked {
    let chord = body.chord_of(&line_of::<D>(fact)?);
    let named = |face: &Option<Body::Face>| face.as_ref().map_or(Value::Null, &name);
    let (received, faces, is_grazing) = match &chord {
        Chord::Point { faces, .. } => ("point", faces.each_ref().map(named), None),
        Chord::Part {
            enter,
            leave,
            is_grazing,
        } => (
            "part",
            [named(&enter.face), named(&leave.face)],
            Some(*is_grazing),
        ),
        _ => ("apart", [Value::Null, Value::Null], None),
    };
    let words = ["apart", "point", "part"];
    if !comparison.word(fact, "chord", &words, received)? {
        return Ok(());
    }
    comparison.truth(fact, "whole", chord.is_whole())?;
    let Some(interval) = chord.interval() else {
        return Ok(());
    };
    if let Some(value) = fact.get("t") {
        match value {
            Value::Array(_) => {
                for (index, (value, received)) in list("t", value)?.iter().zip(interval).enumerate()
                {
                    parameter(&format!("t[{index}]"), value, received, comparison)?;
                }
            }
            value => parameter("t", value, interval[0], comparison)?,
        }
    }
    if let Some(expected) = fact.get("faces") {
        comparison.same("faces", expected.clone(), json!(faces));
    }
    match is_grazing {
        Some(is_grazing) => comparison.truth(fact, "grazing", is_grazing),
        None => Ok(()),
    }
}

/// Compares a parameter t (a position along the line). The fact writes it as a number, as a fraction, or as `"inf"` or
/// `"-inf"`.
fn parameter(key: &str, value: &Value, received: f64, comparison: &mut Comparison) -> Checked {
    let expected = match value.as_str() {
        Some("inf") => f64::INFINITY,
        Some("-inf") => f64::NEG_INFINITY,
        _ => fact::number("t", value)?,
    };
    let is_near = (received - expected).abs() <= ACCURACY * expected.abs();
    let holds = received == expected || is_near && expected.is_finite();
    comparison.holds(key, holds, value.clone(), number(received));
    Ok(())
}
