//! Shadows: projections of points in a plane to 2D, for exact decisions. A shadow keeps two of the three coordinates of
//! each point, unrounded.

use transect_exact::arrays::Few as _;
use transect_exact::vector::dominant_axis;

/// The projection of a plane's points along the plane's dominant axis (the axis on which the normal's coefficient is
/// largest in magnitude). It keeps two coordinates of each point, unrounded, in such an order that points which are
/// counter-clockwise seen from the front are counter-clockwise in 2D.
///
/// ```
/// use transect::Shadow;
/// let shadow = Shadow::of_normal(&[1.0, 2.0, -4.0]);
/// assert_eq!(shadow.axes(), [1, 0]); // the normal points down, so the plane is seen from below
/// assert_eq!(shadow.cast(&[7.0, 8.0, 9.0]), [8.0, 7.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shadow {
    axes: [usize; 2],
}

impl Shadow {
    /// Creates the projection of points in planes with this normal.
    #[inline]
    #[must_use]
    pub fn of_normal(normal: &[f64; 3]) -> Self {
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
    #[inline]
    #[must_use]
    pub fn axes(&self) -> [usize; 2] {
        self.axes
    }

    /// Returns the two kept coordinates of a point.
    #[inline]
    #[must_use]
    pub fn cast(&self, point: &[f64; 3]) -> [f64; 2] {
        self.axes.each(|axis| point[axis])
    }
}
