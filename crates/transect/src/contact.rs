//! The depth of a shape behind a plane, and the point of a shape nearest to a plane.

use transect_exact::Side;
use transect_exact::arrays::{Few as _, array};
use transect_exact::vector::is_finite;

use crate::plane::Plane;
use crate::shape::Shape;
use crate::side::Extent;

/// The contact of a shape with a plane whose back is solid, such as a floor: the shape's deepest point, and the depth
/// of this point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<const D: usize = 3> {
    /// The distance of the shape's deepest point from the plane, rounded; zero if the shape only touches the plane, and
    /// infinite for a box that is unbounded behind the plane.
    pub depth: f64,
    /// The deepest point of the shape: its backmost point. If the depth is infinite, this point has an infinite
    /// coordinate.
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
    /// Exact signs decide if there is a contact: if the shape has a point behind or on the plane. The depth is rounded
    /// like the distances of an [`Interval`](crate::Interval). Moving the shape by the depth along the plane's normal
    /// resolves the contact. A contact of depth zero means that the shape only touches the plane. A shape wholly behind
    /// the plane has a contact, too.
    ///
    /// ```
    /// use transect::{Contact, Plane, Sphere};
    /// let floor = Plane::new([0.0, 0.0, 2.0], 0.0)?;
    /// let ball = Sphere::new([5.0, 0.0, 1.0], 3.0)?;
    /// assert_eq!(floor.contact(&ball), Some(Contact { depth: 2.0, deepest: [5.0, 0.0, -2.0] }));
    /// assert_eq!(floor.contact(&[0.0, 0.0, 1e-300]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[doc(alias = "penetration_depth")]
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

    /// Returns the point of a shape that is nearest to the plane. If the shape lies in front of the plane, this is its
    /// backmost point; if the shape lies behind, its frontmost point.
    ///
    /// If the plane meets the shape, the returned point is the crossing of the plane with the segment from the backmost
    /// to the frontmost point. It lies in the plane and in the shape, up to rounding.
    ///
    /// ```
    /// use transect::{Closest, Plane, Segment};
    /// let floor = Plane::new([0.0, 0.0, 1.0], 0.0)?;
    /// let above = Segment::new([0.0, 0.0, 1.0], [2.0, 0.0, 3.0])?;
    /// let across = Segment::new([0.0, 0.0, -1.0], [2.0, 0.0, 3.0])?;
    /// assert_eq!(floor.closest(&above), Closest { signed_distance: 1.0, point: [0.0, 0.0, 1.0] });
    /// assert_eq!(floor.closest(&across), Closest { signed_distance: 0.0, point: [0.5, 0.0, 0.0] });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[doc(alias = "distance_to_shape")]
    #[must_use]
    pub fn closest(&self, shape: &impl Shape<D>) -> Closest<D> {
        let interval = shape.interval(self);
        // A nonzero distance has the right sign. If a distance is zero, exact signs are computed.
        let distances = [interval.backmost, interval.frontmost];
        let extent = if distances.contains(&0.0) {
            shape.extent(self)
        } else {
            let [backmost, frontmost] = distances.each(Side::of_nonzero);
            Extent {
                backmost,
                frontmost,
            }
        };
        let [backmost, frontmost] = shape.extremes(self);
        let (signed_distance, point) = match (extent.backmost, extent.frontmost) {
            (Side::Front, _) => (interval.backmost, backmost),
            (_, Side::Back) => (interval.frontmost, frontmost),
            (Side::On, _) => (0.0, backmost),
            (_, Side::On) => (0.0, frontmost),
            (Side::Back, Side::Front) if is_unbounded(shape, self) => {
                (0.0, on_unbounded(self, [backmost, frontmost]))
            }
            (Side::Back, Side::Front) => {
                let part = crossing(0.0 - interval.backmost, interval.frontmost);
                let point = array(|axis| between(backmost[axis], frontmost[axis], part));
                (0.0, point)
            }
        };
        Closest {
            signed_distance,
            point,
        }
    }
}

/// Returns `true` if the backmost or the frontmost point of the shape is at infinity. This is possible only for a box.
/// For a box, `extreme_balls` returns two corners of the box, and the radius 0.
fn is_unbounded<const D: usize>(shape: &impl Shape<D>, plane: &Plane<D>) -> bool {
    let balls = shape.extreme_balls(plane);
    balls.is_some_and(|(ends, radius)| radius == 0.0 && !ends.iter().all(is_finite))
}

/// Returns a rounded point that lies in the plane and in an unbounded box, from the box's backmost and frontmost
/// corners, at least one of which is at infinity. A finite point of the box is moved to the plane, along an axis on
/// which the box extends to infinity across the plane.
#[cold]
fn on_unbounded<const D: usize>(
    plane: &Plane<D>,
    [backmost, frontmost]: [[f64; D]; 2],
) -> [f64; D] {
    let mut point = match (is_finite(&backmost), is_finite(&frontmost)) {
        (true, _) => backmost,
        (_, true) => frontmost,
        _ => array(|axis| {
            let mut ends = [backmost[axis], frontmost[axis]].into_iter();
            ends.find(|end| end.is_finite()).unwrap_or(0.0)
        }),
    };
    let beyond = match plane.form().side(&point) {
        Side::Back => frontmost,
        Side::On => return point,
        Side::Front => backmost,
    };
    let normal = plane.normal();
    let steepness = |axis: usize| {
        if beyond[axis].is_infinite() {
            normal[axis].abs()
        } else {
            0.0
        }
    };
    let axis = (1..D).fold(0, |best, axis| {
        if steepness(axis) > steepness(best) {
            axis
        } else {
            best
        }
    });
    // Only the coordinate on this axis changes. The point moves along the axis to the plane.
    point[axis] = 0.0;
    let crossed = -plane.form().value(&point) / normal[axis];
    point[axis] = crossed.clamp(f64::MIN, f64::MAX) + 0.0;
    point
}

/// Returns behind / (behind + before) without overflow: the fraction of a segment that lies behind a plane. `behind` is
/// the distance of the end behind the plane, `before` that of the end in front of it. Returns one half if the sum is
/// too small for floats or infinite.
fn crossing(behind: f64, before: f64) -> f64 {
    let (behind, before) = (0.5 * behind, 0.5 * before);
    match behind + before {
        0.0 => 0.5,
        f64::INFINITY => 0.5,
        sum => behind / sum,
    }
}

/// Returns one coordinate of a point of a segment, where a and b are the coordinates of the segment's ends and `part`
/// is the fraction from a to b. The result lies between a and b even after rounding, and also if a or b is infinite.
fn between(a: f64, b: f64, part: f64) -> f64 {
    let [a, b] = [a, b].each(|end| end.clamp(f64::MIN, f64::MAX));
    let point = a * (1.0 - part) + b * part;
    point.clamp(a.min(b), a.max(b))
}
