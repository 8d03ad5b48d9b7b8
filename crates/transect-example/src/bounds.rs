//! How much a request may hold.

/// How many shapes a request may hold.
pub(crate) const MOST_SHAPES: usize = 1000;
/// How many planes.
pub(crate) const MOST_PLANES: usize = 3;
/// How many pairs to be separated.
pub(crate) const MOST_PAIRS: usize = 16;
/// How many corners a polygon may have: cutting it into convex pieces takes up to their cube.
pub(crate) const MOST_CORNERS_OF_ONE: usize = 100;
/// How many corners all polygons may have together.
pub(crate) const MOST_CORNERS: usize = 2000;
