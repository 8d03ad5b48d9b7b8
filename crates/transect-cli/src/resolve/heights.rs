//! Resolves the flags for a direction and for heights along it.

use transect::decimal::Decimal;
use transect_report::heights::HeightRule;
use transect_report::slice::labels::Direction;

use crate::arguments::HeightArguments;
use crate::error::CommandError;
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
pub(super) fn heights(arguments: &HeightArguments) -> Result<HeightRule, CommandError> {
    let from = arguments
        .from
        .as_deref()
        .map(|text| decimal("--from", text))
        .transpose()?;
    let to = arguments
        .to
        .as_deref()
        .map(|text| decimal("--to", text))
        .transpose()?;
    if let Some(text) = &arguments.step {
        let step = decimal("--step", text)?;
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
        .map(|text| decimal("--heights", text))
        .collect();
    Ok(HeightRule::At(heights?))
}

fn decimal(flag: &str, text: &str) -> Result<Decimal, CommandError> {
    text.parse().map_err(|error| {
        CommandError::with_hint(
            format!("{flag} {text:?}: {error}"),
            format!("write a number with a point, without a unit: {flag} 0.25"),
        )
    })
}
