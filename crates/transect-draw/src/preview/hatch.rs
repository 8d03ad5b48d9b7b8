//! The hatches of caps: patterns in the cutting plane, evenly spaced in the picture.

use crate::hatch::{Hatch as Pattern, Motif};

/// The number of samples (two by two per pixel) for one px of a pattern.
const SAMPLES_PER_PX: f64 = 3.0;
/// The least sine of the angle between the plane and the line of sight at which caps are hatched. Closer to edge-on,
/// caps have no hatch.
const LEAST: f32 = 0.04;
/// The pattern of caps without a style of their own.
const USUAL: Pattern = Pattern {
    motif: Motif::Lines,
    angle: 45.0,
    spacing: 5.0,
    weight: 0.87,
};

/// The different patterns of the caps of a picture. A cap refers to its pattern by an index.
pub(super) struct Patterns {
    list: Vec<Option<Pattern>>,
}

impl Patterns {
    /// The index of the pattern of caps without a style of their own.
    pub(super) const USUAL: u32 = 0;

    pub(super) fn new() -> Self {
        Self {
            list: vec![Some(USUAL)],
        }
    }

    /// Returns the index of a pattern. `None` means no hatch.
    pub(super) fn index(&mut self, pattern: Option<Pattern>) -> u32 {
        let known = self.list.iter().position(|known| *known == pattern);
        let index = known.unwrap_or_else(|| {
            self.list.push(pattern);
            self.list.len() - 1
        });
        index as u32
    }
}

/// The hatches of all caps in the picture: one for each pattern, in the order of [`Patterns`]. The lines of a hatch
/// continue from one cap to the next.
pub(super) struct Hatch {
    list: Vec<Option<Lines>>,
}

/// The hatch of one pattern in the picture.
struct Lines {
    motif: Motif,
    /// The distance between the middles of two lines, in samples.
    spacing: f32,
    /// Half the width of a line, or the radius of a dot, in samples.
    half_weight: f32,
    /// The gradient of a linear function of the position in the picture, whose value grows by one from one line to the
    /// next.
    across: [f32; 2],
}

impl Hatch {
    /// Returns the hatches for a plane, given by its two axes and its normal in camera coordinates (right, down, away).
    pub(super) fn of([u, v, normal]: &[[f32; 3]; 3], patterns: &Patterns) -> Self {
        // The two axes of the plane have two diagonals, u + v and u − v. A hatch at 45 degrees follows the diagonal
        // whose image in the picture is closer to 45 degrees. If this is u − v, all hatches are mirrored: v becomes −v.
        let steepness = |sign: f32| {
            let [right, down] = [0, 1].map(|axis| u[axis] + sign * v[axis]);
            (right * down).abs() / (right * right + down * down)
        };
        let sign = if steepness(-1.0) > steepness(1.0) + 1e-3 {
            -1.0
        } else {
            1.0
        };
        let lines = |pattern: &Option<Pattern>| {
            let pattern = pattern.filter(|_| normal[2].abs() >= LEAST)?;
            let (sin, cos) = pattern.angle.to_radians().sin_cos();
            let along = [0, 1].map(|axis| u[axis] * cos as f32 + sign * v[axis] * sin as f32);
            let length = (along[0] * along[0] + along[1] * along[1]).sqrt();
            let spacing = (pattern.spacing * SAMPLES_PER_PX) as f32;
            let across = [along[1], -along[0]].map(|c| c / length / spacing);
            let is_finite = across.iter().all(|c| c.is_finite());
            is_finite.then_some(Lines {
                motif: pattern.motif,
                spacing,
                half_weight: (pattern.weight * SAMPLES_PER_PX / 2.0) as f32,
                across,
            })
        };
        Self {
            list: patterns.list.iter().map(lines).collect(),
        }
    }

    /// Returns the fraction of the sample at this column and row that the hatch of a pattern covers. `pattern` is the
    /// index of the pattern.
    pub(super) fn cover(&self, pattern: u32, column: usize, row: usize) -> f32 {
        let Some(lines) = &self.list[pattern as usize] else {
            return 0.0;
        };
        // Columns and rows fit into 32 bits; such integers are faster to convert than integers of 64 bits.
        let place = [column as i32 as f32, row as i32 as f32];
        let [right, down] = lines.across;
        let across = fraction(right * place[0] + down * place[1]);
        let along = || fraction(right * place[1] - down * place[0]);
        match lines.motif {
            Motif::Lines => lines.line(across - 0.5),
            Motif::Pairs => lines.line((across - 0.5).abs() - 0.18),
            Motif::Cross => lines.line(across - 0.5).max(lines.line(along() - 0.5)),
            Motif::Dots => {
                // A square of the pattern has dots in the middles of two opposite quarters. The nearest dot is that of
                // the sample's own quarter or, if this quarter has no dot, that of a neighbouring quarter. `a` and `b`
                // are the distances from the middle of the own quarter along the two axes.
                let along = along();
                let [a, b] =
                    [(along - 0.5).abs() - 0.25, (across - 0.5).abs() - 0.25].map(f32::abs);
                let nearest = if (along < 0.5) == (across < 0.5) {
                    a * a + b * b
                } else {
                    let far = [0.5 - a, 0.5 - b];
                    (far[0] * far[0] + b * b).min(a * a + far[1] * far[1])
                };
                lines.line(nearest.sqrt())
            }
        }
    }
}

impl Lines {
    /// Returns the fraction of a sample that a line or a dot covers. `distance` is the distance of the sample from the
    /// middle of the line or the dot, divided by the spacing.
    fn line(&self, distance: f32) -> f32 {
        (self.half_weight + 0.5 - distance.abs() * self.spacing).clamp(0.0, 1.0)
    }
}

/// Returns a number minus the greatest integer that is not above the number. A cast to an integer and a correction are
/// faster than `floor`, which would be a function call.
fn fraction(value: f32) -> f32 {
    let whole = value as i32 as f32;
    let floor = if whole > value { whole - 1.0 } else { whole };
    value - floor
}
