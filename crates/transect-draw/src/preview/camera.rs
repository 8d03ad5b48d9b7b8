//! The orthographic camera.

use crate::up::Up;
use crate::view::View;

/// An orthographic camera: three right-handed directions of length one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Camera {
    pub(super) right: [f64; 3],
    pub(super) down: [f64; 3],
    /// The direction from the eye into the picture.
    pub(super) away: [f64; 3],
}

/// A horizontal angle in degrees. For an upright plane, it is the angle between the line of sight and the normal of the
/// plane. For a nearly level plane, it is the angle between the line of sight and the shorter horizontal side of the
/// scene.
const ASIDE: f64 = 30.0;
/// The elevation of the eye in degrees for a nearly level plane: `ABOVE` if the plane faces up, `BELOW` if it faces
/// down.
const ABOVE: f64 = 40.0;
const BELOW: f64 = -35.0;
/// A plane is nearly level if its normal is steeper than this angle in degrees above or below the horizon.
const STEEP: f64 = 60.0;

impl Camera {
    /// Returns the camera of a view. For `View::Auto`, the camera looks at the front of the plane.
    ///
    /// `extents` are half the side lengths of the scene's bounding box along the axes of space; `normal` has length
    /// one.
    pub(super) fn of(view: View, up: Up, extents: &[f64; 3], normal: &[f64; 3]) -> Self {
        let axes = Axes::of(up);
        let (azimuth, elevation) = match view {
            View::Angles { azimuth, elevation } => (azimuth, elevation),
            View::Auto => axes.readable(extents, normal),
        };
        axes.camera(azimuth, elevation)
    }

    /// Returns the camera coordinates of a direction: its components to the right, down, and away from the eye.
    pub(super) fn turn(&self, direction: &[f64; 3]) -> [f64; 3] {
        [
            dot(direction, &self.right),
            dot(direction, &self.down),
            dot(direction, &self.away),
        ]
    }

    /// Returns `true` if the eye is in front of a plane with this normal, or looks along the plane.
    pub(super) fn sees_front(&self, normal: &[f64; 3]) -> bool {
        // Rounding errors are tolerated, such as in the cosine of 90°. If the product is within the tolerance, the eye
        // counts as looking along the plane.
        dot(normal, &self.away) <= 1e-12
    }
}

/// The axes of space as seen from the front of the scene.
struct Axes {
    right: [f64; 3],
    /// The direction from the scene to the viewer.
    front: [f64; 3],
    up: [f64; 3],
}

impl Axes {
    fn of(up: Up) -> Self {
        let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let (right, up) = match up {
            Up::X => (y, x),
            Up::Y => (x, y),
            Up::Z => (x, z),
        };
        Self {
            right,
            front: cross(&right, &up),
            up,
        }
    }

    fn camera(&self, azimuth: f64, elevation: f64) -> Camera {
        let (sin, cos) = azimuth.to_radians().sin_cos();
        let (high, level) = elevation.to_radians().sin_cos();
        let [right, eye] = [
            combine(cos, &self.right, -sin, &self.front),
            combine(sin, &self.right, cos, &self.front),
        ];
        let toward = combine(level, &eye, high, &self.up);
        let away = toward.map(|c| -c);
        Camera {
            right,
            down: cross(&away, &right),
            away,
        }
    }

    /// Returns an azimuth and an elevation, in degrees, from which the front of a plane is well visible.
    fn readable(&self, extents: &[f64; 3], normal: &[f64; 3]) -> (f64, f64) {
        let [aside, ahead, rise] = [&self.right, &self.front, &self.up].map(|a| dot(normal, a));
        let tilt = rise.clamp(-1.0, 1.0).asin().to_degrees();
        let faces =
            |azimuth: f64, elevation: f64| -dot(&self.camera(azimuth, elevation).away, normal);
        // This closure returns the candidate that sees most of the plane's front, or the first of equal candidates.
        let best = |candidates: &[f64], elevation: f64| {
            let mut best = (candidates[0], faces(candidates[0], elevation));
            for &azimuth in &candidates[1..] {
                let seen = faces(azimuth, elevation);
                if seen > best.1 + 1e-9 {
                    best = (azimuth, seen);
                }
            }
            (best.0, elevation)
        };
        if tilt.abs() > STEEP {
            // The plane is viewed from above or below. The longer horizontal side of the scene runs across the picture,
            // whichever way the plane slopes.
            let along = |axis: &[f64; 3]| (0..3).map(|i| (axis[i] * extents[i]).abs()).sum::<f64>();
            let (width, depth) = (along(&self.right), along(&self.front));
            let first = if width >= depth { ASIDE } else { 90.0 - ASIDE };
            let elevation = if tilt > 0.0 { ABOVE } else { BELOW };
            return best(&[first, -first, first - 180.0, 180.0 - first], elevation);
        }
        let facing = aside.atan2(ahead).to_degrees();
        let elevation = (22.0 + 0.6 * tilt).clamp(-40.0, 50.0);
        // The eye turns to the left or to the right of the plane's normal, whichever is nearer to the front of the
        // scene.
        let (left, right) = (facing - ASIDE, facing + ASIDE);
        let nearer = |azimuth: f64| azimuth.to_radians().cos();
        if nearer(left) > nearer(right) + 1e-9 {
            (left, elevation)
        } else {
            (right, elevation)
        }
    }
}

pub(super) fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn combine(s: f64, a: &[f64; 3], t: f64, b: &[f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|i| s * a[i] + t * b[i])
}
