//! The sides of a frustum.

/// A side of a frustum, as seen on the screen. For a projected point (x, y, z, w), x grows to the right and y to the
/// top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FrustumSide {
    /// The left side: x = −w.
    Left,
    /// The right side: x = w.
    Right,
    /// The bottom: y = −w.
    Bottom,
    /// The top: y = w.
    Top,
    /// The side nearest to the eye: the near plane.
    Near,
    /// The side farthest from the eye: the far plane.
    Far,
}
