//! Points that are kept as the planes that meet there. Their sides are exact, because no coordinate is rounded.

use transect_exact::Side;
use transect_exact::arrays::array;
use transect_exact::determinant::{determinant, determinant4, dot};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::unit::U;
use transect_exact::vector::{length, near_one};

use crate::incidence::{homogeneous, meeting_point, side_of_meeting, turn, value_at_meeting};
use crate::kept_plane::{ExtentThrough, Form, KeptPlane};
use crate::plane::{Plane, PlaneError};
use crate::shape::Shape;
use crate::side::{Extent, Interval};

/// The point where D planes meet, kept as these planes: three planes in 3D, two in 2D.
///
/// The coordinates of the point are quotients of determinants, which are rarely floats. The side of another plane on
/// which the point lies is exact: by Cramer's rule, it is the product of the signs of two determinants.
///
/// ```
/// use transect::{MeetingPoint, Plane, Side};
/// // The point (1/3, 2/3); neither coordinate is a float.
/// let point = MeetingPoint::new([Plane::new([3.0, 0.0], -1.0)?, Plane::new([0.0, 3.0], -2.0)?])?;
/// assert_eq!(Plane::new([1.0, 1.0], -1.0)?.side(&point), Side::On);
/// assert_eq!(Plane::new([2.0, -1.0], 1e-300)?.side(&point), Side::Front);
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeetingPoint<const D: usize = 3> {
    planes: [Plane<D>; D],
    /// The sign of the determinant of the planes' normals, which is not zero.
    turn: Side,
}

impl<const D: usize> MeetingPoint<D> {
    /// Returns the common point of D planes.
    ///
    /// # Errors
    /// Returns [`PlaneError::NoSinglePoint`] if the normals are linearly dependent; this test is exact.
    pub fn new(planes: [Plane<D>; D]) -> Result<Self, PlaneError> {
        match turn(planes.each_ref()) {
            Side::On => Err(PlaneError::NoSinglePoint),
            turn => Ok(Self { planes, turn }),
        }
    }

    /// Returns the planes that meet in the point.
    #[must_use]
    pub fn planes(&self) -> [Plane<D>; D] {
        self.planes
    }

    /// Returns the coordinates of the point. Each is the float nearest to the true coordinate, ties to even. A
    /// coordinate beyond the range of floats is infinite.
    #[must_use]
    pub fn rounded(&self) -> [f64; D] {
        meeting_point(self.planes.each_ref())
    }
}

impl<const D: usize> MeetingPoint<D> {
    /// Returns the side of a plane on which the point lies, if the determinant of all planes in floats certainly has
    /// the right sign.
    ///
    /// A row of the determinant is a plane's normal and offset. Let P be the product of the sums of the magnitudes in
    /// each row, and u = 2⁻⁵³. The sum of the magnitudes of all terms of the determinant is at most P. Each term passes
    /// through at most nine roundings, so the error is below 9.1u·P: two for a 2×2 minor, one for its product, two for
    /// the sum to a 3×3 minor, one for its product, and three for the last sums. With row sums from 1e-40 to 1e40, an
    /// underflow contributes at most η·1e120 with the smallest positive float η, which is negligible relative to u·P ≥
    /// u·1e-160.
    #[inline]
    fn side_by_floats(&self, plane: &Plane<D>) -> Option<Side> {
        let row = |plane: &Plane<D>| -> [f64; 4] {
            let normal = plane.form().normal();
            array(|column| *normal.get(column).unwrap_or(&plane.offset()))
        };
        let mut rows = [row(plane); 4];
        for (row_of_plane, plane) in rows.iter_mut().zip(&self.planes) {
            *row_of_plane = row(plane);
        }
        let (mut product, mut are_moderate) = (1.0, true);
        for [a, b, c, d] in &rows[..=D] {
            let size = match D {
                3 => (a.abs() + b.abs()) + (c.abs() + d.abs()),
                _ => a.abs() + b.abs() + c.abs(),
            };
            product *= size;
            are_moderate &= (1e-40..1e40).contains(&size);
        }
        let determinant = if D == 3 {
            determinant4(rows.each_ref())
        } else {
            let part = |row: usize| [rows[row][0], rows[row][1], rows[row][2]];
            determinant([&part(0), &part(1), &part(2)])
        };
        let is_certain = are_moderate && determinant.abs() > 12.0 * U * product;
        is_certain.then(|| Side::of_nonzero(determinant).times(self.turn))
    }
}

impl<const D: usize> Shape<D> for MeetingPoint<D> {
    /// Computes the side of the plane on which the point lies, with a polynomial of degree D + 1. Both ends of the
    /// extent are this side.
    #[inline]
    fn extent(&self, plane: &Plane<D>) -> Extent {
        let side = self.side_by_floats(plane).unwrap_or_else(|| {
            let planes = self.planes.each_ref();
            side_of_meeting(planes, self.turn, plane, || false)
        });
        Extent::of_point(side)
    }

    fn interval(&self, plane: &Plane<D>) -> Interval {
        let (normal, exponent) = near_one(&plane.normal());
        let value = value_at_meeting(self.planes.each_ref(), plane, -exponent);
        let distance = value / length(&normal);
        Interval {
            backmost: distance,
            frontmost: distance,
        }
    }

    fn extremes(&self, _plane: &Plane<D>) -> [[f64; D]; 2] {
        [self.rounded(); 2]
    }
}

impl<const D: usize> ExtentThrough<D> for MeetingPoint<D> {
    fn extent_through(&self, plane: &impl KeptPlane<D>) -> Extent {
        let side = sign::<{ digits(6) }>(&ValueThrough(self, plane.kept().form()));
        Extent::of_point(side.times(self.turn))
    }
}

/// The value n·p + d of a kept plane at the meeting point, times the determinant of the planes' normals: a
/// polynomial of degree 2D at most.
struct ValueThrough<'a, F, const D: usize>(&'a MeetingPoint<D>, &'a F);

impl<F: Form<D>, const D: usize> Polynomial for ValueThrough<'_, F, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(point, form) = self;
        let (normal, offset) = form.coefficients();
        let (point, below): ([N; D], N) = homogeneous(point.planes.each_ref());
        dot(&normal, &point).plus(&offset.times(&below))
    }
}
