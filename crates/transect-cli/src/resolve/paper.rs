//! Resolves the flags for drawings on paper.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use transect::{Frame, Plane};
use transect_draw::{Paper, Up};
use transect_report::upright::upright;

use crate::arguments::PaperArguments;
use crate::error::CommandError;

/// Returns the paper of drawings, if `--paper` is given. `planes` are those of the drawings; without planes, there is no north
/// arrow.
pub(crate) fn paper(
    arguments: PaperArguments,
    planes: &[Plane],
    up: Up,
) -> Result<Option<Paper>, CommandError> {
    let Some(size) = arguments.paper else {
        return Ok(None);
    };
    Ok(Some(Paper {
        size,
        orientation: arguments.orientation,
        scale: arguments.scale,
        north: match arguments.north {
            Some(angle) => north_of_all(angle, planes, up)?,
            None => None,
        },
        date: Some(arguments.date.unwrap_or_else(today)),
    }))
}

/// Returns the direction of north in the drawings by several planes, which must be the same in all of them.
fn north_of_all(angle: f64, planes: &[Plane], up: Up) -> Result<Option<f64>, CommandError> {
    let mut directions = planes.iter().map(|plane| north(angle, plane, up));
    let Some(first) = directions.next().transpose()? else {
        return Ok(None);
    };
    for (direction, plane) in directions.zip(&planes[1..]) {
        if direction? != first {
            return Err(CommandError::with_hint(
                format!(
                    "--north: the section by the plane {plane} is seen from another side than that by {}",
                    planes[0]
                ),
                "give all planes the same front, such as z=1.2; or leave --north out",
            ));
        }
    }
    Ok(Some(first))
}

/// Returns the direction of north in the drawing, in degrees clockwise from the drawing's vertical axis. `angle` is the
/// direction of north in the model, in degrees clockwise from the y axis, seen from above.
fn north(angle: f64, plane: &Plane, up: Up) -> Result<f64, CommandError> {
    if !angle.is_finite() {
        return Err(CommandError::with_hint(
            format!("--north {angle}: not a finite number"),
            "give an angle in degrees, such as --north 12.5",
        ));
    }
    match upright(&Frame::of(plane), up).names() {
        ["x", "y"] => Ok(angle),
        // This section is seen from below, so clockwise is the other direction.
        ["−x", "y"] => Ok(-angle),
        // In these two drawings, the x axis points up. Seen from above, the y axis points to the left. Seen from below,
        // it points to the right.
        ["−y", "x"] => Ok(angle - 90.0),
        ["y", "x"] => Ok(90.0 - angle),
        _ => Err(CommandError::with_hint(
            format!("--north: the plane {plane} is not level"),
            "only the section by a plane z=h has a direction of north; leave --north out",
        )),
    }
}

/// Returns today's date in UTC, such as 2026-01-31. If the environment variable `SOURCE_DATE_EPOCH` has a number of
/// seconds since 1970, the date is that of this time, so that the same command writes the same bytes every day.
fn today() -> String {
    let epoch = std::env::var("SOURCE_DATE_EPOCH").ok();
    let seconds = epoch.and_then(|seconds| seconds.parse().ok());
    let fixed = seconds.and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
    let time = fixed.unwrap_or_else(SystemTime::now);
    humantime::format_rfc3339_seconds(time)
        .to_string()
        .chars()
        .take(10)
        .collect()
}
