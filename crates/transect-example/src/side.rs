//! The names of sides in answers: `front`, `on` and `back`.

use transect::Side;

pub(super) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Front => "front",
        Side::On => "on",
        Side::Back => "back",
    }
}
