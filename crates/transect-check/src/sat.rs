//! The questions of the facts (test cases) in `sat.jsonl`: the overlap of two shapes (if they overlap, and how deep),
//! and the number of convex pieces of a polygon.

use serde_json::{Value, json};
use transect::{
    Overlap, Polytope, Region, Separation, SimplePolygon, SimplePolygonError, overlap, separation,
    vector,
};

use crate::any_shape::{POLYTOPES, polytope};
use crate::comparison::{Comparison, number};
use crate::distance::{of_sphere, of_spheres, sphere};
use crate::fact::{Fact, coordinates};
use crate::fact_error::{Checked, FactError};
use crate::question::{Question, question};

/// The allowed error of a squared depth of overlap, relative to the squared depth, and of a translation, relative to
/// its length: 2⁻³⁷.
const ACCURACY: f64 = 1.0 / (1_u64 << 37) as f64;

pub(crate) const QUESTIONS: [Question; 2] = [
    question(
        "overlap",
        "a b | overlap depth_squared translation distance",
        |fact, comparison| {
            let shapes = [named(fact, "a")?, named(fact, "b")?];
            match shapes {
                [(REGION, a), b] => region(fact, ("a", a), ("b", b), comparison),
                [a, (REGION, b)] => region(fact, ("b", b), ("a", a), comparison),
                [(SPHERE, a), b] => round(fact, ("a", a), ("b", b), comparison),
                [a, (SPHERE, b)] => round(fact, ("b", b), ("a", a), comparison),
                [(SIMPLE, a), b] => simple(fact, ("a", a), ("b", b), comparison),
                [a, (SIMPLE, b)] => simple(fact, ("b", b), ("a", a), comparison),
                [(_, a), _] if a.dimension()? == 2 => convex::<2>(fact, shapes, comparison),
                _ => convex::<3>(fact, shapes, comparison),
            }
        },
    ),
    question("convex_pieces", "corners | pieces error", convex_pieces),
];

const SIMPLE: &str = "simple_polygon";
const REGION: &str = "region";
const SPHERE: &str = "sphere";

/// Further shapes that `overlap` accepts, which have no corners or need not be convex: the name of each shape, and the
/// keys that describe it.
const FURTHER: [(&str, &[&str]); 3] = [
    (SIMPLE, &["corners"]),
    (REGION, &["planes"]),
    (SPHERE, &["center", "radius"]),
];

/// Returns the name and the JSON object of one of the two shapes of a pair, `a` or `b`. A key that this kind of shape
/// does not have is an error.
fn named<'a>(fact: Fact<'a>, key: &'static str) -> Result<(&'a str, Fact<'a>), FactError> {
    let shape = fact.within(key)?;
    let all = POLYTOPES.iter().chain(&FURTHER);
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
    if FURTHER.iter().any(|(further, _)| *further == name) {
        return Err(unsupported(key, name));
    }
    polytope::<D>(name, shape)?.map_err(|error| FactError::refused(key, error))
}

/// Compares the expected overlap of two convex shapes with three results of the library: `overlap` of a and b,
/// `overlap` of b and a, and `separation`, which also gives the depth.
fn convex<const D: usize>(
    fact: Fact<'_>,
    [a, b]: [(&str, Fact<'_>); 2],
    comparison: &mut Comparison,
) -> Checked {
    let (a, b) = (built::<D>("a", a)?, built::<D>("b", b)?);
    let expected = fact.has("overlap").then(|| fact.truth("overlap"));
    let expected = expected.transpose()?;
    let separation = separation(&a, &b);
    for (key, received) in [
        ("overlap", overlap(&a, &b)),
        ("overlap.of b and a", overlap(&b, &a)),
        ("overlap.with a depth", separation.is_overlap()),
    ] {
        let Some(expected) = expected else { break };
        comparison.same(key, expected.into(), received.into());
        if expected != received {
            return Ok(());
        }
    }
    depth(fact, &separation, comparison)?;
    translation(fact, &separation, comparison)
}

/// Compares the squared depth of the overlap with the squared depth that the fact expects, if it expects one. The depth
/// must be zero exactly where the expected depth is zero.
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
            kind: String::new(),
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
    comparison.truth(fact, "overlap", received)?;
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
    } else if fact.has("pieces") {
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

/// Compares the overlap of a region and another shape: a shape with corners, or a sphere.
fn region(
    fact: Fact<'_>,
    (_, region): (&'static str, Fact<'_>),
    (key, other): (&'static str, (&str, Fact<'_>)),
    comparison: &mut Comparison,
) -> Checked {
    let received = match region.dimension()? {
        2 => region_overlap::<2>(region, key, other)?,
        _ => region_overlap::<3>(region, key, other)?,
    };
    comparison.truth(fact, "overlap", received != Overlap::Outside)
}

fn region_overlap<const D: usize>(
    region: Fact<'_>,
    key: &'static str,
    (name, shape): (&str, Fact<'_>),
) -> Result<Overlap, FactError> {
    let planes = region.planes::<D>()?;
    let region = Region::new(&planes);
    match name {
        SPHERE => Ok(region.overlap_sphere(&sphere::<D>(key, shape)?)),
        REGION | SIMPLE => Err(unsupported(key, name)),
        _ => Ok(region.overlap(&built::<D>(key, (name, shape))?)),
    }
}

/// Compares the overlap and the distance of a sphere and another shape: a sphere, or a shape with corners.
fn round(
    fact: Fact<'_>,
    ball: (&'static str, Fact<'_>),
    other: (&'static str, (&str, Fact<'_>)),
    comparison: &mut Comparison,
) -> Checked {
    match ball.1.dimension()? {
        2 => round_in::<2>(fact, ball, other, comparison),
        _ => round_in::<3>(fact, ball, other, comparison),
    }
}

fn round_in<const D: usize>(
    fact: Fact<'_>,
    (key, ball): (&'static str, Fact<'_>),
    (other_key, other): (&'static str, (&str, Fact<'_>)),
    comparison: &mut Comparison,
) -> Checked {
    let ball = sphere::<D>(key, ball)?;
    match other {
        (SPHERE, other) => of_spheres(fact, [ball, sphere(other_key, other)?], comparison),
        other => of_sphere(fact, &ball, &built::<D>(other_key, other)?, comparison),
    }
}

/// Returns the error for a pair of shapes whose overlap the library cannot test.
fn unsupported(key: &'static str, name: &str) -> FactError {
    FactError::Refused {
        key,
        reason: format!("the overlap of a {name} with this shape cannot be asked"),
        kind: String::new(),
    }
}
