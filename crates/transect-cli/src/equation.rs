//! The error for an invalid equation of a plane in an argument.

use transect::EquationError;
use transect_report::equation::{marked, meant};

use crate::error::CommandError;

/// Returns the error for an invalid equation of `--plane`. Its hint is the equation that was probably meant, if there
/// is one.
pub(crate) fn pointed_at(text: &str, error: &EquationError) -> CommandError {
    let message = marked("--plane", text, error);
    if text.starts_with("--") {
        let hint = format!("write an equation after --plane, such as --plane z=0 {text}");
        return CommandError::with_hint(message, hint);
    }
    match meant(text) {
        Some(plane) => CommandError::with_hint(message, format!("is --plane {plane} meant?")),
        None => CommandError::new(message),
    }
}
