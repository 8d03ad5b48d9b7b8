//! The hatch of caps: lines in the plane, evenly spaced in the picture.

/// The distance between lines and the width of a line, in samples.
const SPACING: f32 = 15.0;
const WIDTH: f32 = 2.6;
/// The least sine of the angle between plane and line of sight. If the plane is closer to edge-on, it has no hatch.
const LEAST: f32 = 0.04;

/// Lines at 45° to the axes of the plane, along one of its two diagonals. They continue from one cap to the next.
pub(super) struct Hatch {
    /// A linear function of the position in the picture. Its value grows by one from one hatch line to the next.
    phase: Option<[f32; 2]>,
}

impl Hatch {
    /// Returns the hatch of a plane with these directions of its axes and normal (right, down, away).
    pub(super) fn of([u, v, normal]: &[[f32; 3]; 3]) -> Self {
        if normal[2].abs() < LEAST {
            return Self { phase: None };
        }
        // The lines follow the diagonal of the plane whose image is closer to a diagonal of the picture.
        // The phase grows at right angles to the image of the lines.
        let diagonals = [1.0, -1.0].map(|sign| [0, 1].map(|axis| u[axis] + sign * v[axis]));
        let length = |line: &[f32; 2]| (line[0] * line[0] + line[1] * line[1]).sqrt();
        let [first, second] =
            diagonals.map(|line| (line[0] * line[1]).abs() / length(&line).powi(2));
        let line = diagonals[usize::from(second > first + 1e-3)];
        let length = length(&line);
        let across = [line[1], -line[0]].map(|c| c / length / SPACING);
        let sound = across.iter().all(|c| c.is_finite());
        Self {
            phase: sound.then_some(across),
        }
    }

    /// Returns the fraction of a sample that hatch lines cover.
    pub(super) fn cover(&self, column: usize, row: usize) -> f32 {
        let Some([right, down]) = self.phase else {
            return 0.0;
        };
        let phase = right * column as f32 + down * row as f32;
        let away = (phase - phase.floor() - 0.5).abs() * SPACING;
        (WIDTH / 2.0 + 0.5 - away).clamp(0.0, 1.0)
    }
}
