//! The limits on the lists of a request: shapes, planes, pairs and corners.

/// The greatest number of shapes in a request.
pub(crate) const MOST_SHAPES: usize = 1000;
/// The greatest number of planes in a request.
pub(crate) const MOST_PLANES: usize = 3;
/// The greatest number of pairs of shapes whose separation a request asks for.
pub(crate) const MOST_PAIRS: usize = 16;
/// The greatest number of corners of one polygon. The time to cut a polygon into convex pieces can grow with the cube
/// of its number of corners.
pub(crate) const MOST_CORNERS_OF_ONE: usize = 100;
/// The greatest number of corners of all polygons together.
pub(crate) const MOST_CORNERS: usize = 2000;
