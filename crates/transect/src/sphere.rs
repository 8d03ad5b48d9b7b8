//! Spheres, and circles in 2D.

use transect_exact::polynomial::digits;
use transect_exact::vector::{add, scale, sub, unit};

use crate::coordinates::Coordinates;
use crate::plane::Plane;
use crate::predicates::ends::{FloatEnds, FloatReach, interval_of_ball};
use crate::predicates::radial::{Ball, Radial};
use crate::shape::{Shape, ShapeError, by_ends, finite, radius};
use crate::side::{Extent, Interval};

/// All points within a radius of a center: a solid ball, or a disk in 2D. A sphere of radius zero is a point.
///
/// The side of the sphere relative to a plane n·p + d = 0 is exact, for normals n of any length. The squares of n·c + d
/// and r·|n| are compared, in integers if floats do not decide. Here c is the center, and r the radius.
///
/// ```
/// use transect::{Extent, Plane, Side, Sphere};
/// // The sphere touches the plane: the normal has the length 7, and 2·1 + 3·2 + 6·3 − 5 = 3·7.
/// let plane = Plane::new([2.0, 3.0, 6.0], -5.0)?;
/// let sphere = Sphere::new([1.0, 2.0, 3.0], 3.0)?;
/// assert_eq!(plane.extent(&sphere), Extent { backmost: Side::On, frontmost: Side::Front });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "circle")]
#[doc(alias = "ball")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere<const D: usize = 3> {
    center: [f64; D],
    radius: f64,
}

impl<const D: usize> Sphere<D> {
    /// Returns the sphere with this center and radius.
    ///
    /// # Errors
    /// Returns [`ShapeError::NotFinite`] if a coordinate is NaN or infinite, and [`ShapeError::Radius`] if the radius
    /// is NaN, infinite or negative.
    #[inline]
    pub fn new(center: impl Coordinates<D>, radius: f64) -> Result<Self, ShapeError> {
        let center = center.coordinates();
        finite("center", None, &center)?;
        self::radius(radius)?;
        Ok(Self { center, radius })
    }

    /// Returns the center of the sphere.
    #[must_use]
    pub fn center(&self) -> [f64; D] {
        self.center
    }

    /// Returns the radius of the sphere.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    pub(crate) fn center_ref(&self) -> &[f64; D] {
        &self.center
    }

    #[cold]
    #[inline(never)]
    fn difficult_extent(&self, plane: &Plane<D>) -> Extent {
        self.seen_from(plane).extent::<{ digits(4) }>()
    }

    #[cold]
    #[inline(never)]
    fn difficult_interval(&self, plane: &Plane<D>) -> Interval {
        interval_of_ball(plane.form(), &self.center, self.radius)
            .unwrap_or_else(|| self.seen_from(plane).interval::<{ digits(4) }>())
    }

    /// Returns the extent of the sphere if floats decide it.
    #[inline]
    pub(crate) fn float_extent(&self, plane: &Plane<D>) -> Option<Extent> {
        self.float_ends(plane)?.extent()
    }

    #[inline]
    fn float_ends(&self, plane: &Plane<D>) -> Option<FloatEnds> {
        let reach = FloatReach::of_ball(plane.form().normal(), self.radius)?;
        Some(FloatEnds::of_center(plane.form(), &self.center, reach))
    }

    fn seen_from<'a>(&'a self, plane: &'a Plane<D>) -> Radial<'a, D, Ball<D>> {
        Radial {
            form: plane.form(),
            center: &self.center,
            reach: Ball {
                normal: plane.normal(),
                radius: self.radius,
            },
        }
    }
}

impl<const D: usize> Shape<D> for Sphere<D> {
    by_ends!(D);

    fn extremes(&self, plane: &Plane<D>) -> [[f64; D]; 2] {
        let reach = scale(&unit(&plane.normal()), self.radius);
        [sub(&self.center, &reach), add(&self.center, &reach)]
    }

    fn extreme_balls(&self, _plane: &Plane<D>) -> Option<([[f64; D]; 2], f64)> {
        Some(([self.center; 2], self.radius))
    }
}
