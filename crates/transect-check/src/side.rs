//! The questions of the facts (test cases) in `side.jsonl`: sides of points and simple shapes, planes through points,
//! planes as text.

use serde_json::{Value, json};
use transect::{Plane, PlaneError, Shape};

use crate::comparison::{Comparison, number};
use crate::fact::Fact;
use crate::fact_error::{Checked, FactError};
use crate::question::{Question, by_dimension, question};

pub(crate) const QUESTIONS: [Question; 6] = [
    question(
        "point_side",
        "plane point | side",
        by_dimension!(point_side),
    ),
    question(
        "aabb_extent",
        "plane min max corners | extent side",
        by_dimension!(aabb_extent),
    ),
    question(
        "segment_extent",
        "plane ends | extent side",
        by_dimension!(segment_extent),
    ),
    question(
        "triangle_extent",
        "plane corners | extent side",
        by_dimension!(triangle_extent),
    ),
    question(
        "plane_through",
        "points | plane error",
        by_dimension!(plane_through),
    ),
    question(
        "plane_text",
        "text dimension | plane printed error",
        plane_text,
    ),
];

fn point_side<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let received = fact.plane::<D>()?.side(&fact.point("point")?);
    comparison.side(fact, "side", received)?;
    Ok(())
}

fn aabb_extent<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    extent(fact, &fact.aabb::<D>()?, comparison)
}

fn segment_extent<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    extent(fact, &fact.segment::<D>()?, comparison)
}

fn triangle_extent<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    extent(fact, &fact.triangle::<D>()?, comparison)
}

/// Compares the extent of a shape (the sides of its backmost and frontmost points), and the shape's side.
pub(crate) fn extent<const D: usize>(
    fact: Fact<'_>,
    shape: &impl Shape<D>,
    comparison: &mut Comparison,
) -> Checked {
    let plane = fact.plane::<D>()?;
    comparison.extent(fact, plane.extent(shape))?;
    comparison.side(fact, "side", plane.side(shape))?;
    Ok(())
}

fn plane_through<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let received = match Plane::through(fact.points::<D, D>("points")?) {
        Ok(plane) => numbers(&plane),
        Err(PlaneError::Dependent) => json!({ "error": "dependent" }),
        Err(error) => json!({ "error": error.to_string() }),
    };
    if fact.has("error") {
        let expected = json!({ "error": fact.word("error", &["dependent"])? });
        comparison.same("error", expected, received);
    } else if fact.has("plane") {
        comparison.same("plane", numbers(&fact.plane::<D>()?), received);
    }
    Ok(())
}

fn plane_text(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    match fact.get("dimension").map_or(Some(3), Value::as_u64) {
        Some(2) => text::<2>(fact, comparison),
        Some(3) => text::<3>(fact, comparison),
        _ => Err(FactError::wrong(
            "dimension",
            fact.need("dimension")?,
            "2 or 3",
        )),
    }
}

fn text<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let received = fact.text("text")?.parse::<Plane<D>>();
    if fact.has("error") {
        let received = match received {
            Ok(plane) => numbers(&plane),
            Err(error) => error.to_string().into(),
        };
        comparison.same("error", fact.text("error")?.into(), received);
        return Ok(());
    }
    let (numbers_of, printed) = match &received {
        Ok(plane) => (numbers(plane), plane.to_string().into()),
        Err(error) => {
            let error = json!({ "error": error.to_string() });
            (error.clone(), error)
        }
    };
    if fact.has("plane") {
        comparison.same("plane", numbers(&fact.plane::<D>()?), numbers_of);
    }
    if fact.has("printed") {
        comparison.same("printed", fact.text("printed")?.into(), printed);
    }
    Ok(())
}

/// Returns the coefficients n and d of a plane as JSON; −0 becomes 0.
pub(crate) fn numbers<const D: usize>(plane: &Plane<D>) -> Value {
    let numbers = plane.normal().into_iter().chain([plane.offset()]);
    numbers.map(|value| number(value + 0.0)).collect()
}
