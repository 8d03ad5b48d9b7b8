//! The questions of `sat.jsonl`: overlap and depth of shapes with corners, and convex pieces.

use serde_json::{Value, json};
use transect::{
    Polytope, Separation, SimplePolygon, SimplePolygonError, overlap, separation, vector,
};

use crate::any_shape::{POLYTOPES, polytope};
use crate::comparison::{Comparison, number};
use crate::fact::{Fact, coordinates};
use crate::fact_error::{Checked, FactError};
use crate::question::{Question, question};

/// The allowed relative error of depths, squared depths and translations: 2⁻³⁷.
const ACCURACY: f64 = 1.0 / (1_u64 << 37) as f64;

pub(crate) const QUESTIONS: [Question; 2] = [
    question(
        "overlap",
        "a b overlap depth_squared translation",
        |fact, comparison| {
            let shapes = [named(fact, "a")?, named(fact, "b")?];
            match shapes {
                [(SIMPLE, a), b] => simple(fact, ("a", a), ("b", b), comparison),
                [a, (SIMPLE, b)] => simple(fact, ("b", b), ("a", a), comparison),
                [(_, a), _] if a.dimension()? == 2 => convex::<2>(fact, shapes, comparison),
                _ => convex::<3>(fact, shapes, comparison),
            }
        },
    ),
    question("convex_pieces", "corners pieces error", convex_pieces),
];

const SIMPLE: &str = "simple_polygon";

/// Returns the name and the fact of one of the two shapes of a pair. A key that the shape does not have is an error.
fn named<'a>(fact: Fact<'a>, key: &'static str) -> Result<(&'a str, Fact<'a>), FactError> {
    let shape = fact.within(key)?;
    let simple: (&str, &[&str]) = (SIMPLE, &["corners"]);
    let all = POLYTOPES.iter().chain([&simple]);
    let names: Vec<&str> = all.clone().map(|(name, _)| *name).collect();
    let name = shape.word("shape", &names)?;
    let keys = all.filter(|(known, _)| *known == name);
    let keys: Vec<&str> = keys.flat_map(|(_, keys)| *keys).copied().collect();
    shape.only(
        &format!("the {name} {key:?}"),
        &[&["shape"], &keys[..]].concat(),
    )?;
    Ok((name, shape))
}

fn built<const D: usize>(
    key: &'static str,
    (name, shape): (&str, Fact<'_>),
) -> Result<impl Polytope<D>, FactError> {
    polytope::<D>(name, shape)?.map_err(|error| FactError::refused(key, error))
}

/// Compares the overlap of two convex shapes, tested in both orders, and the overlap that their separation implies.
fn convex<const D: usize>(
    fact: Fact<'_>,
    [a, b]: [(&str, Fact<'_>); 2],
    comparison: &mut Comparison,
) -> Checked {
    let (a, b) = (built::<D>("a", a)?, built::<D>("b", b)?);
    let expected = fact.truth("overlap")?;
    let separation = separation(&a, &b);
    for (key, received) in [
        ("overlap", overlap(&a, &b)),
        ("the overlap of b and a", overlap(&b, &a)),
        ("the overlap that has a depth", separation.is_overlap()),
    ] {
        comparison.same(key, expected.into(), received.into());
        if expected != received {
            return Ok(());
        }
    }
    depth(fact, &separation, comparison)?;
    translation(fact, &separation, comparison)
}

/// Compares the squared depth if the fact has it. The depth must be zero exactly where the expected depth is zero.
fn depth<const D: usize>(
    fact: Fact<'_>,
    separation: &Separation<D>,
    comparison: &mut Comparison,
) -> Checked {
    let Some(value) = fact.get("depth_squared") else {
        return Ok(());
    };
    let expected = fact.number("depth_squared")?;
    let (holds, received) = match separation {
        Separation::Apart { .. } => (false, Value::Null),
        Separation::Overlapping { depth, .. } => {
            let off = (depth * depth - expected).abs();
            let holds = off <= ACCURACY * expected && (*depth == 0.0) == (expected == 0.0);
            (holds, number(depth * depth))
        }
    };
    comparison.holds("depth_squared", holds, value.clone(), received);
    Ok(())
}

/// Compares the shortest translation that separates the shapes, if the fact has one.
fn translation<const D: usize>(
    fact: Fact<'_>,
    separation: &Separation<D>,
    comparison: &mut Comparison,
) -> Checked {
    let Some(value) = fact.get("translation") else {
        return Ok(());
    };
    let expected: [f64; D] = coordinates("translation", value)?;
    let Some(received) = separation.translation() else {
        comparison.same("translation", value.clone(), Value::Null);
        return Ok(());
    };
    let bound = ACCURACY * vector::dot(&expected, &expected).sqrt();
    for (axis, (expected, received)) in expected.into_iter().zip(received).enumerate() {
        comparison.near(&format!("translation[{axis}]"), expected, received, bound);
    }
    Ok(())
}

/// Compares the overlap of a simple polygon, which may be concave, with any other two-dimensional shape.
fn simple(
    fact: Fact<'_>,
    (key, polygon): (&'static str, Fact<'_>),
    (other_key, other): (&'static str, (&str, Fact<'_>)),
    comparison: &mut Comparison,
) -> Checked {
    if let Some(key) = ["depth_squared", "translation"]
        .into_iter()
        .find(|key| fact.has(key))
    {
        return Err(FactError::Refused {
            key,
            reason: format!("a {SIMPLE} has only an answer for \"overlap\""),
        });
    }
    let read = |key, shape: Fact<'_>| {
        let polygon = SimplePolygon::new(shape.all_points("corners")?);
        polygon.map_err(|error| FactError::refused(key, error))
    };
    let polygon = read(key, polygon)?;
    let received = match other {
        (SIMPLE, other) => polygon.overlaps_polygon(&read(other_key, other)?),
        other => polygon.overlaps(&built(other_key, other)?),
    };
    comparison.same("overlap", fact.truth("overlap")?.into(), received.into());
    Ok(())
}

fn convex_pieces(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let polygon = SimplePolygon::new(fact.all_points("corners")?);
    let received = match &polygon {
        Ok(polygon) => json!(polygon.convex_pieces().len()),
        Err(error) => json!({ "error": error_name(error) }),
    };
    if fact.has("error") {
        let expected = fact.word("error", &["crossing", "clockwise", "too_few_corners"])?;
        comparison.same("error", json!({ "error": expected }), received);
    } else {
        comparison.same("pieces", fact.count("pieces")?.into(), received);
    }
    Ok(())
}

fn error_name(error: &SimplePolygonError) -> String {
    match error {
        SimplePolygonError::TooFewCorners { .. } => "too_few_corners".into(),
        SimplePolygonError::Crossing { .. } => "crossing".into(),
        SimplePolygonError::Clockwise => "clockwise".into(),
        error => error.to_string(),
    }
}
