//! The questions of the facts (test cases) in `distance.jsonl`: distances of points from boxes, and overlaps and
//! distances of spheres.

use std::cmp::Ordering;

use transect::{Polytope, Sphere};

use crate::comparison::{Comparison, number};
use crate::fact::{Fact, coordinates};
use crate::fact_error::{Checked, FactError};
use crate::question::{Question, by_dimension, question};

/// The allowed relative error of a distance: 2⁻⁴⁴, twice the library's bound.
const ACCURACY: f64 = 1.0 / (1_u64 << 44) as f64;

pub(crate) const QUESTIONS: [Question; 1] = [question(
    "box_distance",
    "point min max corners length | closest distance relation",
    by_dimension!(box_distance),
)];

fn box_distance<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let (aabb, point) = (fact.aabb::<D>()?, fact.point::<D>("point")?);
    if let Some(value) = fact.get("closest") {
        let expected: [f64; D] = coordinates("closest", value)?;
        for (axis, (expected, received)) in
            expected.into_iter().zip(aabb.closest(&point)).enumerate()
        {
            comparison.same_number(&format!("closest[{axis}]"), expected, received);
        }
    }
    distance(fact, aabb.distance(&point), comparison)?;
    if fact.has("relation") {
        let relation = match aabb.compare_distance(&point, fact.number("length")?) {
            Ordering::Less => "less",
            Ordering::Equal => "equal",
            Ordering::Greater => "greater",
        };
        comparison.word(fact, "relation", &["less", "equal", "greater"], relation)?;
    }
    Ok(())
}

/// Compares a distance with the distance that the fact expects, if it expects one. The received distance must be zero
/// exactly where the expected distance is zero.
fn distance(fact: Fact<'_>, received: f64, comparison: &mut Comparison) -> Checked {
    let Some(value) = fact.get("distance") else {
        return Ok(());
    };
    let expected = fact.number("distance")?;
    let is_near = (received - expected).abs() <= ACCURACY * expected;
    let holds = is_near && (received == 0.0) == (expected == 0.0);
    comparison.holds("distance", holds, value.clone(), number(received));
    Ok(())
}

/// Reads a sphere from its keys in a fact.
pub(crate) fn sphere<const D: usize>(
    key: &'static str,
    shape: Fact<'_>,
) -> Result<Sphere<D>, FactError> {
    let sphere = Sphere::new(shape.point("center")?, shape.number("radius")?);
    sphere.map_err(|error| FactError::refused(key, error))
}

/// Compares the overlap and the distance of two spheres.
pub(crate) fn of_spheres<const D: usize>(
    fact: Fact<'_>,
    [a, b]: [Sphere<D>; 2],
    comparison: &mut Comparison,
) -> Checked {
    comparison.truth(fact, "overlap", a.overlaps_sphere(&b))?;
    distance(fact, a.distance_to_sphere(&b), comparison)
}

/// Compares the overlap and the distance of a sphere and a shape with corners.
pub(crate) fn of_sphere<const D: usize>(
    fact: Fact<'_>,
    sphere: &Sphere<D>,
    shape: &impl Polytope<D>,
    comparison: &mut Comparison,
) -> Checked {
    comparison.truth(fact, "overlap", sphere.overlaps(shape))?;
    distance(fact, sphere.distance(shape), comparison)
}
