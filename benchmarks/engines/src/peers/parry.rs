//! `parry3d`. `canonical_split` knows planes across an axis only, and splits; for any plane a box is projected.

use parry3d::bounding_volume::Aabb;
use parry3d::math::{Pose, Vector};
use parry3d::query::PointQuery;
use parry3d::shape::HalfSpace;
use transect::{Plane, Side};

use crate::ask::{Ask, Bounds, Point, narrowed};

pub(crate) struct Parry;

/// A half-space goes through its origin: it is moved there by a pose.
impl Ask<Point> for Parry {
    const NAME: &'static str = "parry3d";
    type Plane = (HalfSpace, Pose);
    type Thing = Vector;
    fn plane(plane: &Plane) -> Self::Plane {
        let (normal, offset) = narrowed(plane);
        let normal = Vector::from_array(normal);
        let length = normal.length();
        let unit = normal / length;
        (
            HalfSpace::new(unit),
            Pose::from_translation(unit * (-offset / length)),
        )
    }
    fn thing(point: &Point) -> Vector {
        Vector::from_array(*point)
    }
    #[inline]
    fn side((half_space, pose): &Self::Plane, point: &Vector) -> Side {
        let distance = half_space.distance_to_point(pose, *point, false);
        if distance > 0.0 {
            Side::Front
        } else if distance < 0.0 {
            Side::Back
        } else {
            Side::On
        }
    }
}

impl Ask<Bounds> for Parry {
    const NAME: &'static str = "parry3d";
    type Plane = (Vector, f32);
    type Thing = Aabb;
    fn plane(plane: &Plane) -> Self::Plane {
        let (normal, offset) = narrowed(plane);
        (Vector::from_array(normal), offset)
    }
    fn thing([min, max]: &Bounds) -> Aabb {
        Aabb::new(Vector::from_array(*min), Vector::from_array(*max))
    }
    #[inline]
    fn side((normal, offset): &Self::Plane, aabb: &Aabb) -> Side {
        let (backmost, frontmost) = aabb.project_on_axis(*normal);
        if backmost + offset > 0.0 {
            Side::Front
        } else if frontmost + offset < 0.0 {
            Side::Back
        } else {
            Side::On
        }
    }
}
