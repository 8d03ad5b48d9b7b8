//! Hatching of caps: lines that lie in the plane and are evenly apart in the picture.

/// The distance from line to line and the width of a line, in samples.
const SPACING: f32 = 15.0;
const WIDTH: f32 = 2.6;
/// A plane seen from its edge has no hatch: the sine of the angle to the line of sight.
const LEAST: f32 = 0.04;

/// Lines at 45° to the axes of the plane, along one of its two diagonals. They run on from one cap to the next.
pub(super) struct Hatch {
    /// What turns a place in the picture into a number that grows by one from line to line.
    phase: Option<[f32; 2]>,
}

impl Hatch {
    /// The hatch of a plane with these directions of its two axes (right, down, away).
    pub(super) fn of([u, v, normal]: &[[f32; 3]; 3]) -> Self {
        if normal[2].abs() < LEAST {
            return Self { phase: None };
        }
        // The images of the two diagonals of the plane: the one that is more of a diagonal in the
        // picture. The phase grows at right angles to it.
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

    /// How much of a sample the lines cover.
    pub(super) fn cover(&self, column: usize, row: usize) -> f32 {
        let Some([right, down]) = self.phase else {
            return 0.0;
        };
        let phase = right * column as f32 + down * row as f32;
        let away = (phase - phase.floor() - 0.5).abs() * SPACING;
        (WIDTH / 2.0 + 0.5 - away).clamp(0.0, 1.0)
    }
}
