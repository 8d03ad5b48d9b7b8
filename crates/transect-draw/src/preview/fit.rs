//! The mapping from the camera's coordinates (right, down, away) to the samples of the picture (two by two per pixel).

/// The margin around the drawing, as a share of each side of the picture.
const MARGIN: f64 = 0.05;

/// The room for annotations at the lower edge of the picture, in samples.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Room {
    /// The height of the strip along the whole lower edge.
    pub(super) strip: f64,
    /// The side length of a square in the lower left corner.
    pub(super) corner: f64,
}

/// A scale and a shift that fit the scene into the picture inside its margin.
pub(super) struct Fit {
    scale: f64,
    shift: [f64; 3],
}

impl Fit {
    /// Fits points (right, down, away) into a picture of `samples[0]` columns and `samples[1]` rows.
    /// The point nearest to the eye gets depth zero. Triangles lie outside the room for annotations.
    pub(super) fn of(points: &[[f32; 3]], samples: [usize; 2], room: &Room) -> Self {
        let mut min = [f32::INFINITY; 3];
        let mut max = [f32::NEG_INFINITY; 3];
        // The greatest difference down − right, which belongs to the point that is farthest to the lower left.
        let mut lowest_left = f32::NEG_INFINITY;
        for point in points {
            for axis in 0..3 {
                // `f32::min` ignores NaN: the minimum with NaN is the other operand.
                min[axis] = min[axis].min(point[axis]);
                max[axis] = max[axis].max(point[axis]);
            }
            lowest_left = lowest_left.max(point[1] - point[0]);
        }
        if min[0] > max[0] {
            (min, max) = ([0.0; 3], [0.0; 3]);
        }
        let [min, max] = [min, max].map(|corner| corner.map(f64::from));
        let fit = Self::within(&min, &max, samples, room.strip);
        // All points lie above and to the right of the line through that point that falls to the right at 45 degrees.
        // If the square in the lower left corner lies below this line, no triangle covers the square. Otherwise the
        // strip for annotations is as high as the square.
        let [left, top] = [room.corner, samples[1] as f64 - room.corner];
        let line = f64::from(lowest_left) * fit.scale + fit.shift[1] - fit.shift[0];
        if line > top - left {
            return Self::within(&min, &max, samples, room.corner);
        }
        fit
    }

    /// Fits a box into a picture above a strip of this height.
    fn within(min: &[f64; 3], max: &[f64; 3], samples: [usize; 2], strip: f64) -> Self {
        let size = samples.map(|count| count as f64);
        let margins = size.map(|length| length * MARGIN);
        let below = margins[1].max(strip);
        let room = [size[0] - 2.0 * margins[0], size[1] - margins[1] - below];
        let mut scale = f64::INFINITY;
        for axis in 0..2 {
            let extent = max[axis] - min[axis];
            if extent > 0.0 {
                scale = scale.min(room[axis] / extent);
            }
        }
        // If all points project to a single place in the picture, the scene fits with any scale.
        let scale = if scale.is_finite() { scale } else { 1.0 };
        let middles = [size[0] / 2.0, margins[1] + room[1] / 2.0];
        let middle = |axis: usize| middles[axis] - scale * (min[axis] + max[axis]) / 2.0;
        Self {
            scale,
            shift: [middle(0), middle(1), -scale * min[2]],
        }
    }

    /// Returns the number of samples for one unit of the camera's coordinates.
    pub(super) fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns the position of a point in the picture: right, down and away, in samples.
    pub(super) fn place(&self, point: &[f32; 3]) -> [f32; 3] {
        [0, 1, 2].map(|axis| (f64::from(point[axis]) * self.scale + self.shift[axis]) as f32)
    }
}
