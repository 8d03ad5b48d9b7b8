//! Rays: a start and a direction, unbounded on one side.

use crate::coordinates::Coordinates;
use crate::line::{Line, LineError};

/// All points `origin + t·direction` with t ≥ 0. The direction may have any length and is not normalised.
///
/// A ray is unbounded, so it may have no backmost or frontmost point and is not a [`crate::Shape`]. Use
/// [`crate::Plane::meet`] to intersect it with a plane.
///
/// ```
/// use transect::{Plane, Ray, RayMeeting, Side};
/// let floor = Plane::new([0.0, 0.0, 1.0], 0.0)?;
/// let up = Ray::new([1.0, 2.0, 3.0], [0.0, 0.0, 1.0])?;
/// assert_eq!(floor.meet(&up), RayMeeting::Apart { side: Side::Front, is_parallel: false });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<const D: usize = 3> {
    line: Line<D>,
}

impl<const D: usize> Ray<D> {
    /// Returns the ray from a point in a direction.
    ///
    /// # Errors
    /// Returns the same errors as [`Line::new`].
    pub fn new(
        origin: impl Coordinates<D>,
        direction: impl Coordinates<D>,
    ) -> Result<Self, LineError> {
        Line::new(origin, direction).map(|line| Self { line })
    }

    /// Returns the ray from the first point (t = 0) through the second (t = 1). The direction is rounded, as in
    /// [`Line::through`].
    ///
    /// # Errors
    /// Returns the same errors as [`Line::through`].
    pub fn through(points: [impl Coordinates<D>; 2]) -> Result<Self, LineError> {
        Line::through(points).map(|line| Self { line })
    }

    /// Returns the part of a line where the parameter t is not negative.
    pub(crate) fn of(line: Line<D>) -> Self {
        Self { line }
    }

    /// Returns the start of the ray.
    #[must_use]
    pub fn origin(&self) -> [f64; D] {
        self.line.origin()
    }

    /// Returns the direction of the ray, of any length.
    #[must_use]
    pub fn direction(&self) -> [f64; D] {
        self.line.direction()
    }

    /// Returns the line that contains the ray, without a copy.
    #[inline]
    pub(crate) fn as_line(&self) -> &Line<D> {
        &self.line
    }

    /// Returns the line that contains the ray. The parameter t of a point is the same on the line and on the ray.
    #[must_use]
    pub fn line(&self) -> Line<D> {
        self.line
    }

    /// Returns the point `origin + t·direction`, rounded. It belongs to the ray for t ≥ 0.
    #[must_use]
    pub fn at(&self, t: f64) -> [f64; D] {
        self.line.at(t)
    }
}
