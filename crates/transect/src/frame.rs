//! Coordinates in a plane: from 3D points to 2D coordinates and back.

use transect_exact::vector::{add, cross, dominant_axis, dot, length, near_one, scale, sub};

use crate::coordinates::Coordinates;
use crate::plane::Plane;

/// The cosine of the greatest angle between the normal of a plane and an axis at which the plane counts as nearly
/// perpendicular to the axis.
const NEARLY_LEVEL: f64 = 0.9;

/// A right-handed frame in a plane: two perpendicular directions of length one. Seen from the front of the plane, the
/// second direction is counter-clockwise from the first.
///
/// For planes perpendicular to an axis of space, the directions and the 2D coordinates of points are exact. For
/// example, the coordinates in the plane `z = h` are (x, y), seen from above. For other planes the frame is rounded:
/// use it for measuring and drawing, not for decisions.
///
/// ```
/// use transect::{Frame, Plane};
/// let frame = Frame::of(&"z = 1.2".parse()?);
/// assert_eq!(frame.to_2d(&[3.0, 4.0, 1.2]), [3.0, 4.0]);
/// assert_eq!(frame.to_3d(&[3.0, 4.0]), [3.0, 4.0, 1.2]);
/// # Ok::<(), transect::EquationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub(crate) origin: [f64; 3],
    pub(crate) u: [f64; 3],
    pub(crate) v: [f64; 3],
    names: [&'static str; 2],
}

impl Frame {
    /// Returns the frame of a plane. If the plane is parallel to the x axis of space, so is the first direction.
    /// Otherwise the first direction is level (perpendicular to the z axis), unless the plane itself is nearly level.
    /// In upright planes (parallel to the z axis), the second direction is that of the z axis.
    #[must_use]
    pub fn of(plane: &Plane) -> Self {
        let normal = plane.normal();
        let axis = dominant_axis(&normal);
        let along_axis = (0..3).all(|other| other == axis || normal[other] == 0.0);
        if along_axis {
            return Self::along_axis(axis, normal[axis] > 0.0, -plane.offset() / normal[axis]);
        }
        let (normal, _) = near_one(&normal);
        let unit = scale(&normal, 1.0 / length(&normal));
        let unit = scale(&unit, 1.0 / length(&unit));
        // The first direction u = z × n is level. For a plane that is nearly level, u is y × n instead, which is close
        // to the x axis.
        let up = if unit[2].abs() < NEARLY_LEVEL {
            [0.0, 0.0, 1.0]
        } else {
            [0.0, 1.0, 0.0]
        };
        let level = cross(&up, &unit);
        let u = scale(&level, 1.0 / length(&level));
        let v = cross(&unit, &u);
        let distance = plane.signed_distance(&[0.0; 3]);
        Self {
            origin: scale(&unit, -distance),
            u,
            v,
            names: ["u", "v"],
        }
    }

    /// Returns the frame of a plane in a space whose vertical axis is `axis` (0 is x, 1 is y, 2 is z), as [`Frame::of`]
    /// returns it for z. Upright planes get the axis as second direction. The coordinates in level planes, seen from
    /// above, are (y, z), (x, −z) and (x, y) for the axes x, y and z.
    ///
    /// A model and its plane can be turned, so that another axis is vertical. Then the coordinates in the plane do not
    /// change.
    ///
    /// ```
    /// use transect::{Frame, Plane};
    /// let wall: Plane = "x = 3".parse()?;
    /// assert_eq!(Frame::of(&wall).names(), ["y", "z"]);
    /// assert_eq!(Frame::with_up(&wall, 1).names(), ["−z", "y"]);
    /// let plan = Frame::with_up(&"y = 1.2".parse()?, 1);
    /// assert_eq!(plan.names(), ["x", "−z"]);
    /// assert_eq!(plan.to_2d(&[3.0, 1.2, 7.0]), [3.0, -7.0]);
    /// # Ok::<(), transect::EquationError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if `axis` is more than 2.
    #[must_use]
    pub fn with_up(plane: &Plane, axis: usize) -> Self {
        let [x, y, z] = plane.normal();
        let turned = match axis {
            0 => [y, z, x],
            1 => [x, -z, y],
            2 => return Self::of(plane),
            _ => panic!("axis {axis} of three axes"),
        };
        let turned = Plane::new(turned, plane.offset()).expect("the numbers of a plane");
        let frame = Self::of(&turned);
        // The turn back. The difference from zero is never −0.
        let back = |[x, y, z]: [f64; 3]| match axis {
            0 => [z, x, y],
            _ => [x, z, 0.0 - y],
        };
        Self {
            origin: back(frame.origin),
            u: back(frame.u),
            v: back(frame.v),
            names: frame.names.map(|name| turned_back(name, axis)),
        }
    }

    /// Returns a frame with these directions, or `None` if no frame has their names.
    #[cfg(feature = "serde_1")]
    pub(crate) fn named(origin: [f64; 3], [u, v]: [[f64; 3]; 2], names: [&str; 2]) -> Option<Self> {
        let known = ["x", "y", "z", "−x", "−y", "−z", "u", "v"];
        let known = |name: &str| known.into_iter().find(|known| *known == name);
        let names = [known(names[0])?, known(names[1])?];
        Some(Self {
            origin,
            u,
            v,
            names,
        })
    }

    fn along_axis(axis: usize, positive: bool, height: f64) -> Self {
        let unit = |index: usize, sign: f64| {
            let mut direction = [0.0; 3];
            direction[index] = sign;
            direction
        };
        let mut origin = [0.0; 3];
        origin[axis] = height + 0.0;
        // Seen from the front, the second direction is counter-clockwise from the first. So if the normal is reversed,
        // the first direction is reversed, too.
        let (first, second, sign) = match (axis, positive) {
            (0, true) => (1, 2, 1.0),
            (0, false) => (1, 2, -1.0),
            (1, true) => (0, 2, -1.0),
            (1, false) => (0, 2, 1.0),
            (_, true) => (0, 1, 1.0),
            (_, false) => (0, 1, -1.0),
        };
        let name = |index: usize| ["x", "y", "z"][index];
        let mirrored = ["−x", "−y", "−z"][first];
        Self {
            origin,
            u: unit(first, sign),
            v: unit(second, 1.0),
            names: [
                if sign > 0.0 { name(first) } else { mirrored },
                name(second),
            ],
        }
    }

    /// Returns `true` if each of the 2D coordinates of a point is one of its coordinates in space, or its negative.
    pub fn is_along_axes(&self) -> bool {
        let is_along = |direction: &[f64; 3]| {
            let mut others = direction.iter().zip(&self.origin);
            let is_unit = direction.iter().any(|c| c.abs() == 1.0);
            is_unit && others.all(|(c, origin)| *c == 0.0 || c.abs() == 1.0 && *origin == 0.0)
        };
        is_along(&self.u) && is_along(&self.v)
    }

    /// Returns the point of the plane with the coordinates (0, 0). It is the plane's point nearest to the origin of
    /// space, rounded.
    #[must_use]
    pub const fn origin(&self) -> [f64; 3] {
        self.origin
    }

    /// Returns the unit direction of the first coordinate.
    #[must_use]
    pub const fn u(&self) -> [f64; 3] {
        self.u
    }

    /// Returns the unit direction of the second coordinate.
    #[must_use]
    pub const fn v(&self) -> [f64; 3] {
        self.v
    }

    /// Returns the names of the two directions: `x`, `y`, `z` or `−x`, `−y` for an axis of space, otherwise `u` and
    /// `v`.
    #[must_use]
    pub const fn names(&self) -> [&'static str; 2] {
        self.names
    }

    /// Returns the 2D coordinates, in this frame, of a point's projection onto the plane.
    #[doc(alias = "world_to_local")]
    #[doc(alias = "unproject")]
    #[must_use]
    pub fn to_2d(&self, point: &impl Coordinates<3>) -> [f64; 2] {
        let relative = sub(&point.coordinates(), &self.origin);
        [dot(&relative, &self.u), dot(&relative, &self.v)]
    }

    /// Returns the point of the plane that has these 2D coordinates in this frame.
    #[doc(alias = "local_to_world")]
    #[must_use]
    pub fn to_3d(&self, coordinates: &impl Coordinates<2>) -> [f64; 3] {
        let [u, v] = coordinates.coordinates();
        add(&self.origin, &add(&scale(&self.u, u), &scale(&self.v, v)))
    }
}

/// Returns the name in space of a direction in the space that [`Frame::with_up`] turns.
fn turned_back(name: &'static str, axis: usize) -> &'static str {
    match (axis, name) {
        (0, "x") => "y",
        (0, "−x") => "−y",
        (0, "y") => "z",
        (0, "−y") => "−z",
        (0, "z") => "x",
        (0, "−z") => "−x",
        (1, "y") => "−z",
        (1, "−y") => "z",
        (1, "z") => "y",
        (1, "−z") => "−y",
        _ => name,
    }
}
