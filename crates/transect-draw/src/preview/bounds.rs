//! The bounds of the scene, and normalized coordinates. Their origin is the middle of the scene, and their unit is half
//! of the scene's longest side.

use crate::preview::subject::Body;

/// The bounding box of all bodies in space.
pub(super) struct Bounds {
    middle: [f64; 3],
    extents: [f64; 3],
    /// Half of the longest side of the box, which is the unit of normalized coordinates. It is 1 if the box is a point.
    unit: f64,
}

impl Bounds {
    /// Returns the bounding box of all finite positions of the bodies.
    pub(super) fn of(bodies: &[Body<'_>]) -> Self {
        let mut min = [f64::INFINITY; 3];
        let mut max = [f64::NEG_INFINITY; 3];
        for body in bodies {
            for position in body.positions {
                let point = body.place(position);
                if point.iter().all(|c| c.is_finite()) {
                    for axis in 0..3 {
                        min[axis] = min[axis].min(point[axis]);
                        max[axis] = max[axis].max(point[axis]);
                    }
                }
            }
        }
        if min[0] > max[0] {
            (min, max) = ([0.0; 3], [0.0; 3]);
        }
        // Halve before subtracting, because differences of the greatest floats overflow.
        let halves = [0, 1, 2].map(|axis| max[axis] / 2.0 - min[axis] / 2.0);
        let unit = halves.iter().copied().fold(0.0, f64::max);
        let unit = if unit > 0.0 { unit } else { 1.0 };
        Self {
            middle: [0, 1, 2].map(|axis| max[axis] / 2.0 + min[axis] / 2.0),
            extents: halves.map(|half| half / unit),
            unit,
        }
    }

    /// Returns the length of one unit of the normalized coordinates, in units of the scene.
    pub(super) fn unit(&self) -> f64 {
        self.unit
    }

    /// Returns half the lengths of the box's sides in normalized coordinates. The longest half is 1, unless all are 0.
    pub(super) fn extents(&self) -> [f64; 3] {
        self.extents
    }

    /// Returns a point in normalized coordinates. For points in the box, each coordinate is from −1 to 1.
    pub(super) fn measure(&self, point: &[f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|axis| (point[axis] - self.middle[axis]) / self.unit)
    }
}
