//! Resolves the flags for drawings on paper.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use transect_draw::Paper;

use crate::arguments::PaperArguments;
use crate::error::CommandError;

/// Returns the paper of drawings, if `--paper` is given. The north arrow is set when the axis that points up is known
/// ([`Axes::arrow`](crate::axes::Axes::arrow)).
pub(crate) fn paper(arguments: PaperArguments) -> Result<Option<Paper>, CommandError> {
    if let Some(angle) = arguments.north.filter(|angle| !angle.is_finite()) {
        return Err(CommandError::with_hint(
            format!("--north {angle}: not a finite number"),
            "give an angle in degrees, such as --north 12.5",
        ));
    }
    let Some(size) = arguments.paper else {
        return Ok(None);
    };
    Ok(Some(Paper {
        size,
        orientation: arguments.orientation,
        scale: arguments.scale,
        north: None,
        date: Some(arguments.date.unwrap_or_else(today)),
    }))
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
