//! The words for sides.

use transect::Side;

/// `front`, `on` or `back`.
pub(super) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Front => "front",
        Side::On => "on",
        Side::Back => "back",
    }
}
