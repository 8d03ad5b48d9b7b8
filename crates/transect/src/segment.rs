//! Segments: the points between two ends.

use crate::plane::Plane;
use crate::shape::{Shape, extent_of_points, extremes_of_points, interval_of_points};
use crate::side::{Extent, Interval};

/// All points between two ends, both included. The ends may be equal.
///
/// ```
/// use transect::{Plane, Segment, Side};
/// let plane = Plane::new([1.0, 0.0, 0.0], 0.0)?;
/// assert_eq!(plane.side(&Segment::new([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0])), Side::On);
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<const D: usize = 3> {
    /// The two ends.
    pub ends: [[f64; D]; 2],
}

impl<const D: usize> Segment<D> {
    /// The segment between two points.
    #[must_use]
    pub const fn new(start: [f64; D], end: [f64; D]) -> Self {
        Self { ends: [start, end] }
    }
}

impl<const D: usize> Shape<D> for Segment<D> {
    fn extent(&self, plane: &Plane<D>) -> Extent {
        extent_of_points(&self.ends, plane)
    }

    fn interval(&self, plane: &Plane<D>) -> Interval {
        interval_of_points(&self.ends, plane)
    }

    fn extremes(&self, plane: &Plane<D>) -> [[f64; D]; 2] {
        extremes_of_points(&self.ends, plane)
    }
}
