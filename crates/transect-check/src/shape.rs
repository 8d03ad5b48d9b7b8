//! The questions of the facts (test cases) in `shape.jsonl`: sides, distances, contacts and closest points of shapes.

use serde_json::{Value, json};
use transect::{Shape, ShapeError, Side};

use crate::any_shape::{BuiltShape, SHAPE_NAMES, in_plane, in_space, shape_keys};
use crate::comparison::{Comparison, number};
use crate::fact::{self, Fact, coordinates, largest};
use crate::fact_error::Checked;
use crate::question::{Question, question};
use crate::side;

/// The allowed relative error: 2⁻⁴⁶. For a distance, the error is relative to the distance; for a point, it is
/// relative to the largest number of the shape.
const ACCURACY: f64 = 1.0 / (1_u64 << 46) as f64;

/// The shapes that `shape.jsonl` has questions about: all except the four whose extents are in `side.jsonl`.
const SHAPES: &[&str] = SHAPE_NAMES.split_at(4).1;

/// Makes the `Question` that tests the extent of one kind of shape (the sides of its backmost and frontmost points).
/// `$keys` are the keys that describe the shape in a fact.
macro_rules! extent {
    ($op:literal, $keys:literal) => {
        question($op, concat!($keys, " plane | extent side error"), ask)
    };
}

/// Makes a `Question`, such as `interval`, that tests any kind of shape. `$keys` are the keys of the expected answer.
macro_rules! about_any {
    ($op:literal, $keys:literal) => {
        question(
            $op,
            concat!("plane shape ", shape_keys!(), " | ", $keys),
            ask,
        )
    };
}

pub(crate) const QUESTIONS: [Question; 12] = [
    extent!("sphere_extent", "center radius"),
    extent!("capsule_extent", "ends radius"),
    extent!("cylinder_extent", "ends radius"),
    extent!("cone_extent", "apex base radius"),
    extent!("ellipsoid_extent", "center half_axes"),
    extent!("parallelepiped_extent", "center half_axes"),
    extent!("centered_box_extent", "center half_sizes"),
    extent!("polygon_extent", "corners"),
    extent!("hull_extent", "points"),
    about_any!("interval", "interval"),
    about_any!("contact", "depth deepest"),
    about_any!("closest", "point signed_distance"),
];

fn ask(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let name = match fact.text("op")?.strip_suffix("_extent") {
        Some(name) => name,
        None => fact.word("shape", SHAPES)?,
    };
    match fact.dimension()? {
        2 => compare(fact, in_plane(name, fact)?, comparison),
        _ => compare(fact, in_space(name, fact)?, comparison),
    }
}

fn compare<const D: usize>(
    fact: Fact<'_>,
    shape: BuiltShape<D>,
    comparison: &mut Comparison,
) -> Checked {
    if fact.has("error") {
        let received = shape.map_or_else(error_name, |_| "a shape");
        comparison.same("error", fact.text("error")?.into(), received.into());
        return Ok(());
    }
    let shape = match shape {
        Ok(shape) => shape,
        Err(error) => {
            let received = json!({ "error": error_name(error) });
            comparison.same("shape", "a shape".into(), received);
            return Ok(());
        }
    };
    match fact.text("op")? {
        "interval" => interval(fact, &shape, comparison),
        "contact" => contact(fact, &shape, comparison),
        "closest" => {
            let closest = fact.plane()?.closest(&shape);
            let key = "signed_distance";
            if fact.has(key) {
                distance(key, fact.number(key)?, closest.signed_distance, comparison);
            }
            point(fact, "point", &closest.point, comparison)
        }
        _ => side::extent(fact, &shape, comparison),
    }
}

fn interval<const D: usize>(
    fact: Fact<'_>,
    shape: &impl Shape<D>,
    comparison: &mut Comparison,
) -> Checked {
    let received = fact.plane()?.interval(shape);
    let Some(expected) = fact.get("interval") else {
        return Ok(());
    };
    let expected: [f64; 2] = coordinates("interval", expected)?;
    let received = [received.backmost, received.frontmost];
    for (index, (expected, received)) in expected.into_iter().zip(received).enumerate() {
        distance(
            &format!("interval[{index}]"),
            expected,
            received,
            comparison,
        );
    }
    Ok(())
}

fn contact<const D: usize>(
    fact: Fact<'_>,
    shape: &impl Shape<D>,
    comparison: &mut Comparison,
) -> Checked {
    let contact = fact.plane()?.contact(shape);
    match (contact, fact.get("depth")) {
        (None, Some(depth)) => comparison.same("depth", depth.clone(), Value::Null),
        (Some(contact), Some(Value::Null)) => {
            comparison.same("depth", Value::Null, number(contact.depth));
            return Ok(());
        }
        (Some(contact), Some(depth)) => {
            let expected = fact::number("depth", depth)?;
            distance("depth", expected, contact.depth, comparison);
        }
        (_, None) => {}
    }
    match contact {
        Some(contact) => point(fact, "deepest", &contact.deepest, comparison),
        None => Ok(()),
    }
}

fn error_name(error: ShapeError) -> &'static str {
    match error {
        ShapeError::NotFinite { .. } => "not_finite",
        ShapeError::Radius { .. } => "radius",
        ShapeError::NegativeHalfSize { .. } => "negative_half_size",
        ShapeError::NoAxis => "no_axis",
        ShapeError::TooFewPoints { .. } => "too_few_points",
        ShapeError::NotConvex { .. } => "not_convex",
        ShapeError::Winding { .. } => "winding",
        ShapeError::NoArea => "no_area",
        _ => "another",
    }
}

/// Compares a received signed distance with the expected one. They may differ by 2⁻⁴⁶ of the expected magnitude. Their
/// signs must be equal, and zero must be exactly zero.
fn distance(key: &str, expected: f64, received: f64, comparison: &mut Comparison) {
    let side = |value: f64| value.partial_cmp(&0.0).map(Side::from);
    let off = (received - expected).abs();
    let holds = off <= ACCURACY * expected.abs() && side(received) == side(expected);
    comparison.holds(key, holds, number(expected), number(received));
}

/// Compares a point of a shape. The allowed error of each coordinate is 2⁻⁴⁶ times the largest number of the shape.
/// The radius of the shape does not count as such a number.
fn point<const D: usize>(
    fact: Fact<'_>,
    key: &'static str,
    received: &[f64; D],
    comparison: &mut Comparison,
) -> Checked {
    let sizes = shape_keys!().split(' ').filter(|&key| key != "radius");
    let size = sizes.filter_map(|key| fact.get(key)).map(largest);
    let size = size.fold(0.0, f64::max);
    let Some(expected) = fact.get(key) else {
        return Ok(());
    };
    let expected: [f64; D] = coordinates(key, expected)?;
    for (axis, (expected, received)) in expected.into_iter().zip(received).enumerate() {
        comparison.near(
            &format!("{key}[{axis}]"),
            expected,
            *received,
            ACCURACY * size,
        );
    }
    Ok(())
}
