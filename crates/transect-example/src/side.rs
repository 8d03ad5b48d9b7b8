//! The names of sides.

use transect::Side;

/// Returns `front`, `on` or `back`.
pub(super) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Front => "front",
        Side::On => "on",
        Side::Back => "back",
    }
}
