//! Classification as it is usually written by hand with `glam`: the side is the sign of a rounded number.

use std::ops::Neg;

use glam::{DVec3, Vec3};
use transect::{Plane, Side};

use crate::ask::{Ask, Bounds, Frustum, Point, narrowed, seen, widened};

/// The engine that uses the plain formula in f32.
pub(crate) struct Single;

/// The engine that uses the plain formula in f64.
pub(crate) struct Double;

/// Returns `Front` for a value above `reach`, `Back` for a value below −`reach`, and `On` for any other value, NaN
/// included. The value is n·p + d at the center of a shape. `reach` is the largest difference of n·p from its value at
/// the center.
#[inline]
fn sign_beyond<N: PartialOrd + Neg<Output = N>>(value: N, reach: N) -> Side {
    if value > reach {
        Side::Front
    } else if value < -reach {
        Side::Back
    } else {
        Side::On
    }
}

fn single(plane: &Plane) -> (Vec3, f32) {
    let (normal, offset) = narrowed(plane);
    (Vec3::from_array(normal), offset)
}

fn double(plane: &Plane) -> (DVec3, f64) {
    (DVec3::from_array(plane.normal()), plane.offset())
}

impl Ask<Point> for Single {
    const NAME: &'static str = "glam f32";
    type Question = (Vec3, f32);
    type Thing = Vec3;
    fn query(plane: &Plane) -> Self::Question {
        single(plane)
    }
    fn thing(point: &Point) -> Vec3 {
        Vec3::from_array(*point)
    }
    #[inline]
    fn side((normal, offset): &Self::Question, point: &Vec3) -> Side {
        sign_beyond(normal.dot(*point) + offset, 0.0)
    }
}

impl Ask<Point> for Double {
    const NAME: &'static str = "glam f64";
    type Question = (DVec3, f64);
    type Thing = DVec3;
    fn query(plane: &Plane) -> Self::Question {
        double(plane)
    }
    fn thing(point: &Point) -> DVec3 {
        DVec3::from_array(widened(point))
    }
    #[inline]
    fn side((normal, offset): &Self::Question, point: &DVec3) -> Side {
        sign_beyond(normal.dot(*point) + offset, 0.0)
    }
}

impl Ask<Bounds> for Single {
    const NAME: &'static str = "glam f32";
    type Question = (Vec3, f32);
    type Thing = [Vec3; 2];
    fn query(plane: &Plane) -> Self::Question {
        single(plane)
    }
    fn thing(bounds: &Bounds) -> Self::Thing {
        bounds.map(Vec3::from_array)
    }
    #[inline]
    fn side((normal, offset): &Self::Question, [min, max]: &Self::Thing) -> Side {
        let (center, half) = ((*min + *max) * 0.5, (*max - *min) * 0.5);
        sign_beyond(normal.dot(center) + offset, normal.abs().dot(half))
    }
}

impl Ask<Bounds> for Double {
    const NAME: &'static str = "glam f64";
    type Question = (DVec3, f64);
    type Thing = [DVec3; 2];
    fn query(plane: &Plane) -> Self::Question {
        double(plane)
    }
    fn thing(bounds: &Bounds) -> Self::Thing {
        bounds.map(|corner| DVec3::from_array(widened(&corner)))
    }
    #[inline]
    fn side((normal, offset): &Self::Question, [min, max]: &Self::Thing) -> Side {
        let (center, half) = ((*min + *max) * 0.5, (*max - *min) * 0.5);
        sign_beyond(normal.dot(center) + offset, normal.abs().dot(half))
    }
}

impl Ask<Bounds, Frustum> for Single {
    const NAME: &'static str = "glam f32";
    type Question = [(Vec3, f32); 6];
    type Thing = [Vec3; 2];
    fn query(frustum: &Frustum) -> Self::Question {
        frustum.map(|plane| single(&plane))
    }
    fn thing(bounds: &Bounds) -> Self::Thing {
        bounds.map(Vec3::from_array)
    }
    #[inline]
    fn side(planes: &Self::Question, [min, max]: &Self::Thing) -> Side {
        let (center, half) = ((*min + *max) * 0.5, (*max - *min) * 0.5);
        seen(
            planes.iter().all(|(normal, offset)| {
                normal.dot(center) + offset + normal.abs().dot(half) >= 0.0
            }),
        )
    }
    fn is_right(answer: Side, exact: Side) -> bool {
        (answer == Side::Back) == (exact == Side::Back)
    }
}
