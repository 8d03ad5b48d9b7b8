//! `bevy_camera`: its boxes know whether they lie in a half-space; asked of both, that makes three answers.

use bevy_camera::primitives::Aabb;
use bevy_math::{Vec3, Vec4};
use bevy_shape::HalfSpace;
use transect::{Plane, Side};

use crate::ask::{Ask, Bounds, Point, narrowed};

pub(crate) struct Bevy;

/// It normalises.
fn half_space(plane: &Plane) -> HalfSpace {
    let ([a, b, c], d) = narrowed(plane);
    HalfSpace::new(Vec4::new(a, b, c, d))
}

impl Ask<Point> for Bevy {
    const NAME: &'static str = "bevy";
    type Plane = HalfSpace;
    type Thing = Vec3;
    fn plane(plane: &Plane) -> HalfSpace {
        half_space(plane)
    }
    fn thing(point: &Point) -> Vec3 {
        Vec3::from_array(*point)
    }
    /// As its frusta ask about spheres.
    #[inline]
    fn side(plane: &HalfSpace, point: &Vec3) -> Side {
        let distance = plane.normal_d().dot(point.extend(1.0));
        if distance > 0.0 {
            Side::Front
        } else if distance < 0.0 {
            Side::Back
        } else {
            Side::On
        }
    }
}

impl Ask<Bounds> for Bevy {
    const NAME: &'static str = "bevy";
    type Plane = [HalfSpace; 2];
    type Thing = Aabb;
    fn plane(plane: &Plane) -> Self::Plane {
        [half_space(plane), half_space(&plane.flipped())]
    }
    fn thing([min, max]: &Bounds) -> Aabb {
        Aabb::from_min_max(Vec3::from_array(*min), Vec3::from_array(*max))
    }
    #[inline]
    fn side([front, back]: &Self::Plane, aabb: &Aabb) -> Side {
        if aabb.is_in_half_space_identity(front) {
            Side::Front
        } else if aabb.is_in_half_space_identity(back) {
            Side::Back
        } else {
            Side::On
        }
    }
}
