//! How deep a shape reaches behind a plane, and which of its points is nearest.

use crate::plane::Plane;
use crate::shape::Shape;
use crate::side::Side;

/// How deep a shape reaches behind a plane, the back being solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<const D: usize = 3> {
    /// The distance of the deepest point from the plane, rounded: zero if the shape touches.
    pub depth: f64,
    /// The backmost point of the shape.
    pub deepest: [f64; D],
}

/// The point of a shape that is nearest to a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest<const D: usize = 3> {
    /// Its signed distance, rounded: zero if the plane meets the shape.
    pub signed_distance: f64,
    /// The point of the shape.
    pub point: [f64; D],
}

impl<const D: usize> Plane<D> {
    /// How deep a shape reaches behind the plane: none exactly if all of it lies strictly in front.
    ///
    /// Whether there is a contact is decided exactly; the depth is rounded as an interval's ends.
    /// Moving the shape by the depth along the normal takes it out. A contact may be a touch with
    /// depth zero, and a shape wholly behind has one as well.
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

    /// The point of a shape nearest to the plane: its backmost point if it lies in front, its
    /// frontmost one if it lies behind.
    ///
    /// If the plane meets it, a point that both share, rounded: where the way from the backmost to
    /// the frontmost point crosses the plane.
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

/// behind / (behind + before), free of overflow; half where both are too small for floats.
fn crossing(behind: f64, before: f64) -> f64 {
    let (behind, before) = (0.5 * behind, 0.5 * before);
    match behind + before {
        0.0 => 0.5,
        f64::INFINITY => 0.5,
        sum => behind / sum,
    }
}

/// The point that divides the way from a to b, between both even after rounding, and where they are
/// beyond all floats.
fn between(a: f64, b: f64, part: f64) -> f64 {
    let [a, b] = [a, b].map(|end| end.clamp(f64::MIN, f64::MAX));
    let point = a * (1.0 - part) + b * part;
    point.clamp(a.min(b), a.max(b))
}
