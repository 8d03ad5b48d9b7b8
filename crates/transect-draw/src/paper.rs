//! The paper that is drawn on.

/// The width of every page, in px.
pub(crate) const WIDTH: f64 = 1000.0;
