//! The coordinate frame of a drawing, turned so that the chosen axis of space points up.

use transect::Frame;
use transect_draw::Up;

/// Returns the frame of a drawing. The z axis points up in the usual frame of a plane, so for this axis the frame is
/// returned as it is.
#[must_use]
pub fn upright(frame: &Frame, up: Up) -> Frame {
    match up {
        Up::X => frame.with_up(0),
        Up::Y => frame.with_up(1),
        Up::Z => *frame,
    }
}
