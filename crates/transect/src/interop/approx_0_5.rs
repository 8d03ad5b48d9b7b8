//! `approx` 0.5: approximate comparison of types number by number, for tests of measured values. The library never uses
//! an approximate comparison to decide a side.

use approx_0_5::{AbsDiffEq, RelativeEq, UlpsEq};

use crate::aabb::Aabb;
use crate::capsule::Capsule;
use crate::cone::Cone;
use crate::cylinder::Cylinder;
use crate::ellipsoid::Ellipsoid;
use crate::hull::Hull;
use crate::line::Line;
use crate::parallelepiped::Parallelepiped;
use crate::plane::Plane;
use crate::polygon::ConvexPolygon;
use crate::ray::Ray;
use crate::segment::Segment;
use crate::side::Interval;
use crate::sphere::Sphere;
use crate::triangle::Triangle;

/// Returns `true` if both lists have the same length and `is_close` is true for each pair of numbers.
fn all_close<'a>(
    a: impl IntoIterator<Item = &'a f64>,
    b: impl IntoIterator<Item = &'a f64>,
    is_close: impl Fn(&f64, &f64) -> bool,
) -> bool {
    let (mut a, mut b) = (a.into_iter(), b.into_iter());
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if is_close(a, b) => {}
            _ => return false,
        }
    }
}

/// Implements the comparison traits of `approx` for types. For each type, the macro receives expressions for the lists
/// of its numbers.
macro_rules! number_by_number {
    ($([$($generics:tt)*] $type:ty: |$value:ident| $($numbers:expr),*;)*) => {$(
        /// Compares number by number. For example, two planes whose coefficients differ by a factor are not equal,
        /// although they contain the same points.
        impl<$($generics)*> AbsDiffEq for $type {
            type Epsilon = f64;
            fn default_epsilon() -> f64 {
                f64::default_epsilon()
            }
            fn abs_diff_eq(&self, other: &Self, epsilon: f64) -> bool {
                number_by_number!(@ self, other, |a, b| a.abs_diff_eq(b, epsilon), $value, $($numbers),*)
            }
        }

        /// Compares number by number. For example, two planes whose coefficients differ by a factor are not equal,
        /// although they contain the same points.
        impl<$($generics)*> RelativeEq for $type {
            fn default_max_relative() -> f64 {
                f64::default_max_relative()
            }
            fn relative_eq(&self, other: &Self, epsilon: f64, max_relative: f64) -> bool {
                number_by_number!(
                    @ self, other, |a, b| a.relative_eq(b, epsilon, max_relative), $value, $($numbers),*
                )
            }
        }

        /// Compares number by number. For example, two planes whose coefficients differ by a factor are not equal,
        /// although they contain the same points.
        impl<$($generics)*> UlpsEq for $type {
            fn default_max_ulps() -> u32 {
                f64::default_max_ulps()
            }
            fn ulps_eq(&self, other: &Self, epsilon: f64, max_ulps: u32) -> bool {
                number_by_number!(@ self, other, |a, b| a.ulps_eq(b, epsilon, max_ulps), $value, $($numbers),*)
            }
        }
    )*};
    (@ $a:expr, $b:expr, $is_close:expr, $value:ident, $($numbers:expr),*) => {
        true $(&& {
            let numbers = |$value: &Self| $numbers;
            all_close(&numbers($a)[..], &numbers($b)[..], $is_close)
        })*
    };
}

number_by_number! {
    [const D: usize] Plane<D>: |plane| plane.normal(), [plane.offset()];
    [const D: usize] Line<D>: |line| line.origin(), line.direction();
    [const D: usize] Ray<D>: |ray| ray.origin(), ray.direction();
    [const D: usize] Segment<D>: |segment| segment.ends.as_flattened().to_vec();
    [const D: usize] Triangle<D>: |triangle| triangle.corners.as_flattened().to_vec();
    [const D: usize] ConvexPolygon<D>: |polygon| polygon.corners().as_flattened().to_vec();
    [const D: usize] Hull<D>: |hull| hull.points().as_flattened().to_vec();
    [const D: usize] Aabb<D>: |aabb| aabb.min(), aabb.max();
    [const D: usize] Sphere<D>: |sphere| sphere.center(), [sphere.radius()];
    [const D: usize] Capsule<D>: |capsule| capsule.ends()[0], capsule.ends()[1], [capsule.radius()];
    [] Cylinder: |cylinder| cylinder.ends()[0], cylinder.ends()[1], [cylinder.radius()];
    [] Cone: |cone| cone.apex(), cone.base(), [cone.radius()];
    [const D: usize] Ellipsoid<D>: |ellipsoid| ellipsoid.center(), ellipsoid.half_axes().as_flattened().to_vec();
    [const D: usize] Parallelepiped<D>: |solid| solid.center(), solid.half_axes().as_flattened().to_vec();
    [] Interval: |interval| [interval.backmost, interval.frontmost];
}
