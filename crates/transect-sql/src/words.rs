//! Words as answers: sides of planes, and relations to regions.

use transect::{Overlap, Side};

/// The words of sides, in the order of [`side_key`].
pub(crate) const SIDES: [&str; 3] = ["back", "on", "front"];

/// The words of relations to a region, in the order of [`overlap_key`].
pub(crate) const OVERLAPS: [&str; 3] = ["outside", "meets", "inside"];

pub(crate) fn side_key(side: Side) -> usize {
    match side {
        Side::Back => 0,
        Side::On => 1,
        Side::Front => 2,
    }
}

pub(crate) fn overlap_key(overlap: Overlap) -> usize {
    match overlap {
        Overlap::Outside => 0,
        Overlap::Meets => 1,
        Overlap::Inside => 2,
    }
}
