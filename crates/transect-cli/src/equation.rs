//! Errors about equations of planes.

use transect::EquationError;
use transect_report::equation::{marked, meant};

use crate::error::CommandError;

/// Returns the error for an invalid equation of `--plane`, with a suggestion if there is one.
pub(crate) fn pointed_at(text: &str, error: &EquationError) -> CommandError {
    let message = marked("--plane", text, error);
    match meant(text) {
        Some(plane) => CommandError::with_hint(message, format!("is --plane {plane} meant?")),
        None => CommandError::new(message),
    }
}
