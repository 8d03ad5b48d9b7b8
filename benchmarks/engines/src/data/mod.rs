//! Points and boxes in f32, and planes whose coefficients are exact in f32. So every engine gets exactly the same
//! question, whether it computes in f32 or in f64.

pub(crate) mod contacts;
pub(crate) mod files;
pub(crate) mod hard;
pub(crate) mod ordinary;
pub(crate) mod scene;
pub(crate) mod sections;
pub(crate) mod torus;

use transect::Plane;

use crate::ask::{Bounds, Point};

/// Returns a plane whose coefficients are small integers. Small integers have few bits, so n·p + d is exact in f64.
pub(crate) fn integer_plane() -> Plane {
    Plane::new([2.0, 3.0, 6.0], -5.0).expect("a plane")
}

/// Returns the plane of [`integer_plane`], normalized and rounded to f32.
pub(crate) fn unit_plane() -> Plane {
    rounded(&integer_plane().normalized().expect("a plane"))
}

/// Returns the plane with its numbers rounded to f32.
pub(crate) fn rounded(plane: &Plane) -> Plane {
    let normal = plane.normal().map(|number| f64::from(number as f32));
    Plane::new(normal, f64::from(plane.offset() as f32)).expect("still a plane")
}

/// Returns the plane that contains a point and has a normal along (2, 3, 6), normalized and rounded to f32.
fn unit_plane_through(point: [f64; 3]) -> Plane {
    let plane = Plane::from_point_and_normal(point, [2.0, 3.0, 6.0]).expect("a plane");
    rounded(&plane.normalized().expect("a plane"))
}

/// Returns the smallest box that contains two points.
fn between([a, b]: [Point; 2]) -> Bounds {
    [
        core::array::from_fn(|axis| a[axis].min(b[axis])),
        core::array::from_fn(|axis| a[axis].max(b[axis])),
    ]
}
