//! Capsules: all points within a radius of a segment.

use transect_exact::vector::{add, scale, sub, unit};

use crate::coordinates::Coordinates;
use crate::plane::Plane;
use crate::predicates::ends::{FloatEnds, FloatReach};
use crate::shape::{Shape, ShapeError, by_ends, extremes_of_points, finite, radius};
use crate::side::{Extent, Interval};
use crate::sphere::Sphere;

/// All points within a radius of a segment: the convex hull of two equal spheres around its ends. The two ends may be
/// equal, and the radius may be zero.
///
/// The side of the capsule relative to a plane is exact, because the sides of the two spheres around its ends are
/// exact.
///
/// ```
/// use transect::{Capsule, Extent, Plane, Side};
/// let floor = Plane::new([0.0, 0.0, 3.0], 0.0)?;
/// let standing = Capsule::new([0.0, 0.0, 0.5], [0.0, 0.0, 1.5], 0.5)?;
/// assert_eq!(floor.extent(&standing), Extent { backmost: Side::On, frontmost: Side::Front });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<const D: usize = 3> {
    ends: [[f64; D]; 2],
    radius: f64,
}

impl<const D: usize> Capsule<D> {
    /// Returns the capsule around the segment between two points.
    ///
    /// # Errors
    /// Returns [`ShapeError::NotFinite`] if a coordinate is NaN or infinite, and [`ShapeError::Radius`] if the radius
    /// is NaN, infinite or negative.
    #[inline]
    pub fn new(
        start: impl Coordinates<D>,
        end: impl Coordinates<D>,
        radius: f64,
    ) -> Result<Self, ShapeError> {
        let [start, end] = [start.coordinates(), end.coordinates()];
        finite("start", None, &start)?;
        finite("end", None, &end)?;
        self::radius(radius)?;
        Ok(Self {
            ends: [start, end],
            radius,
        })
    }

    /// Returns the ends of the segment around which the capsule lies.
    #[must_use]
    pub fn ends(&self) -> [[f64; D]; 2] {
        self.ends
    }

    /// Returns the radius of the capsule.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Returns the spheres around the ends, which are valid because the capsule is.
    fn spheres(&self) -> [Sphere<D>; 2] {
        self.ends
            .map(|end| Sphere::new(end, self.radius).expect("as the capsule itself"))
    }

    #[cold]
    #[inline(never)]
    fn difficult_extent(&self, plane: &Plane<D>) -> Extent {
        let [start, end] = self.spheres().map(|sphere| sphere.extent(plane));
        start.join(end)
    }

    #[cold]
    #[inline(never)]
    fn difficult_interval(&self, plane: &Plane<D>) -> Interval {
        let [start, end] = self.spheres().map(|sphere| sphere.interval(plane));
        start.join(end)
    }

    #[inline]
    fn float_ends(&self, plane: &Plane<D>) -> Option<FloatEnds> {
        let reach = FloatReach::of_ball(plane.form().normal(), self.radius)?;
        let [start, end] = &self.ends;
        let ball = |center| FloatEnds::of_center(plane.form(), center, reach);
        Some(ball(start).join(ball(end)))
    }
}

impl<const D: usize> Shape<D> for Capsule<D> {
    by_ends!(D);

    fn extremes(&self, plane: &Plane<D>) -> [[f64; D]; 2] {
        let [backmost, frontmost] = extremes_of_points(&self.ends, plane);
        let reach = scale(&unit(&plane.normal()), self.radius);
        [sub(&backmost, &reach), add(&frontmost, &reach)]
    }

    fn extreme_balls(&self, plane: &Plane<D>) -> Option<([[f64; D]; 2], f64)> {
        Some((extremes_of_points(&self.ends, plane), self.radius))
    }
}
