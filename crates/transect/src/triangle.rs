//! Triangles: the convex hull of three points.

use crate::plane::Plane;
use crate::shape::{Shape, extent_of_points, extremes_of_points, interval_of_points};
use crate::side::{Extent, Interval};

/// The convex hull of three points, which may be equal or lie on one line.
///
/// ```
/// use transect::{Extent, Plane, Side, Triangle};
/// let plane = Plane::new([0.0, 0.0, 1.0], 0.0)?;
/// let flat = Triangle::new([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
/// assert_eq!(plane.extent(&flat), Extent { backmost: Side::On, frontmost: Side::On });
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<const D: usize = 3> {
    /// The three corners.
    pub corners: [[f64; D]; 3],
}

impl<const D: usize> Triangle<D> {
    /// The triangle with these corners.
    #[must_use]
    pub const fn new(corners: [[f64; D]; 3]) -> Self {
        Self { corners }
    }
}

impl<const D: usize> Shape<D> for Triangle<D> {
    fn extent(&self, plane: &Plane<D>) -> Extent {
        extent_of_points(&self.corners, plane)
    }

    fn interval(&self, plane: &Plane<D>) -> Interval {
        interval_of_points(&self.corners, plane)
    }

    fn extremes(&self, plane: &Plane<D>) -> [[f64; D]; 2] {
        extremes_of_points(&self.corners, plane)
    }

    fn extreme_balls(&self, plane: &Plane<D>) -> Option<([[f64; D]; 2], f64)> {
        Some((self.extremes(plane), 0.0))
    }
}
