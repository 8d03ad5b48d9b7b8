//! Resolves the flags for a plane.

use transect::{CuttingPlane, PlaneAt, PlaneError, PlaneThrough};

use crate::arguments::PlaneArguments;
use crate::equation::pointed_at;
use crate::error::CommandError;

/// Returns the plane that `--plane`, `--point` with `--normal`, or `--through` gives; `None` without these flags.
pub(super) fn plane_if_given(
    arguments: &PlaneArguments,
) -> Result<Option<CuttingPlane>, CommandError> {
    let mut planes = planes(arguments)?;
    if planes.len() > 1 {
        let times = match arguments.plane.len() {
            count if count == planes.len() => format!("--plane is given {count} times, not once"),
            _ => format!("{} planes are given, not one", planes.len()),
        };
        return Err(CommandError::with_hint(
            times,
            "leave all but one out; transect cut divides a model by several planes, and transect view --export holds several",
        ));
    }
    Ok(planes.pop().map(|(_, plane)| plane))
}

/// Returns all planes, each with a text: those of `--plane`, then those of `--point` and `--normal`, and then those of
/// `--through`. The list is empty without these flags.
pub(super) fn planes(
    arguments: &PlaneArguments,
) -> Result<Vec<(String, CuttingPlane)>, CommandError> {
    let PlaneArguments {
        plane,
        point,
        normal,
        through,
    } = arguments;
    let mut planes = Vec::new();
    for text in plane {
        planes.push((text.clone(), equation(text)?));
    }
    if point.len() != normal.len() {
        return Err(CommandError::with_hint(
            format!(
                "--point is given {}, and --normal {}",
                times(point.len()),
                times(normal.len())
            ),
            "each --point needs a --normal",
        ));
    }
    for (point, normal) in point.iter().zip(normal) {
        let plane = point_and_normal(point, normal)?;
        planes.push((format!("--point {point} --normal {normal}"), plane));
    }
    for points in through.chunks(3) {
        let text = format!("--through {}", points.join(" --through "));
        planes.push((text, through_points(points, through.len())?));
    }
    Ok(planes)
}

/// Returns the plane of a subcommand that requires one.
pub(super) fn plane(arguments: &PlaneArguments) -> Result<CuttingPlane, CommandError> {
    // The argument parser requires a flag that gives a plane, so this is not `None`.
    let plane = plane_if_given(arguments)?;
    plane.ok_or_else(|| {
        CommandError::with_hint("no plane is given", "give one, such as --plane z=1.2")
    })
}

/// Returns a number of times in words.
fn times(count: usize) -> String {
    match count {
        1 => "once".into(),
        2 => "twice".into(),
        count => format!("{count} times"),
    }
}

fn equation(text: &str) -> Result<CuttingPlane, CommandError> {
    text.parse().map_err(|error| pointed_at(text, &error))
}

/// Returns the plane stored as the points of `--through`.
/// `given` is the number of all points of `--through`.
fn through_points(texts: &[String], given: usize) -> Result<CuttingPlane, CommandError> {
    let points: Result<Vec<[f64; 3]>, CommandError> =
        texts.iter().map(|text| vector("--through", text)).collect();
    let points: [[f64; 3]; 3] = points?.try_into().map_err(|_: Vec<_>| {
        CommandError::with_hint(
            format!(
                "--through is given {}, not three times per plane",
                times(given)
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
fn point_and_normal(point: &str, normal: &str) -> Result<CuttingPlane, CommandError> {
    let point = vector("--point", point)?;
    let normal = vector("--normal", normal)?;
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
