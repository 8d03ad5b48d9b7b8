//! Convex hulls of points.

use alloc::vec::Vec;

use crate::coordinates::Coordinates;
use crate::shape::{Shape, ShapeError, all_finite, by_points};

/// The convex hull of points. The points are kept as given: in any order, repeated, inside the hull of the others, on
/// one line or in one plane. Nothing is precomputed: to classify the hull, all points are compared with the plane.
///
/// ```
/// use transect::{Extent, Hull, Plane, Side};
/// let plane = Plane::new([1.0, 1.0, 1.0], -1.0)?;
/// let hull = Hull::new([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])?;
/// assert_eq!(plane.extent(&hull), Extent { backmost: Side::Back, frontmost: Side::On });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Hull<const D: usize = 3> {
    points: Vec<[f64; D]>,
}

impl<const D: usize> Hull<D> {
    /// Returns the hull of one or more points.
    ///
    /// # Errors
    /// Returns [`ShapeError::TooFewPoints`] if no point is given, and [`ShapeError::NotFinite`] if a coordinate is NaN
    /// or infinite.
    pub fn new(points: impl IntoIterator<Item = impl Coordinates<D>>) -> Result<Self, ShapeError> {
        let points: Vec<[f64; D]> = points.into_iter().map(Coordinates::coordinates).collect();
        if points.is_empty() {
            return Err(ShapeError::TooFewPoints {
                shape: "hull",
                least: 1,
                count: 0,
            });
        }
        all_finite("point", &points)?;
        Ok(Self { points })
    }

    /// Returns the points, in the given order.
    #[must_use]
    pub fn points(&self) -> &[[f64; D]] {
        &self.points
    }
}

impl<const D: usize> Shape<D> for Hull<D> {
    by_points!(points, D, extent_of_points);
}
