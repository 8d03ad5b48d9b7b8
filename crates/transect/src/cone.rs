//! Cones.

use transect_exact::polynomial::digits;
use transect_exact::vector::{add, scale, sub};

use crate::coordinates::Coordinates;
use crate::plane::Plane;
use crate::predicates::ends::{FloatEnds, FloatReach};
use crate::predicates::radial::{Disk, Radial, across};
use crate::shape::{Shape, ShapeError, by_ends, finite, radius};
use crate::side::{Extent, Interval};

/// A solid cone: the convex hull of an apex and a disk, the base. The axis runs from the apex to the center of the base
/// and is perpendicular to the base. A cone of radius zero is a segment.
///
/// The side of the cone relative to a plane n·p + d = 0 is exact: (n·c + d)²·|a|² is compared with r²·|n × a|². Here a
/// is the axis, and c and r are the center and the radius of the base.
///
/// ```
/// use transect::{Cone, Extent, Plane, Side};
/// let floor = Plane::new([0.0, 0.0, 1.0], 0.0)?;
/// let standing = Cone::new([0.0, 0.0, 2.0], [0.0, 0.0, 0.0], 1.0)?;
/// assert_eq!(floor.extent(&standing), Extent { backmost: Side::On, frontmost: Side::Front });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    apex: [f64; 3],
    base: [f64; 3],
    radius: f64,
}

impl Cone {
    /// Returns the cone with this apex and with a base of this center and radius.
    ///
    /// # Errors
    /// Returns [`ShapeError::NotFinite`] if a coordinate is NaN or infinite, [`ShapeError::Radius`] if the radius is
    /// NaN, infinite or negative, and [`ShapeError::NoAxis`] if apex and center are equal.
    pub fn new(
        apex: impl Coordinates<3>,
        base: impl Coordinates<3>,
        radius: f64,
    ) -> Result<Self, ShapeError> {
        let [apex, base] = [apex.coordinates(), base.coordinates()];
        finite("apex", None, &apex)?;
        finite("base", None, &base)?;
        self::radius(radius)?;
        if apex == base {
            return Err(ShapeError::NoAxis);
        }
        Ok(Self { apex, base, radius })
    }

    /// Returns the apex of the cone.
    #[must_use]
    pub fn apex(&self) -> [f64; 3] {
        self.apex
    }

    /// Returns the center of the base.
    #[must_use]
    pub fn base(&self) -> [f64; 3] {
        self.base
    }

    /// Returns the radius of the base.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    #[inline]
    fn float_ends(&self, plane: &Plane) -> Option<FloatEnds> {
        let reach = FloatReach::of_disk(plane.form(), [&self.apex, &self.base], self.radius)?;
        let disk = FloatEnds::of_center(plane.form(), &self.base, reach);
        Some(disk.join(FloatEnds::of_point(plane.form(), &self.apex)))
    }

    #[cold]
    #[inline(never)]
    fn difficult_extent(&self, plane: &Plane) -> Extent {
        let disk = self.disk(plane).extent::<{ digits(6) }>();
        disk.join(self.apex.extent(plane))
    }

    #[cold]
    #[inline(never)]
    fn difficult_interval(&self, plane: &Plane) -> Interval {
        let disk = self.disk(plane).interval::<{ digits(6) }>();
        disk.join(self.apex.interval(plane))
    }

    fn disk<'a>(&'a self, plane: &'a Plane) -> Radial<'a, 3, Disk<'a>> {
        Radial {
            form: plane.form(),
            center: &self.base,
            reach: Disk {
                normal: plane.normal(),
                axis: [&self.apex, &self.base],
                radius: self.radius,
            },
        }
    }
}

impl Shape<3> for Cone {
    by_ends!(3);

    fn extremes(&self, plane: &Plane) -> [[f64; 3]; 2] {
        let reach = scale(
            &across(&plane.normal(), &self.apex, &self.base),
            self.radius,
        );
        let disk = self.disk(plane).interval::<{ digits(6) }>();
        let apex = plane.signed_distance(&self.apex);
        [
            if apex <= disk.backmost {
                self.apex
            } else {
                sub(&self.base, &reach)
            },
            if apex >= disk.frontmost {
                self.apex
            } else {
                add(&self.base, &reach)
            },
        ]
    }
}
