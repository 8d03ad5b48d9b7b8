//! Equations that are none.

use transect::EquationError;
use transect_report::equation::{marked, meant};

use crate::failure::Failure;

/// What is wrong with the equation of `--plane`, and which one is meant.
pub(crate) fn pointed_at(text: &str, error: &EquationError) -> Failure {
    let message = marked("--plane", text, error);
    match meant(text) {
        Some(plane) => Failure::with_hint(message, format!("is --plane {plane} meant?")),
        None => Failure::new(message),
    }
}
