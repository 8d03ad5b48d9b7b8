//! The coordinate frame of a drawing, turned so that the chosen axis of space points up.

use transect::Frame;
use transect_draw::Up;

/// Returns the frame of a drawing, turned within its plane so that the axis `up` points up. In the result of
/// [`Frame::of`], the z axis points up already unless the plane is nearly level, so [`Up::Z`] returns the frame
/// as it is.
#[must_use]
pub fn upright(frame: &Frame, up: Up) -> Frame {
    match up {
        Up::X => frame.with_up(0),
        Up::Y => frame.with_up(1),
        Up::Z => *frame,
    }
}
