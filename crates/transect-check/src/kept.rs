//! The questions of the facts (test cases) in `meet.jsonl` about planes that are stored as points (`PlaneThrough`) or as
//! a point and a normal (`PlaneAt`), and points that are stored as planes (`MeetingPoint`).

use serde_json::Value;
use transect::{ExtentThrough, KeptPlane, MeetingPoint, PlaneAt, PlaneError, PlaneThrough};

use crate::comparison::Comparison;
use crate::fact::{self, Fact, Kept};
use crate::fact_error::Checked;
use crate::question::{Question, by_dimension, question};

pub(crate) const QUESTIONS: [Question; 2] = [
    question(
        "kept_extent",
        "points at point ends corners min max | extent side error",
        |fact, comparison| {
            let numbers = match fact.get("at").and_then(|at| at.get("point")) {
                Some(point) => fact::list("at", point)?.len(),
                None => fact::list("points", fact.need("points")?)?.len(),
            };
            match numbers {
                2 => kept::<2>(fact, comparison),
                _ => kept::<3>(fact, comparison),
            }
        },
    ),
    question(
        "meeting_point_side",
        "planes plane | side error",
        by_dimension!(meeting_point),
    ),
];

fn kept<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    if let Some(at) = fact.get("at") {
        let [point, normal] = fact::point_and_normal("at", at)?;
        return of_plane(fact, PlaneAt::<D>::new(point, normal), comparison);
    }
    let plane = PlaneThrough::new(fact.points::<D, D>("points")?);
    of_plane(fact, plane, comparison)
}

fn of_plane<const D: usize>(
    fact: Fact<'_>,
    plane: Result<impl KeptPlane<D>, PlaneError>,
    comparison: &mut Comparison,
) -> Checked {
    let kept = match plane {
        Ok(kept) => kept,
        Err(error) => return no_answer(fact, &error, comparison),
    };
    if fact.has("error") {
        return answer_instead(fact, comparison);
    }
    if fact.has("point") {
        kept_extent(fact, &kept, &fact.point::<D>("point")?, comparison)
    } else if fact.has("ends") {
        kept_extent(fact, &kept, &fact.segment::<D>()?, comparison)
    } else if fact.has("corners") {
        kept_extent(fact, &kept, &fact.triangle::<D>()?, comparison)
    } else {
        kept_extent(fact, &kept, &fact.aabb::<D>()?, comparison)
    }
}

fn kept_extent<const D: usize>(
    fact: Fact<'_>,
    kept: &impl KeptPlane<D>,
    shape: &impl ExtentThrough<D>,
    comparison: &mut Comparison,
) -> Checked {
    let extent = shape.extent_through(kept);
    comparison.extent(fact, extent)?;
    comparison.side(fact, "side", extent.side())?;
    Ok(())
}

fn meeting_point<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let point = match MeetingPoint::new(fact.some_planes::<D, D>()?) {
        Ok(point) => point,
        Err(error) => return no_answer(fact, &error, comparison),
    };
    if fact.has("error") {
        return answer_instead(fact, comparison);
    }
    let received = match fact.kept_plane::<D>()? {
        Some(Kept::Points(kept)) => kept.side(&point),
        Some(Kept::PointAndNormal(kept)) => kept.side(&point),
        None => fact.plane::<D>()?.side(&point),
    };
    comparison.side(fact, "side", received)?;
    Ok(())
}

const ERRORS: [&str; 3] = ["dependent", "no single point", "zero_normal"];

/// Compares the error that the library returned with the error that the fact expects. If the fact expects no error,
/// records a difference.
fn no_answer(fact: Fact<'_>, error: &PlaneError, comparison: &mut Comparison) -> Checked {
    let received = match error {
        PlaneError::Dependent => ERRORS[0].to_owned(),
        PlaneError::NoSinglePoint => ERRORS[1].to_owned(),
        PlaneError::ZeroNormal => ERRORS[2].to_owned(),
        _ => error.to_string(),
    };
    let expected = if fact.has("error") {
        fact.word("error", &ERRORS)?.into()
    } else {
        Value::Null
    };
    comparison.same("error", expected, received.into());
    Ok(())
}

/// Records a difference: the fact expects an error, but the library returned an answer.
fn answer_instead(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    comparison.same("error", fact.word("error", &ERRORS)?.into(), Value::Null);
    Ok(())
}
