//! The edges of outlines, as seen from one side of a drawing.

/// An edge of an outline: its two ends, each as its position along the side and its depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) ends: [[f64; 2]; 2],
    /// `true` if the edge belongs to a wall or another solid part, and `false` if it belongs to a window or a door.
    pub(super) is_solid: bool,
}

impl Edge {
    /// Returns the edge between two points, each as its position along the side and its depth. The end with the lesser
    /// position comes first.
    pub(super) fn of(a: [f64; 2], b: [f64; 2], is_solid: bool) -> Self {
        let ends = if a[0] <= b[0] { [a, b] } else { [b, a] };
        Self { ends, is_solid }
    }

    pub(super) fn depth(&self, along: f64) -> f64 {
        let [[from, near], [to, far]] = self.ends;
        if along <= from {
            return near;
        }
        if along >= to {
            return far;
        }
        near + (along - from) / (to - from) * (far - near)
    }

    pub(super) fn is_flat(&self) -> bool {
        self.ends[0][1] == self.ends[1][1]
    }
}
