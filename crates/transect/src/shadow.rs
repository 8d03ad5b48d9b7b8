//! Shadows: projections of points in a plane to 2D, for exact decisions. A shadow keeps two of the three coordinates of
//! each point, unrounded.

use transect_exact::arrays::Few as _;
use transect_exact::vector::dominant_axis;

/// The projection of a plane's points along the plane's dominant axis (the axis on which the normal's coefficient is
/// largest in magnitude). It keeps two coordinates of each point, unrounded, in such an order that points which are
/// counter-clockwise seen from the front are counter-clockwise in 2D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shadow {
    axes: [usize; 2],
}

impl Shadow {
    pub(crate) fn of(normal: &[f64; 3]) -> Self {
        let axis = dominant_axis(normal);
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        Self {
            axes: if normal[axis] > 0.0 {
                [next, last]
            } else {
                [last, next]
            },
        }
    }

    /// Returns the axes of the two coordinates.
    pub(crate) fn axes(&self) -> [usize; 2] {
        self.axes
    }

    pub(crate) fn project(&self, point: &[f64; 3]) -> [f64; 2] {
        self.axes.each(|axis| point[axis])
    }
}
