//! The lines of dimensions on a page.

/// The lines of all dimensions of a page, in px. Their numbers are stored with the texts of the page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dimensions {
    /// Dimension lines and extension lines.
    pub(crate) lines: Vec<[[f64; 2]; 2]>,
    /// The oblique strokes at the ends of dimensions.
    pub(crate) ticks: Vec<[[f64; 2]; 2]>,
}

impl Dimensions {
    /// Returns the lines and ticks, moved by a distance in px.
    pub(crate) fn shifted(&self, [dx, dy]: [f64; 2]) -> Self {
        let moved = |lines: &[[[f64; 2]; 2]]| -> Vec<[[f64; 2]; 2]> {
            let point = |[x, y]: [f64; 2]| [x + dx, y + dy];
            lines.iter().map(|ends| ends.map(point)).collect()
        };
        Self {
            lines: moved(&self.lines),
            ticks: moved(&self.ticks),
        }
    }
}
