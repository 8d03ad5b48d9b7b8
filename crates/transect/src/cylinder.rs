//! Cylinders.

use transect_exact::arrays::Few as _;
use transect_exact::polynomial::digits;
use transect_exact::vector::{add, scale, sub};

use crate::coordinates::Coordinates;
use crate::plane::Plane;
use crate::predicates::ends::{FloatEnds, FloatReach};
use crate::predicates::radial::{Disk, Radial, across};
use crate::shape::{Shape, ShapeError, by_ends, extremes_of_points, finite, radius};
use crate::side::{Extent, Interval};

/// A solid cylinder with flat ends: the convex hull of two equal disks perpendicular to the axis between
/// their centers. A cylinder of radius zero is a segment.
///
/// The side of the cylinder relative to a plane n·p + d = 0 is exact: (n·c + d)²·|a|² is compared with r²·|n × a|².
/// Here a is the axis, r the radius, and c the center of a disk.
///
/// ```
/// use transect::{Cylinder, Extent, Plane, Side};
/// let plane = Plane::new([3.0, 0.0, 4.0], 0.0)?;
/// // The axis and the plane's normal form the angle of a 3-4-5 triangle. The rim of the lower end touches the plane.
/// let cylinder = Cylinder::new([0.0, 0.0, 1.5], [0.0, 0.0, 5.0], 2.0)?;
/// assert_eq!(plane.extent(&cylinder), Extent { backmost: Side::On, frontmost: Side::Front });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    ends: [[f64; 3]; 2],
    radius: f64,
}

impl Cylinder {
    /// Returns the cylinder between the centers of its ends.
    ///
    /// # Errors
    /// Returns [`ShapeError::NotFinite`] if a coordinate is NaN or infinite, [`ShapeError::Radius`] if the radius is
    /// NaN, infinite or negative, and [`ShapeError::NoAxis`] if the ends are equal.
    pub fn new(
        start: impl Coordinates<3>,
        end: impl Coordinates<3>,
        radius: f64,
    ) -> Result<Self, ShapeError> {
        let [start, end] = [start.coordinates(), end.coordinates()];
        finite("start", None, &start)?;
        finite("end", None, &end)?;
        self::radius(radius)?;
        if start == end {
            return Err(ShapeError::NoAxis);
        }
        Ok(Self {
            ends: [start, end],
            radius,
        })
    }

    /// Returns the centers of the two ends.
    #[must_use]
    pub fn ends(&self) -> [[f64; 3]; 2] {
        self.ends
    }

    /// Returns the radius of the cylinder.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    #[inline]
    fn float_ends(&self, plane: &Plane) -> Option<FloatEnds> {
        let [start, end] = &self.ends;
        let reach = FloatReach::of_disk(plane.form(), [start, end], self.radius)?;
        let disk = |center| FloatEnds::of_center(plane.form(), center, reach);
        Some(disk(start).join(disk(end)))
    }

    #[cold]
    #[inline(never)]
    fn difficult_extent(&self, plane: &Plane) -> Extent {
        let [start, end] = self.disks(plane).map(|disk| disk.extent::<{ digits(6) }>());
        start.join(end)
    }

    #[cold]
    #[inline(never)]
    fn difficult_interval(&self, plane: &Plane) -> Interval {
        let [start, end] = self
            .disks(plane)
            .map(|disk| disk.interval::<{ digits(6) }>());
        start.join(end)
    }

    fn disks<'a>(&'a self, plane: &'a Plane) -> [Radial<'a, 3, Disk<'a>>; 2] {
        self.ends.each_ref().each(|center| Radial {
            form: plane.form(),
            center,
            reach: Disk {
                normal: plane.normal(),
                axis: self.ends.each_ref(),
                radius: self.radius,
            },
        })
    }
}

impl Shape<3> for Cylinder {
    by_ends!(3);

    fn extremes(&self, plane: &Plane) -> [[f64; 3]; 2] {
        let [backmost, frontmost] = extremes_of_points(&self.ends, plane);
        let [start, end] = &self.ends;
        let reach = scale(&across(&plane.normal(), start, end), self.radius);
        [sub(&backmost, &reach), add(&frontmost, &reach)]
    }
}
