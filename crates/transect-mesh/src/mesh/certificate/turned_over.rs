//! Triangles of cut faces that rounding turned over.

use crate::mesh::measure::triangle_area;

/// Triangles that rounding turned over: those of a file have the opposite orientation of the exact ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TurnedOver {
    /// The number of triangles.
    pub triangles: usize,
    /// Their total area in the file.
    pub area: f64,
}

impl TurnedOver {
    /// Counts a triangle of a file, with its area.
    pub(super) fn add(&mut self, corners: &[[f64; 3]; 3]) {
        self.triangles += 1;
        self.area += triangle_area(corners);
    }
}
