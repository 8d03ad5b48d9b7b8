//! The coordinate frame of a drawing, whose second direction is the axis of space that points up.

use transect::{Frame, Plane};
use transect_draw::Up;

/// Returns the frame of a drawing of a section by a plane ([`Frame::with_up`]).
#[must_use]
pub fn upright(plane: &Plane, up: Up) -> Frame {
    Frame::with_up(plane, up.axis())
}

/// Returns the names of the coordinates in a level plane that is seen from above: the plan of a model in which `up`
/// points up.
#[must_use]
pub const fn plan_axes(up: Up) -> [&'static str; 2] {
    match up {
        Up::X => ["y", "z"],
        Up::Y => ["x", "−z"],
        Up::Z => ["x", "y"],
    }
}
