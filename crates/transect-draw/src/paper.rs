//! The dimensions of the page.

/// The width of every page, in px.
pub(crate) const WIDTH: f64 = 1000.0;
