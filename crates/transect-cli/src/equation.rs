//! Equations that are none.

use transect::EquationError;
use transect_report::equation::{marked, meant};

use crate::error::CommandError;

/// What is wrong with the equation of `--plane`, and which one is meant.
pub(crate) fn pointed_at(text: &str, error: &EquationError) -> CommandError {
    let message = marked("--plane", text, error);
    match meant(text) {
        Some(plane) => CommandError::with_hint(message, format!("is --plane {plane} meant?")),
        None => CommandError::new(message),
    }
}
