//! The depth of a shape behind a plane, and the point of a shape nearest to a plane.

use crate::plane::Plane;
use crate::shape::Shape;
use crate::side::Side;

/// The contact of a shape with a plane whose back is solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<const D: usize = 3> {
    /// The distance of the shape's deepest point from the plane, rounded; zero if the shape only touches the plane.
    pub depth: f64,
    /// The backmost point of the shape.
    pub deepest: [f64; D],
}

/// The point of a shape that is nearest to a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest<const D: usize = 3> {
    /// The signed distance of the point, rounded; zero if the plane meets the shape.
    pub signed_distance: f64,
    /// The shape's point nearest to the plane.
    pub point: [f64; D],
}

impl<const D: usize> Plane<D> {
    /// Returns the contact of a shape with the solid back of the plane; `None` if the whole shape lies
    /// strictly in front.
    ///
    /// The test for a contact is exact. The depth is rounded like the ends of an interval. Moving the shape
    /// by the depth along the normal resolves the contact. At depth zero, the shape only touches the plane. A shape
    /// wholly behind the plane has a contact, too.
    ///
    /// ```
    /// use transect::{Contact, Plane, Sphere};
    /// let floor = Plane::new([0.0, 0.0, 2.0], 0.0)?;
    /// let ball = Sphere::new([5.0, 0.0, 1.0], 3.0)?;
    /// assert_eq!(floor.contact(&ball), Some(Contact { depth: 2.0, deepest: [5.0, 0.0, -2.0] }));
    /// assert_eq!(floor.contact(&[0.0, 0.0, 1e-300]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn contact(&self, shape: &impl Shape<D>) -> Option<Contact<D>> {
        if shape.extent(self).backmost == Side::Front {
            return None;
        }
        let [deepest, _] = shape.extremes(self);
        Some(Contact {
            depth: 0.0 - shape.interval(self).backmost,
            deepest,
        })
    }

    /// Returns the point of a shape that is nearest to the plane. If the shape lies in front, this is its
    /// backmost point; if it lies behind, its frontmost point.
    ///
    /// If the plane meets the shape, the returned point lies in the plane and in the shape, up to rounding. There, the
    /// segment from the backmost to the frontmost point crosses the plane.
    ///
    /// ```
    /// use transect::{Closest, Plane, Segment};
    /// let floor = Plane::new([0.0, 0.0, 1.0], 0.0)?;
    /// let above = Segment::new([0.0, 0.0, 1.0], [2.0, 0.0, 3.0]);
    /// let across = Segment::new([0.0, 0.0, -1.0], [2.0, 0.0, 3.0]);
    /// assert_eq!(floor.closest(&above), Closest { signed_distance: 1.0, point: [0.0, 0.0, 1.0] });
    /// assert_eq!(floor.closest(&across), Closest { signed_distance: 0.0, point: [0.5, 0.0, 0.0] });
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    #[must_use]
    pub fn closest(&self, shape: &impl Shape<D>) -> Closest<D> {
        let extent = shape.extent(self);
        let interval = shape.interval(self);
        let [backmost, frontmost] = shape.extremes(self);
        let (signed_distance, point) = match (extent.backmost, extent.frontmost) {
            (Side::Front, _) => (interval.backmost, backmost),
            (_, Side::Back) => (interval.frontmost, frontmost),
            (Side::On, _) => (0.0, backmost),
            (_, Side::On) => (0.0, frontmost),
            (Side::Back, Side::Front) => {
                let part = crossing(0.0 - interval.backmost, interval.frontmost);
                let point =
                    core::array::from_fn(|axis| between(backmost[axis], frontmost[axis], part));
                (0.0, point)
            }
        };
        Closest {
            signed_distance,
            point,
        }
    }
}

/// Returns the fraction behind / (behind + before) without overflow; one half if both numbers are too small for floats.
fn crossing(behind: f64, before: f64) -> f64 {
    let (behind, before) = (0.5 * behind, 0.5 * before);
    match behind + before {
        0.0 => 0.5,
        f64::INFINITY => 0.5,
        sum => behind / sum,
    }
}

/// Returns a coordinate of the point that divides a segment, between the coordinates a and b of its ends. The result
/// lies between a and b even after rounding, and also if a or b is beyond the range of floats.
fn between(a: f64, b: f64, part: f64) -> f64 {
    let [a, b] = [a, b].map(|end| end.clamp(f64::MIN, f64::MAX));
    let point = a * (1.0 - part) + b * part;
    point.clamp(a.min(b), a.max(b))
}
