//! Triangles: the convex hull of three points.

use crate::coordinates::Coordinates;
use crate::shape::{Shape, ShapeError, all_finite, by_points};

/// The convex hull of three points, which may be equal or lie on one line.
///
/// ```
/// use transect::{Extent, Plane, Side, Triangle};
/// let plane = Plane::new([0.0, 0.0, 1.0], 0.0)?;
/// let flat = Triangle::new([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])?;
/// assert_eq!(plane.extent(&flat), Extent { backmost: Side::On, frontmost: Side::On });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<const D: usize = 3> {
    pub(crate) corners: [[f64; D]; 3],
}

impl<const D: usize> Triangle<D> {
    /// Returns the triangle with these corners.
    ///
    /// # Errors
    /// Returns [`ShapeError::NotFinite`] if a coordinate of a corner is NaN or infinite.
    #[inline]
    pub fn new(corners: [impl Coordinates<D>; 3]) -> Result<Self, ShapeError> {
        let corners = corners.map(Coordinates::coordinates);
        all_finite("corner", &corners)?;
        Ok(Self { corners })
    }

    /// Returns the three corners.
    #[must_use]
    pub const fn corners(&self) -> [[f64; D]; 3] {
        self.corners
    }
}

impl<const D: usize> Shape<D> for Triangle<D> {
    by_points!(corners, D, extent_of_few);
}
