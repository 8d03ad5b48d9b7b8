//! The cutting plane, drawn as the outline of a rectangle in the plane, around the projection of the scene onto it.

use std::ops::Range;

use crate::preview::raster::Window;

/// The border between the projection of the scene onto the plane and the sides of the rectangle, as a share of the
/// projection's longer side.
const BORDER: f64 = 0.06;
/// The greatest distance from the scene at which the plane is drawn, in halves of the scene's longest side.
const FAR: f64 = 0.7;
/// Half the width of the outline, in samples.
const HALF_WIDTH: f32 = 1.4;
/// The greatest distance, in samples, between a side of the rectangle and a sample that the line of this side can
/// cover.
const REACH: f32 = HALF_WIDTH + 1.0;
/// An object hides the outline of the plane if it is nearer to the eye than the outline by more than this depth, in
/// samples.
const LEAD: f32 = 2.0;
/// The length of a dash, and of a dash with its gap, in samples.
const DASH: [f32; 2] = [12.0, 22.0];
/// The opacity of the outline where objects hide it, relative to its opacity elsewhere.
const HIDDEN: f32 = 0.45;

/// The extent of the scene along the two axes of the plane and along its normal, in normalized coordinates.
pub(super) struct Reach {
    min: [f64; 3],
    max: [f64; 3],
    /// The signed distance of the plane from the origin of the normalized coordinates, along the plane's normal.
    height: f64,
}

impl Reach {
    pub(super) fn new(height: f64) -> Self {
        Self {
            min: [f64::INFINITY; 3],
            max: [f64::NEG_INFINITY; 3],
            height,
        }
    }

    /// Enlarges the extent of the scene to include a point. The point is given by its coordinates along the two axes
    /// and the normal of the plane.
    pub(super) fn include(&mut self, point: [f64; 3]) {
        for (axis, c) in point.into_iter().enumerate() {
            self.min[axis] = self.min[axis].min(c);
            self.max[axis] = self.max[axis].max(c);
        }
    }

    /// Returns the corners of the rectangle around the projection of the scene onto the plane, in order. Returns `None`
    /// if the plane is far from the scene, or the scene is empty.
    pub(super) fn corners(&self, axes: &[[f64; 3]; 3]) -> Option<[[f64; 3]; 4]> {
        let gap = (self.min[2] - self.height).max(self.height - self.max[2]);
        // The condition is negated, so a plane with a NaN height also gives `None`.
        if !(gap <= FAR && self.min[0] <= self.max[0]) {
            return None;
        }
        let sides = [0, 1].map(|axis| self.max[axis] - self.min[axis]);
        let border = BORDER * sides[0].max(sides[1]);
        let [left, low] = [0, 1].map(|axis| self.min[axis] - border);
        let [right, high] = [0, 1].map(|axis| self.max[axis] + border);
        let corner = |u: f64, v: f64| {
            [0, 1, 2].map(|c| u * axes[0][c] + v * axes[1][c] + self.height * axes[2][c])
        };
        Some([
            corner(left, low),
            corner(right, low),
            corner(right, high),
            corner(left, high),
        ])
    }
}

/// The rectangle in the picture: right, down and away, in samples.
pub(super) struct Sheet {
    pub(super) corners: [[f32; 3]; 4],
}

impl Sheet {
    fn sides(&self) -> impl Iterator<Item = [[f32; 3]; 2]> {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(from, to)| [*from, *to])
    }

    /// Returns `true` if the rectangle, including its outline, may touch this part of the picture.
    pub(super) fn touches(&self, window: &Window) -> bool {
        [&window.columns, &window.rows]
            .into_iter()
            .enumerate()
            .all(|(axis, range)| {
                let places = self.corners.map(|corner| corner[axis]);
                let least = places.iter().copied().fold(f32::INFINITY, f32::min) - REACH;
                let most = places.iter().copied().fold(f32::NEG_INFINITY, f32::max) + REACH;
                least < range.end as f32 && most > range.start as f32
            })
    }

    /// Returns the columns of those samples of a row that lie inside the rectangle.
    pub(super) fn span(&self, row: usize) -> Range<usize> {
        let y = row as f32 + 0.5;
        let mut ends = [f32::INFINITY, f32::NEG_INFINITY];
        for [from, to] in self.sides() {
            if (from[1] <= y) != (to[1] <= y) {
                let x = from[0] + (to[0] - from[0]) * (y - from[1]) / (to[1] - from[1]);
                ends = [ends[0].min(x), ends[1].max(x)];
            }
        }
        if ends[0] > ends[1] {
            return 0..0;
        }
        // The cast saturates, so positions left of the picture become 0.
        let [start, end] = ends.map(|end| (end + 0.5) as usize);
        start..end
    }

    /// Draws the outline into a part of the picture and writes the covered fraction of each sample. The outline is
    /// dashed and fainter where an object hides it.
    pub(super) fn outline(&self, window: &Window, depth: &[f32], cover: &mut [f32]) {
        for [from, to] in self.sides() {
            let side = [0, 1, 2].map(|axis| to[axis] - from[axis]);
            let squared = side[0] * side[0] + side[1] * side[1];
            let length = squared.sqrt();
            for row in window.rows.clone() {
                let y = row as f32 + 0.5;
                // This closure returns the position along the side at which y equals `edge`, clamped from 0 (start of
                // the side) to 1 (end).
                let close = |edge: f32| ((edge - from[1]) / side[1]).clamp(0.0, 1.0);
                let ends = if side[1] == 0.0 {
                    if (y - from[1]).abs() > REACH {
                        continue;
                    }
                    [0.0, 1.0]
                } else {
                    let [a, b] = [close(y - REACH), close(y + REACH)];
                    if a == b {
                        continue;
                    }
                    [a, b]
                };
                let columns = ends.map(|part| from[0] + part * side[0]);
                let Range { start, end } = window.columns;
                let start = ((columns[0].min(columns[1]) - REACH) as usize).max(start);
                let end = ((columns[0].max(columns[1]) + REACH) as usize + 1).min(end);
                for column in start..end {
                    let x = column as f32 + 0.5;
                    let along = (x - from[0]) * side[0] + (y - from[1]) * side[1];
                    let part = if squared > 0.0 {
                        (along / squared).clamp(0.0, 1.0)
                    } else {
                        0.0
                    };
                    let [dx, dy] = [0, 1].map(|axis| [x, y][axis] - from[axis] - part * side[axis]);
                    let mut covered =
                        (HALF_WIDTH + 0.5 - (dx * dx + dy * dy).sqrt()).clamp(0.0, 1.0);
                    let sample = window.sample(column, row);
                    if from[2] + part * side[2] > depth[sample] + LEAD {
                        let place = (part * length) % DASH[1];
                        covered *= if place < DASH[0] { HIDDEN } else { 0.0 };
                    }
                    cover[sample] = cover[sample].max(covered);
                }
            }
        }
    }
}
