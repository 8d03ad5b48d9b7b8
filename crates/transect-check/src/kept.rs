//! The questions of the facts (test cases) in `meet.jsonl` about planes that are stored as points (`PlaneThrough`), and
//! points that are stored as planes (`MeetingPoint`).

use serde_json::Value;
use transect::{ExtentThrough, MeetingPoint, PlaneError, PlaneThrough};

use crate::comparison::Comparison;
use crate::fact::{self, Fact};
use crate::fact_error::Checked;
use crate::question::{Question, by_dimension, question};

pub(crate) const QUESTIONS: [Question; 2] = [
    question(
        "kept_extent",
        "points point ends corners min max | extent side error",
        |fact, comparison| match fact::list("points", fact.need("points")?)?.len() {
            2 => kept::<2>(fact, comparison),
            _ => kept::<3>(fact, comparison),
        },
    ),
    question(
        "meeting_point_side",
        "planes plane | side error",
        by_dimension!(meeting_point),
    ),
];

fn kept<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let kept = match PlaneThrough::new(fact.points::<D, D>("points")?) {
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
    kept: &PlaneThrough<D>,
    shape: &impl ExtentThrough<D>,
    comparison: &mut Comparison,
) -> Checked {
    comparison.extent(fact, kept.extent(shape))?;
    comparison.side(fact, "side", kept.side(shape))?;
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
        Some(kept) => kept.side(&point),
        None => fact.plane::<D>()?.side(&point),
    };
    comparison.side(fact, "side", received)?;
    Ok(())
}

const ERRORS: [&str; 2] = ["dependent", "no single point"];

/// Compares the error that the library returned with the error that the fact expects. If the fact expects no error,
/// records a difference.
fn no_answer(fact: Fact<'_>, error: &PlaneError, comparison: &mut Comparison) -> Checked {
    let received = match error {
        PlaneError::Dependent => ERRORS[0].to_owned(),
        PlaneError::NoSinglePoint => ERRORS[1].to_owned(),
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
