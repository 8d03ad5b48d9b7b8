//! The hatch of caps: lines in the cutting plane, evenly spaced in the picture.

/// `SPACING` is the distance between the middles of two hatch lines, and `WIDTH` is the width of a line, in samples.
const SPACING: f32 = 15.0;
const WIDTH: f32 = 2.6;
/// The least sine of the angle between the plane and the line of sight at which caps are hatched. Closer to edge-on,
/// caps have no hatch.
const LEAST: f32 = 0.04;

/// The hatch of all caps: lines in the cutting plane at 45° to the plane's two axes. The lines continue from one cap to
/// the next.
pub(super) struct Hatch {
    /// The gradient of a linear function of the position in the picture, whose value grows by one from one hatch line
    /// to the next. It is `None` if caps have no hatch.
    phase: Option<[f32; 2]>,
}

impl Hatch {
    /// Returns the hatch for a plane, given by its two axes and its normal in camera coordinates (right, down, away).
    pub(super) fn of([u, v, normal]: &[[f32; 3]; 3]) -> Self {
        if normal[2].abs() < LEAST {
            return Self { phase: None };
        }
        // There are two diagonals between the two axes of the plane. The hatch lines follow the diagonal whose image in
        // the picture is closer to 45°. The gradient `across` is at right angles to the image of the lines.
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

    /// Returns the fraction of the sample at this column and row that hatch lines cover.
    pub(super) fn cover(&self, column: usize, row: usize) -> f32 {
        let Some([right, down]) = self.phase else {
            return 0.0;
        };
        // Columns and rows fit into 32 bits; such integers are faster to convert than integers of 64 bits. A cast to an
        // integer and a correction are faster than `floor`, which would be a function call.
        let phase = right * column as i32 as f32 + down * row as i32 as f32;
        let whole = phase as i32 as f32;
        let floor = if whole > phase { whole - 1.0 } else { whole };
        let away = (phase - floor - 0.5).abs() * SPACING;
        (WIDTH / 2.0 + 0.5 - away).clamp(0.0, 1.0)
    }
}
