//! Axis-aligned boxes.

use core::error::Error;
use core::fmt;

use crate::plane::Plane;
use crate::shape::Shape;
use crate::side::{Extent, Interval, Side};

/// A closed axis-aligned box: all points with `min ≤ p ≤ max`. It may be flat, or a point.
///
/// ```
/// use transect::{Aabb, Plane, Side};
/// // All coordinates are integers, and the box touches. With normalised coefficients, floats miss the contact.
/// let plane = Plane::new([2.0, 3.0, 6.0], -17.0)?;
/// let aabb = Aabb::new([-2.0, 7.0, 0.0], [-1.0, 8.0, 1.0])?;
/// assert_eq!(plane.side(&aabb), Side::On);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<const D: usize = 3> {
    /// The least and the greatest corner.
    bounds: [[f64; D]; 2],
}

/// An error: numbers that do not describe a box.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum AabbError {
    /// A bound is NaN or infinite.
    NotFinite {
        /// The name of the wrong argument: "min", "max", "center" or "half-size".
        end: &'static str,
        /// The axis of the wrong number: 0, 1 or 2.
        axis: usize,
        /// The bound that is NaN or infinite.
        value: f64,
    },
    /// A lower bound is greater than the upper one.
    Inverted {
        /// The axis of the bounds: 0, 1 or 2.
        axis: usize,
        /// The lower bound.
        min: f64,
        /// The upper bound.
        max: f64,
    },
    /// A half-size is negative.
    NegativeHalfSize {
        /// The axis of the half-size: 0, 1 or 2.
        axis: usize,
        /// The negative half-size.
        value: f64,
    },
}

impl fmt::Display for AabbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { end, axis, value } => write!(
                f,
                "{end} {} is {value}, not a finite number",
                ["x", "y", "z"][*axis]
            ),
            Self::Inverted { axis, min, max } => write!(
                f,
                "min {0} is {min}, greater than max {0}, {max}",
                ["x", "y", "z"][*axis]
            ),
            Self::NegativeHalfSize { axis, value } => write!(
                f,
                "half-size {} is {value}; it must not be negative",
                ["x", "y", "z"][*axis]
            ),
        }
    }
}

impl Error for AabbError {}

impl<const D: usize> Aabb<D> {
    /// Returns the box between its least and its greatest corner.
    ///
    /// # Errors
    /// [`AabbError`] names the corner and the axis that are wrong.
    #[inline]
    pub fn new(min: [f64; D], max: [f64; D]) -> Result<Self, AabbError> {
        for (end, corner) in [("min", &min), ("max", &max)] {
            for (axis, &value) in corner.iter().enumerate() {
                if !value.is_finite() {
                    return Err(AabbError::NotFinite { end, axis, value });
                }
            }
        }
        match (0..D).find(|&axis| min[axis] > max[axis]) {
            Some(axis) => Err(AabbError::Inverted {
                axis,
                min: min[axis],
                max: max[axis],
            }),
            None => Ok(Self { bounds: [min, max] }),
        }
    }

    /// Returns the smallest box that contains two opposite corners, given in any order.
    ///
    /// # Errors
    /// [`AabbError::NotFinite`] if a coordinate is NaN or infinite.
    pub fn from_corners(a: [f64; D], b: [f64; D]) -> Result<Self, AabbError> {
        Self::new(a, a)?;
        Self::new(b, b)?;
        Self::new(
            core::array::from_fn(|axis| a[axis].min(b[axis])),
            core::array::from_fn(|axis| a[axis].max(b[axis])),
        )
    }

    /// Returns the box with this center and these half-sizes. Its bounds are rounded to the nearest floats;
    /// [`Parallelepiped::from_center`](crate::Parallelepiped::from_center) is the same box without rounding.
    ///
    /// ```
    /// use transect::Aabb;
    /// let aabb = Aabb::from_center([1.0, 2.0, 3.0], [1.0, 1.0, 0.5])?;
    /// assert_eq!(aabb, Aabb::new([0.0, 1.0, 2.5], [2.0, 3.0, 3.5])?);
    /// assert!(Aabb::from_center([0.0, 0.0], [1.0, -1.0]).is_err());
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    ///
    /// # Errors
    /// [`AabbError`] names the wrong number and its axis. A computed bound beyond the range of floats is an error, too.
    pub fn from_center(center: [f64; D], half_sizes: [f64; D]) -> Result<Self, AabbError> {
        for (end, numbers) in [("center", &center), ("half-size", &half_sizes)] {
            if let Some(axis) = (0..D).find(|&axis| !numbers[axis].is_finite()) {
                let value = numbers[axis];
                return Err(AabbError::NotFinite { end, axis, value });
            }
        }
        if let Some(axis) = (0..D).find(|&axis| half_sizes[axis] < 0.0) {
            let value = half_sizes[axis];
            return Err(AabbError::NegativeHalfSize { axis, value });
        }
        Self::new(
            core::array::from_fn(|axis| center[axis] - half_sizes[axis]),
            core::array::from_fn(|axis| center[axis] + half_sizes[axis]),
        )
    }

    /// Returns the smallest box around finite points; `None` for an empty slice.
    #[must_use]
    pub fn of_points(points: &[[f64; D]]) -> Option<Self> {
        let (&first, rest) = points.split_first()?;
        let [mut min, mut max] = [first; 2];
        for point in rest {
            for (axis, &coordinate) in point.iter().enumerate() {
                min[axis] = min[axis].min(coordinate);
                max[axis] = max[axis].max(coordinate);
            }
        }
        Some(Self { bounds: [min, max] })
    }

    /// Returns the smallest box around both boxes.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        let ([min, max], [other_min, other_max]) = (self.bounds, other.bounds);
        Self {
            bounds: [
                core::array::from_fn(|axis| min[axis].min(other_min[axis])),
                core::array::from_fn(|axis| max[axis].max(other_max[axis])),
            ],
        }
    }

    /// Returns the corner with the least coordinates.
    #[must_use]
    pub fn min(&self) -> [f64; D] {
        self.bounds[0]
    }

    /// Returns the corner with the greatest coordinates.
    #[must_use]
    pub fn max(&self) -> [f64; D] {
        self.bounds[1]
    }

    /// Returns the center, rounded.
    #[must_use]
    pub fn center(&self) -> [f64; D] {
        let [min, max] = self.bounds;
        core::array::from_fn(|axis| min[axis].midpoint(max[axis]))
    }

    /// Returns half the size along each axis, rounded. The result never overflows.
    #[must_use]
    pub fn half_sizes(&self) -> [f64; D] {
        let [min, max] = self.bounds;
        core::array::from_fn(|axis| max[axis].midpoint(-min[axis]))
    }

    /// Returns the 2ᴰ corners, exactly. Bit i of a corner's index is set if the corner is at the upper bound of axis i.
    ///
    /// ```
    /// use transect::Aabb;
    /// let corners: Vec<_> = Aabb::new([0.0, 0.0], [1.0, 2.0])?.corners().collect();
    /// assert_eq!(corners, [[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [1.0, 2.0]]);
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    pub fn corners(&self) -> impl ExactSizeIterator<Item = [f64; D]> + use<D> {
        let bounds = self.bounds;
        (0..1_usize << D)
            .map(move |place| core::array::from_fn(|axis| bounds[place >> axis & 1][axis]))
    }

    /// Returns `true` if the closed box contains the point. A point with a NaN is not contained.
    ///
    /// ```
    /// use transect::Aabb;
    /// let aabb = Aabb::new([0.0, 0.0], [1.0, 2.0])?;
    /// assert!(aabb.contains(&[1.0, 0.5]));
    /// assert!(!aabb.contains(&[1.5, 0.5]));
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, point: &[f64; D]) -> bool {
        let [min, max] = &self.bounds;
        (0..D).all(|axis| min[axis] <= point[axis] && point[axis] <= max[axis])
    }

    /// Returns the corners with the least and with the greatest n·p, chosen by the signs of n alone. If n is
    /// zero on an axis, several corners qualify: the first result is the one with the least coordinate on that axis,
    /// the second the one with the greatest.
    ///
    /// ```
    /// use transect::Aabb;
    /// let aabb = Aabb::new([0.0; 3], [1.0, 2.0, 3.0])?;
    /// let corners = aabb.backmost_and_frontmost(&[1.0, -1.0, 0.0]);
    /// assert_eq!(corners, [[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]);
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    #[must_use]
    pub fn backmost_and_frontmost(&self, normal: &[f64; D]) -> [[f64; D]; 2] {
        [0, 1].map(|end| {
            core::array::from_fn(|axis| self.bounds[end ^ usize::from(normal[axis] < 0.0)][axis])
        })
    }

    /// Returns the extent if the filter in floats is not certain. Takes the box by value: for a reference, the compiler
    /// would store a temporary box in memory.
    #[inline(never)]
    fn extent_by_corners(self, plane: &Plane<D>) -> Extent {
        let [backmost, frontmost] = self.backmost_and_frontmost(&plane.normal());
        Extent {
            backmost: plane.form().side(&backmost),
            frontmost: plane.form().side(&frontmost),
        }
    }
}

impl<const D: usize> Shape<D> for Aabb<D> {
    #[inline]
    fn extent(&self, plane: &Plane<D>) -> Extent {
        let ([back, front], is_certain) = plane.form().over_box(&self.bounds);
        if is_certain {
            Extent {
                backmost: Side::of_nonzero(back),
                frontmost: Side::of_nonzero(front),
            }
        } else {
            self.extent_by_corners(plane)
        }
    }

    fn interval(&self, plane: &Plane<D>) -> Interval {
        let [backmost, frontmost] = self.backmost_and_frontmost(&plane.normal());
        Interval {
            backmost: plane.signed_distance(&backmost),
            frontmost: plane.signed_distance(&frontmost),
        }
    }

    fn extremes(&self, plane: &Plane<D>) -> [[f64; D]; 2] {
        self.backmost_and_frontmost(&plane.normal())
    }

    fn extreme_balls(&self, plane: &Plane<D>) -> Option<([[f64; D]; 2], f64)> {
        Some((self.extremes(plane), 0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn message(built: Result<Aabb, AabbError>) -> Option<alloc::string::String> {
        built.err().map(|error| error.to_string())
    }

    #[test]
    fn centers_and_half_sizes_are_checked() {
        let by_center =
            |center: [f64; 3], half_sizes| message(Aabb::from_center(center, half_sizes));
        assert_eq!(by_center([1.0; 3], [0.0; 3]), None);
        assert_eq!(
            by_center([0.0, f64::NAN, 0.0], [1.0; 3]).as_deref(),
            Some("center y is NaN, not a finite number")
        );
        assert_eq!(
            by_center([0.0; 3], [1.0, 1.0, f64::INFINITY]).as_deref(),
            Some("half-size z is inf, not a finite number")
        );
        assert_eq!(
            by_center([0.0; 3], [-1.0, 1.0, 1.0]).as_deref(),
            Some("half-size x is -1; it must not be negative")
        );
        assert_eq!(
            by_center([1e308; 3], [1e308; 3]).as_deref(),
            Some("max x is inf, not a finite number")
        );
    }

    #[test]
    fn the_largest_box_has_a_center_and_half_sizes() -> Result<(), AabbError> {
        let all = Aabb::new([-f64::MAX; 2], [f64::MAX, 0.0])?;
        assert_eq!(all.center(), [0.0, -f64::MAX / 2.0]);
        assert_eq!(all.half_sizes(), [f64::MAX, f64::MAX / 2.0]);
        assert!(all.contains(&[-f64::MAX, 0.0]));
        assert!(!all.contains(&[0.0, 5e-324]));
        assert!(!all.contains(&[f64::NAN, 0.0]));
        assert_eq!(all.corners().len(), 4);
        assert!(all.corners().all(|corner| all.contains(&corner)));
        Ok(())
    }
}
