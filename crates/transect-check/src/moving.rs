//! The question of the facts (test cases) in `moving.jsonl`: the times when a moving shape first touches a plane and
//! when it leaves the plane.

use transect::{Moving, Passage, Shape};

use crate::any_shape::{BuiltShape, SHAPE_NAMES, in_plane, in_space, shape_keys};
use crate::comparison::{Comparison, number};
use crate::fact::{self, Fact};
use crate::fact_error::{Checked, FactError};
use crate::question::{Question, question};

/// The allowed relative error of the times of [`ROUNDED`] shapes: 2⁻⁴⁵.
const ACCURACY: f64 = 1.0 / (1_u64 << 45) as f64;

/// The shapes whose times of contact with the plane are rounded and have a relative error. For any other shape, the
/// time is the first float that is not before the exact time.
const ROUNDED: [&str; 5] = [
    "cylinder",
    "cone",
    "ellipsoid",
    "parallelepiped",
    "centered_box",
];

pub(crate) const QUESTIONS: [Question; 1] = [question(
    "passage",
    concat!(
        "plane shape point min max ",
        shape_keys!(),
        " velocity | passage touches leaves from toward side parallel",
    ),
    |fact, comparison| {
        let name = fact.word("shape", &SHAPE_NAMES)?;
        match fact.dimension()? {
            2 => passage(fact, in_plane(name, fact)?, comparison),
            _ => passage(fact, in_space(name, fact)?, comparison),
        }
    },
)];

fn passage<const D: usize>(
    fact: Fact<'_>,
    shape: BuiltShape<D>,
    comparison: &mut Comparison,
) -> Checked {
    let shape = shape.map_err(|error| FactError::refused("shape", error))?;
    let passage = of(fact, shape)?;
    let received = match passage {
        Passage::Through { .. } => "through",
        Passage::Leaving { .. } => "leaving",
        Passage::Along => "along",
        Passage::Never { .. } => "never",
    };
    if !comparison.word(
        fact,
        "passage",
        &["through", "leaving", "along", "never"],
        received,
    )? {
        return Ok(());
    }
    match passage {
        Passage::Through {
            touches,
            leaves,
            from,
        } => {
            comparison.side(fact, "from", from)?;
            time(fact, "touches", touches, comparison)?;
            time(fact, "leaves", leaves, comparison)
        }
        Passage::Leaving { leaves, toward } => {
            comparison.side(fact, "toward", toward)?;
            time(fact, "leaves", leaves, comparison)
        }
        Passage::Along => Ok(()),
        Passage::Never { side, is_parallel } => {
            comparison.side(fact, "side", side)?;
            comparison.truth(fact, "parallel", is_parallel)
        }
    }
}

fn of<const D: usize>(fact: Fact<'_>, shape: impl Shape<D>) -> Result<Passage, FactError> {
    let moving = Moving::new(shape, fact.point("velocity")?)
        .map_err(|error| FactError::refused("velocity", error))?;
    Ok(fact.plane::<D>()?.passage(&moving))
}

/// Compares a time. The fact writes it as a number, as a fraction, or as `"inf"` if the time overflows.
fn time(fact: Fact<'_>, key: &'static str, received: f64, comparison: &mut Comparison) -> Checked {
    let Some(value) = fact.get(key) else {
        return Ok(());
    };
    let expected = if value == "inf" {
        f64::INFINITY
    } else {
        fact::not_below(key, value)?
    };
    let is_rounded = ROUNDED.contains(&fact.word("shape", &SHAPE_NAMES)?);
    let near = is_rounded && (received - expected).abs() <= ACCURACY * expected.abs();
    let holds = received == expected || near;
    comparison.holds(key, holds, value.clone(), number(received));
    Ok(())
}
