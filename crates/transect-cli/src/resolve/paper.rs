//! Resolves the flags for drawings on paper.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use transect::{Frame, Plane};
use transect_draw::{Paper, Up};
use transect_report::upright::upright;

use crate::arguments::PaperArguments;
use crate::error::CommandError;

/// Returns the paper of drawings, if `--paper` is given. `plane` is the plane of all drawings; without a single plane,
/// there is no north arrow.
pub(crate) fn paper(
    arguments: PaperArguments,
    plane: Option<&Plane>,
    up: Up,
) -> Result<Option<Paper>, CommandError> {
    let Some(size) = arguments.paper else {
        return Ok(None);
    };
    Ok(Some(Paper {
        size,
        orientation: arguments.orientation,
        scale: arguments.scale,
        north: match (arguments.north, plane) {
            (Some(angle), Some(plane)) => Some(north(angle, plane, up)?),
            _ => None,
        },
        date: Some(arguments.date.unwrap_or_else(today)),
    }))
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
