//! Axis-aligned boxes.

mod error;
mod image;

use error::Wrong;

pub use error::AabbError;

use transect_exact::Side;
use transect_exact::arrays::{Few as _, array};
use transect_exact::vector::is_finite;

use crate::coordinates::Coordinates;
use crate::plane::Plane;
use crate::predicates::ruler::Ruler;
use crate::shape::Shape;
use crate::side::{Extent, Interval};

/// A closed axis-aligned box: all points with `min ≤ p ≤ max`. The box may be flat, or a single point.
///
/// A lower bound may be −∞ and an upper bound ∞: the box is then unbounded in that direction of the axis, and all
/// answers are exact for this unbounded set. Renderers use such a box for an object that is always visible. If a box is
/// unbounded in both directions of an axis, every plane that is not parallel to this axis meets the box. If the box is
/// unbounded in a direction that is not parallel to a plane, a signed distance in its [`Interval`](crate::Interval) is
/// infinite.
///
/// ```
/// use transect::{Aabb, Plane, Side};
/// // The corner (−2, 7, 0) of the box lies exactly in the plane. Normalised coefficients would be rounded, and the
/// // corner would lie off the plane.
/// let plane = Plane::new([2.0, 3.0, 6.0], -17.0)?;
/// let aabb = Aabb::new([-2.0, 7.0, 0.0], [-1.0, 8.0, 1.0])?;
/// assert_eq!(plane.side(&aabb), Side::On);
/// let slab = Aabb::new([f64::NEG_INFINITY, f64::NEG_INFINITY, 3.0], [f64::INFINITY, f64::INFINITY, 4.0])?;
/// assert_eq!(plane.side(&slab), Side::On);
/// assert_eq!("z = 2".parse::<Plane>()?.side(&slab), Side::Front);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "AABB")]
#[doc(alias = "BoundingBox")]
#[doc(alias = "Rect")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<const D: usize = 3> {
    /// The least and the greatest corner.
    bounds: [[f64; D]; 2],
}

impl<const D: usize> Aabb<D> {
    /// Returns the box between its least and its greatest corner. A lower bound may be −∞, an upper bound ∞.
    ///
    /// # Errors
    /// Returns an [`AabbError`] if a bound is NaN, a lower bound is ∞ or above the upper bound, or an upper bound is
    /// −∞.
    #[inline]
    pub fn new(min: impl Coordinates<D>, max: impl Coordinates<D>) -> Result<Self, AabbError> {
        let [min, max] = [min.coordinates(), max.coordinates()];
        // NaN and inverted bounds fail the first comparison. The bounds ∞, ∞ and −∞, −∞ fail one of the others.
        let is_box = |axis: usize| {
            min[axis] <= max[axis] && min[axis] < f64::INFINITY && max[axis] > f64::NEG_INFINITY
        };
        if (0..D).all(is_box) {
            Ok(Self { bounds: [min, max] })
        } else {
            Err(Wrong::of(min, max).error())
        }
    }

    /// Returns the box between two opposite corners, which can be given in any order.
    ///
    /// # Errors
    /// Returns [`AabbError::NotFinite`] if a coordinate is NaN or infinite.
    pub fn from_corners(a: impl Coordinates<D>, b: impl Coordinates<D>) -> Result<Self, AabbError> {
        let [a, b] = [a.coordinates(), b.coordinates()];
        finite("corner", &a)?;
        finite("corner", &b)?;
        let min: [f64; D] = array(|axis| a[axis].min(b[axis]));
        let max: [f64; D] = array(|axis| a[axis].max(b[axis]));
        Self::new(min, max)
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
    /// Returns an [`AabbError`] that names the invalid number and its axis. A computed bound beyond the range of floats
    /// is an error, too.
    #[doc(alias = "half_extents")]
    #[doc(alias = "from_center_size")]
    pub fn from_center(
        center: impl Coordinates<D>,
        half_sizes: impl Coordinates<D>,
    ) -> Result<Self, AabbError> {
        let [center, half_sizes] = [center.coordinates(), half_sizes.coordinates()];
        finite("center", &center)?;
        finite("half-size", &half_sizes)?;
        if let Some(axis) = (0..D).find(|&axis| half_sizes[axis] < 0.0) {
            let value = half_sizes[axis];
            return Err(AabbError::NegativeHalfSize { axis, value });
        }
        let min: [f64; D] = array(|axis| center[axis] - half_sizes[axis]);
        let max: [f64; D] = array(|axis| center[axis] + half_sizes[axis]);
        finite("min", &min)?;
        finite("max", &max)?;
        Self::new(min, max)
    }

    /// Returns the smallest box around points.
    ///
    /// ```
    /// use transect::Aabb;
    /// let aabb = Aabb::of_points(&[[0.0, 3.0], [2.0, 1.0]])?;
    /// assert_eq!(aabb, Aabb::new([0.0, 1.0], [2.0, 3.0])?);
    /// let error = Aabb::of_points(&[[0.0, 3.0], [2.0, f64::NAN]]).unwrap_err();
    /// assert_eq!(error.to_string(), "point 1 y is NaN, not a finite number");
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`AabbError::NoPoints`] for an empty slice, and [`AabbError::Point`] if a coordinate is NaN or infinite.
    #[doc(alias = "from_points")]
    #[doc(alias = "minimal_enclosing_aabb")]
    pub fn of_points(points: &[impl Coordinates<D>]) -> Result<Self, AabbError> {
        let first = points.first().ok_or(AabbError::NoPoints)?.coordinates();
        let [mut min, mut max] = [first; 2];
        for (index, point) in points.iter().enumerate() {
            for (axis, value) in point.coordinates().into_iter().enumerate() {
                if !value.is_finite() {
                    return Err(AabbError::Point { index, axis, value });
                }
                min[axis] = min[axis].min(value);
                max[axis] = max[axis].max(value);
            }
        }
        Ok(Self { bounds: [min, max] })
    }

    /// Returns the smallest box that contains both this box and `other`.
    #[doc(alias = "union")]
    #[doc(alias = "merge")]
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        let ([min, max], [other_min, other_max]) = (self.bounds, other.bounds);
        Self {
            bounds: [
                array(|axis| min[axis].min(other_min[axis])),
                array(|axis| max[axis].max(other_max[axis])),
            ],
        }
    }

    /// Returns the common part of both boxes, exactly, or `None` if they have no common point. If the boxes only touch,
    /// their common part is flat.
    ///
    /// ```
    /// use transect::Aabb;
    /// let (a, b) = (Aabb::new([0.0, 0.0], [2.0, 2.0])?, Aabb::new([1.0, 2.0], [4.0, 3.0])?);
    /// assert_eq!(a.intersection(&b), Some(Aabb::new([1.0, 2.0], [2.0, 2.0])?));
    /// assert_eq!(a.intersection(&Aabb::new([2.5, 0.0], [3.0, 1.0])?), None);
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let ([min, max], [other_min, other_max]) = (self.bounds, other.bounds);
        let min = array(|axis| min[axis].max(other_min[axis]));
        let max = array(|axis| max[axis].min(other_max[axis]));
        Self::new(min, max).ok()
    }

    /// Returns the box whose faces are moved outward by `distance`, or inward if `distance` is negative. The bounds are
    /// rounded to the nearest floats. A bound beyond the range of floats becomes infinite, and the box unbounded.
    ///
    /// ```
    /// use transect::Aabb;
    /// let aabb = Aabb::new([0.0, 0.0], [2.0, 1.0])?;
    /// assert_eq!(aabb.grow(0.5)?, Aabb::new([-0.5, -0.5], [2.5, 1.5])?);
    /// assert!(aabb.grow(-0.75).is_err()); // the faces would pass each other
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an [`AabbError`] if a computed bound is NaN, or if opposite faces would pass each other.
    #[doc(alias = "expand")]
    #[doc(alias = "inflate")]
    #[doc(alias = "loosened")]
    pub fn grow(&self, distance: f64) -> Result<Self, AabbError> {
        let [min, max] = self.bounds;
        Self::new(min.map(|c| c - distance), max.map(|c| c + distance))
    }

    /// Returns the size along each axis, max − min, rounded. A size beyond the range of floats is infinite.
    ///
    /// ```
    /// use transect::Aabb;
    /// assert_eq!(Aabb::new([0.0, 1.0], [2.0, 1.5])?.size(), [2.0, 0.5]);
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    #[doc(alias = "extents")]
    #[doc(alias = "dimensions")]
    #[must_use]
    pub fn size(&self) -> [f64; D] {
        let [min, max] = self.bounds;
        array(|axis| max[axis] - min[axis])
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

    /// Returns the center, rounded. On an axis with one infinite bound, the coordinate of the center is this bound. On
    /// an axis with two infinite bounds, it is 0.
    #[must_use]
    pub fn center(&self) -> [f64; D] {
        let [min, max] = self.bounds;
        array(|axis| {
            let center = min[axis].midpoint(max[axis]);
            if center.is_nan() { 0.0 } else { center }
        })
    }

    /// Returns `true` for each axis on which the box is far from zero relative to its size: all coordinates have the
    /// same sign, and lie within a factor of two of each other.
    ///
    /// On such an axis, f32 coordinates lose digits that they would keep if the box were around zero.
    ///
    /// ```
    /// use transect::Aabb;
    /// let bounds = Aabb::new([100.0, 1.0, -1.0], [101.0, 3.0, 1.0])?;
    /// assert_eq!(bounds.is_far_from_zero(), [true, false, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_far_from_zero(&self) -> [bool; D] {
        let [min, max] = self.bounds;
        array(|axis| {
            let (low, high) = (min[axis], max[axis]);
            let near = low.abs().min(high.abs());
            let far = low.abs().max(high.abs());
            low.signum() == high.signum() && far <= 2.0 * near && far != 0.0
        })
    }

    /// Returns half of the box's size along each axis, rounded. The results never overflow.
    #[must_use]
    pub fn half_sizes(&self) -> [f64; D] {
        let [min, max] = self.bounds;
        array(|axis| max[axis].midpoint(-min[axis]))
    }

    /// Returns `true` if all bounds are finite.
    ///
    /// ```
    /// use transect::Aabb;
    /// assert!(Aabb::new([0.0; 3], [f64::MAX; 3])?.is_bounded());
    /// assert!(!Aabb::new([0.0; 3], [f64::INFINITY; 3])?.is_bounded());
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.bounds.iter().all(is_finite)
    }

    /// Returns the lower bound of the box on an axis if it is finite, or else the upper bound if that is finite, or
    /// else 0.
    pub(crate) fn finite_bound(&self, axis: usize) -> f64 {
        let ends = [self.bounds[0][axis], self.bounds[1][axis], 0.0];
        let finite = ends.into_iter().find(|bound| bound.is_finite());
        finite.unwrap_or_default()
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
        (0..1_usize << D).map(move |place| array(|axis| bounds[place >> axis & 1][axis]))
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
    pub fn contains(&self, point: &impl Coordinates<D>) -> bool {
        let point = point.coordinates();
        let [min, max] = &self.bounds;
        (0..D).all(|axis| min[axis] <= point[axis] && point[axis] <= max[axis])
    }

    /// Returns the corner with the least n·p and the corner with the greatest n·p, where n is the normal. The signs of
    /// n alone determine the corners. If n is zero on an axis, several corners qualify: the first result then has the
    /// least coordinate on that axis, the second result the greatest. But if that coordinate is infinite, it is
    /// replaced by the finite bound of the axis, or by 0. So a coordinate is infinite only if n·p is unbounded on the
    /// box.
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
        [0, 1].each(|end| {
            array(|axis| {
                let bound = self.bounds[end ^ usize::from(normal[axis] < 0.0)][axis];
                if bound.is_infinite() && normal[axis] == 0.0 {
                    self.finite_bound(axis)
                } else {
                    bound
                }
            })
        })
    }

    /// Returns the extent of the box relative to the plane, computed from the exact sides of the backmost and the
    /// frontmost corner. Called only if the floating-point filter does not decide the extent. Takes the box by value:
    /// for a reference, the compiler would store a temporary box in memory.
    #[inline(never)]
    fn extent_by_corners(self, plane: &Plane<D>) -> Extent {
        let [backmost, frontmost] = self.backmost_and_frontmost(&plane.normal());
        let side = |corner: &[f64; D], if_unbounded| {
            if is_finite(corner) {
                plane.form().side(corner)
            } else {
                if_unbounded
            }
        };
        Extent {
            backmost: side(&backmost, Side::Back),
            frontmost: side(&frontmost, Side::Front),
        }
    }

    #[cold]
    #[inline(never)]
    fn interval_by_corners(&self, plane: &Plane<D>) -> Interval {
        let ruler = Ruler::new(plane.normal());
        let [backmost, frontmost] = self.backmost_and_frontmost(&plane.normal());
        let distance = |corner: &[f64; D], if_unbounded| {
            if is_finite(corner) {
                ruler.distance(plane.form(), corner)
            } else {
                if_unbounded
            }
        };
        Interval {
            backmost: distance(&backmost, f64::NEG_INFINITY),
            frontmost: distance(&frontmost, f64::INFINITY),
        }
    }
}

/// Returns an error unless all numbers are finite.
fn finite<const D: usize>(end: &'static str, numbers: &[f64; D]) -> Result<(), AabbError> {
    match (0..D).find(|&axis| !numbers[axis].is_finite()) {
        Some(axis) => Err(AabbError::NotFinite {
            end,
            axis,
            value: numbers[axis],
        }),
        None => Ok(()),
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

    #[inline(always)]
    fn interval(&self, plane: &Plane<D>) -> Interval {
        Ruler::new(plane.normal())
            .interval(plane.form(), &self.bounds)
            .unwrap_or_else(|| self.interval_by_corners(plane))
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
