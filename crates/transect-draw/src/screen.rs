//! The dimensions of a page for screens.

/// The width of a page for screens, in px.
pub(crate) const WIDTH: f64 = 1000.0;
