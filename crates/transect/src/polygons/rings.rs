//! The types of rings and polygons.

use alloc::vec::Vec;

/// The points of a ring. The first point is not repeated.
pub(super) type Points = Vec<[f64; 2]>;

/// The rings of a polygon: first the counter-clockwise outer ring, then the clockwise holes.
pub(super) type Rings = Vec<Points>;
