//! The mapping from the camera's coordinates (right, down, away) to the samples of the picture (two by two per pixel).

/// The margin around the drawing, as a share of each side of the picture.
const MARGIN: f64 = 0.05;

/// A scale and a shift that fit the scene into the picture inside its margin.
pub(super) struct Fit {
    scale: f64,
    shift: [f64; 3],
}

impl Fit {
    /// Fits points (right, down, away) into a picture of `samples[0]` columns and `samples[1]` rows.
    /// The point nearest to the eye gets depth zero.
    pub(super) fn of(points: impl Iterator<Item = [f32; 3]>, samples: [usize; 2]) -> Self {
        let mut min = [f32::INFINITY; 3];
        let mut max = [f32::NEG_INFINITY; 3];
        for point in points {
            for axis in 0..3 {
                // `f32::min` ignores NaN: the minimum with NaN is the other operand.
                min[axis] = min[axis].min(point[axis]);
                max[axis] = max[axis].max(point[axis]);
            }
        }
        if min[0] > max[0] {
            (min, max) = ([0.0; 3], [0.0; 3]);
        }
        let [min, max] = [min, max].map(|corner| corner.map(f64::from));
        let mut scale = f64::INFINITY;
        for axis in 0..2 {
            let extent = max[axis] - min[axis];
            if extent > 0.0 {
                scale = scale.min(samples[axis] as f64 * (1.0 - 2.0 * MARGIN) / extent);
            }
        }
        // If all points project to a single place in the picture, the scene fits with any scale.
        let scale = if scale.is_finite() { scale } else { 1.0 };
        let middle =
            |axis: usize| samples[axis] as f64 / 2.0 - scale * (min[axis] + max[axis]) / 2.0;
        Self {
            scale,
            shift: [middle(0), middle(1), -scale * min[2]],
        }
    }

    /// Returns the position of a point in the picture: right, down and away, in samples.
    pub(super) fn place(&self, point: &[f32; 3]) -> [f32; 3] {
        [0, 1, 2].map(|axis| (f64::from(point[axis]) * self.scale + self.shift[axis]) as f32)
    }
}
