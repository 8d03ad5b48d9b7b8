//! Segments: the points between two ends.

use transect_exact::arrays::array;

use crate::coordinates::Coordinates;
use crate::shape::{Shape, ShapeError, all_finite, by_points};

/// All points between two ends, including the ends. The ends may be equal.
///
/// ```
/// use transect::{Plane, Segment, Side};
/// let plane = Plane::new([1.0, 0.0, 0.0], 0.0)?;
/// assert_eq!(plane.side(&Segment::new([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0])?), Side::On);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<const D: usize = 3> {
    pub(crate) ends: [[f64; D]; 2],
}

impl<const D: usize> Segment<D> {
    /// Returns the segment between two points.
    ///
    /// # Errors
    /// Returns [`ShapeError::NotFinite`] if a coordinate of an end is NaN or infinite.
    #[inline]
    pub fn new(start: impl Coordinates<D>, end: impl Coordinates<D>) -> Result<Self, ShapeError> {
        let ends = [start.coordinates(), end.coordinates()];
        all_finite("end", &ends)?;
        Ok(Self { ends })
    }

    /// Returns the two ends of the segment: start and end.
    #[must_use]
    pub const fn ends(&self) -> [[f64; D]; 2] {
        self.ends
    }

    /// Returns the point start + t·(end − start), rounded, for t from 0 to 1. Each of its coordinates lies between the
    /// coordinates of the ends.
    ///
    /// ```
    /// let segment = transect::Segment::new([0.0, 2.0], [4.0, 2.0])?;
    /// assert_eq!(segment.at(0.25), [1.0, 2.0]);
    /// # Ok::<(), transect::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, t: f64) -> [f64; D] {
        let [a, b] = &self.ends;
        point_between([a, b], t)
    }
}

/// Returns the point of [`Segment::at`] for the segment between two points.
#[inline]
pub(crate) fn point_between<const D: usize>([a, b]: [&[f64; D]; 2], t: f64) -> [f64; D] {
    array(|axis| {
        let (low, high) = if a[axis] < b[axis] {
            (a[axis], b[axis])
        } else {
            (b[axis], a[axis])
        };
        let step = b[axis] - a[axis];
        let point = if step.is_finite() {
            a[axis] + t * step
        } else {
            (1.0 - t) * a[axis] + t * b[axis]
        };
        point.clamp(low, high) + 0.0
    })
}

impl<const D: usize> Shape<D> for Segment<D> {
    by_points!(ends, D, extent_of_few);
}
