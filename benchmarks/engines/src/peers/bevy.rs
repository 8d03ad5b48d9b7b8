//! The peer `bevy_camera`. Its boxes can be tested for being in a half-space. A plane has two half-spaces, and both
//! tests together give the three sides.

use bevy_camera::primitives::{Aabb, Frustum as BevyFrustum};
use bevy_math::{Vec3, Vec4};
use bevy_shape::{HalfSpace, ViewFrustum};
use transect::{Plane, Side};

use crate::ask::{Ask, Bounds, Frustum, Point, narrowed, seen};

pub(crate) struct Bevy;

/// Creates bevy's half-space of a plane. Bevy's constructor normalizes the plane.
fn half_space(plane: &Plane) -> HalfSpace {
    let ([a, b, c], d) = narrowed(plane);
    HalfSpace::new(Vec4::new(a, b, c, d))
}

fn aabb([min, max]: &Bounds) -> Aabb {
    Aabb::from_min_max(Vec3::from_array(*min), Vec3::from_array(*max))
}

impl Ask<Point> for Bevy {
    const NAME: &'static str = "bevy";
    type Question = HalfSpace;
    type Thing = Vec3;
    fn query(plane: &Plane) -> HalfSpace {
        half_space(plane)
    }
    fn thing(point: &Point) -> Vec3 {
        Vec3::from_array(*point)
    }
    /// Returns the side of a point: the sign of its rounded distance, which is computed as in bevy's test of spheres
    /// against a frustum.
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
    type Question = [HalfSpace; 2];
    type Thing = Aabb;
    fn query(plane: &Plane) -> Self::Question {
        [half_space(plane), half_space(&plane.flipped())]
    }
    fn thing(bounds: &Bounds) -> Aabb {
        aabb(bounds)
    }
    #[inline]
    fn side([front, back]: &Self::Question, aabb: &Aabb) -> Side {
        if aabb.is_in_half_space_identity(front) {
            Side::Front
        } else if aabb.is_in_half_space_identity(back) {
            Side::Back
        } else {
            Side::On
        }
    }
}

impl Ask<Bounds, Frustum> for Bevy {
    const NAME: &'static str = "bevy";
    type Question = BevyFrustum;
    type Thing = Aabb;
    fn query(frustum: &Frustum) -> BevyFrustum {
        BevyFrustum(ViewFrustum {
            half_spaces: frustum.map(|plane| half_space(&plane)),
        })
    }
    fn thing(bounds: &Bounds) -> Aabb {
        aabb(bounds)
    }
    #[inline]
    fn side(frustum: &BevyFrustum, aabb: &Aabb) -> Side {
        seen(frustum.intersects_obb_identity(aabb))
    }
    /// An answer is right if it agrees with the exact answer on whether the box is visible. By bevy's convention, a box
    /// that only touches the frustum is not visible.
    fn is_right(answer: Side, exact: Side) -> bool {
        (answer == Side::Front) == (exact == Side::Front)
    }
}
