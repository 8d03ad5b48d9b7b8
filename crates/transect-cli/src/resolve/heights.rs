//! Resolves the flags for a direction and for heights along it.

use transect::decimal::Decimal;
use transect_report::heights::HeightRule;
use transect_report::slice::labels::Direction;

use crate::arguments::HeightArguments;
use crate::error::CommandError;
use crate::resolve::model_unit::ModelUnit;
use crate::resolve::plane::vector;

/// Returns the direction of `--axis` or `--normal`.
pub(super) fn direction(arguments: &HeightArguments) -> Result<Direction, CommandError> {
    if let Some(axis) = arguments.axis {
        return Ok(Direction::Axis(axis));
    }
    // One of the two flags is given: `transect slice` requires one, and `transect measure` checks for one first.
    let normal = vector("--normal", arguments.normal.as_deref().unwrap_or_default())?;
    Direction::of(normal).ok_or_else(|| {
        CommandError::with_hint(
            "--normal: the direction is zero, or a number is not finite",
            "give a direction such as 0,0,1",
        )
    })
}

/// Returns the rule of `--step`, `--count` or `--heights`, with `--from` and `--to`.
pub(super) fn heights(
    arguments: &HeightArguments,
    models: &ModelUnit<'_>,
) -> Result<HeightRule, CommandError> {
    // Heights of a step are sums, which are rounded once. So the numbers that are added must be exact.
    let exact = |flag: &str, text: &str| decimal(flag, text, models.exact(flag, text)?);
    let nearest = |flag: &str, text: &str| decimal(flag, text, models.nearest(flag, text)?);
    let start = |text: &String| match arguments.step {
        Some(_) => exact("--from", text),
        None => nearest("--from", text),
    };
    let from = arguments.from.as_ref().map(start).transpose()?;
    let to = arguments.to.as_deref().map(|text| nearest("--to", text));
    let to = to.transpose()?;
    if let Some(text) = &arguments.step {
        let step = exact("--step", text)?;
        if !step.is_positive() {
            return Err(CommandError::with_hint(
                format!("--step {text} is not greater than 0"),
                "heights ascend; --from and --to give their range",
            ));
        }
        return Ok(HeightRule::Step { step, from, to });
    }
    if let Some(count) = arguments.count {
        return Ok(HeightRule::Count { count, from, to });
    }
    let heights: Result<Vec<Decimal>, _> = arguments
        .heights
        .iter()
        .map(|text| nearest("--heights", text))
        .collect();
    Ok(HeightRule::At(heights?))
}

/// Parses the number of a height. `typed` is the text before its length was converted.
fn decimal(flag: &str, typed: &str, text: String) -> Result<Decimal, CommandError> {
    text.parse().map_err(|error| {
        CommandError::with_hint(
            format!("{flag} {typed:?}: {error}"),
            format!("write a number with a point, with or without a unit: {flag} 0.25"),
        )
    })
}
