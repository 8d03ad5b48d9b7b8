//! Resolves the flags for a plane.

use transect::{CuttingPlane, PlaneAt, PlaneError, PlaneThrough};

use crate::arguments::PlaneArguments;
use crate::equation::pointed_at;
use crate::error::CommandError;

/// Returns the plane that `--plane`, `--point` with `--normal`, or `--through` gives; `None` without these flags.
pub(super) fn plane_if_given(
    arguments: &PlaneArguments,
) -> Result<Option<CuttingPlane>, CommandError> {
    let PlaneArguments {
        plane,
        point,
        normal,
        through,
    } = arguments;
    Ok(match (plane.as_slice(), point) {
        ([text], _) => Some(equation(text)?),
        ([_, _, ..], _) => {
            return Err(CommandError::with_hint(
                format!("--plane is given {} times, not once", plane.len()),
                "leave all but one out; transect cut divides a model by several planes, and transect view --export holds several",
            ));
        }
        ([], Some(point)) => Some(point_and_normal(point, normal.as_deref())?),
        ([], None) if through.is_empty() => None,
        ([], None) => Some(through_points(through)?),
    })
}

/// Returns all planes of `--plane`, or the one plane that the other flags give; an empty list without these flags.
pub(super) fn planes(arguments: &PlaneArguments) -> Result<Vec<CuttingPlane>, CommandError> {
    match arguments.plane.as_slice() {
        [] => Ok(plane_if_given(arguments)?.into_iter().collect()),
        texts => texts.iter().map(|text| equation(text)).collect(),
    }
}

/// Returns the plane of a subcommand that requires one.
pub(super) fn plane(arguments: &PlaneArguments) -> Result<CuttingPlane, CommandError> {
    // The argument parser requires a flag that gives a plane, so this is not `None`.
    let plane = plane_if_given(arguments)?;
    plane.ok_or_else(|| {
        CommandError::with_hint("no plane is given", "give one, such as --plane z=1.2")
    })
}

fn equation(text: &str) -> Result<CuttingPlane, CommandError> {
    text.parse().map_err(|error| pointed_at(text, &error))
}

/// Returns the plane stored as the points of `--through`.
fn through_points(texts: &[String]) -> Result<CuttingPlane, CommandError> {
    let points: Result<Vec<[f64; 3]>, CommandError> =
        texts.iter().map(|text| vector("--through", text)).collect();
    let points: [[f64; 3]; 3] = points?.try_into().map_err(|points: Vec<_>| {
        CommandError::with_hint(
            format!(
                "--through is given {}, not three times",
                match points.len() {
                    1 => "once".into(),
                    2 => "twice".into(),
                    count => format!("{count} times"),
                }
            ),
            "a plane goes through three points: --through 0,0,0 --through 1,0,0 --through 0,1,0",
        )
    })?;
    let plane = PlaneThrough::new(points);
    plane.map(CuttingPlane::from).map_err(|error| match error {
        PlaneError::Dependent => CommandError::with_hint(
            format!("--through: {error}"),
            "this is exact for the numbers as typed; choose a third point that is not on the line",
        ),
        _ => CommandError::new(format!("--through: {error}")),
    })
}

/// Returns the plane stored as the point of `--point` and the normal of `--normal`.
fn point_and_normal(point: &str, normal: Option<&str>) -> Result<CuttingPlane, CommandError> {
    let point = vector("--point", point)?;
    let normal = vector("--normal", normal.unwrap_or_default())?;
    let plane = PlaneAt::new(point, normal);
    plane.map(CuttingPlane::from).map_err(|error| match error {
        PlaneError::ZeroNormal => CommandError::with_hint(
            format!("--normal: {error}"),
            "the normal is the direction to the front, such as 0,0,1",
        ),
        _ => CommandError::new(format!("--point, --normal: {error}")),
    })
}

/// Parses three numbers, separated by commas or spaces.
pub(super) fn vector(flag: &str, text: &str) -> Result<[f64; 3], CommandError> {
    let hint = format!("write three numbers with commas between them: {flag} 0,0,1.2");
    numbers(flag, text, "three numbers", &hint)
}

/// Parses `N` numbers, separated by commas or spaces. `expected` names them in the error, and `hint` is its hint.
pub(super) fn numbers<const N: usize>(
    flag: &str,
    text: &str,
    expected: &str,
    hint: &str,
) -> Result<[f64; N], CommandError> {
    let words: Vec<&str> = if text.contains(',') {
        text.split(',').map(str::trim).collect()
    } else {
        text.split_whitespace().collect()
    };
    let numbers: Result<Vec<f64>, _> = words.into_iter().map(str::parse).collect();
    numbers
        .ok()
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| CommandError::with_hint(format!("{flag} {text:?} is not {expected}"), hint))
}
