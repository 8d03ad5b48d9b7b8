//! Fifteen questions that tutorials on planes and boxes in game engines answer, with the vectors of glam, in f32. Numbers are
//! converted to f64 exactly, and all sides are exact: touching counts as on the plane.
//!
//! `cargo run --example questions_about_planes --features glam_0_33`

use std::error::Error;

use glam_0_33::{Vec2, Vec3, vec2, vec3};
use transect::{
    Aabb, ConvexPolygon, Extent, Line, LineMeeting, Parallelepiped, Plane, Ray, RayMeeting,
    Separation, Side, Sphere, ThreePlanesMeeting, TwoPlanesMeeting, overlap, separation,
};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // The normal may have any length. The plane is y = 1.
    let plane = Plane::from_point_and_normal(vec3(0.0, 1.0, 0.0), vec3(0.0, 2.0, 0.0))?;
    let normal = plane.normal();

    // 1. The scalar form is n·p + d = 0, and the signed distance of a point is (n·p + d)/|n|.
    assert_eq!((normal, plane.offset()), ([0.0, 2.0, 0.0], -2.0));
    assert_eq!(plane.signed_distance(&Vec3::ZERO), -1.0);

    // 2. The side of a point, and of the same point when the plane is flipped.
    let above = vec3(0.0, 3.0, 0.0);
    assert_eq!(plane.side(&above), Side::Front);
    assert_eq!(plane.flipped().side(&above), Side::Back);

    // 3. The side of a box. It stands on the plane, so it touches it.
    let aabb = Aabb::from_center(vec3(0.0, 2.0, 0.0), Vec3::ONE)?;
    assert_eq!(plane.side(&aabb), Side::On);
    let extent = Extent {
        backmost: Side::On,
        frontmost: Side::Front,
    };
    assert_eq!(plane.extent(&aabb), extent);

    // 4. Its backmost and frontmost corners along the normal (n-vertex and p-vertex).
    let [backmost, frontmost] = aabb.backmost_and_frontmost(&normal);
    assert_eq!(
        [plane.side(&backmost), plane.side(&frontmost)],
        [Side::On, Side::Front]
    );

    // 5. All eight corners, which give the same answer.
    let sides: Vec<Side> = aabb.corners().map(|corner| plane.side(&corner)).collect();
    assert_eq!(sides.iter().filter(|side| **side == Side::On).count(), 4);

    // 6. Center and half sizes: the box touches the plane if |n·c + d| ≤ Σ eᵢ·|nᵢ|.
    let (center, half) = (aabb.center(), aabb.half_sizes());
    let radius: f64 = (0..3).map(|axis| half[axis] * normal[axis].abs()).sum();
    assert!(plane.value(&center).abs() <= radius);

    // 7. A sphere that touches the plane.
    assert_eq!(
        plane.side(&Sphere::new(vec3(0.0, 2.0, 0.0), 1.0)?),
        Side::On
    );

    // 8. An oriented box, turned by 45° about z.
    let half_axes = [vec3(1.0, 1.0, 0.0), vec3(-1.0, 1.0, 0.0), Vec3::Z];
    let oriented = Parallelepiped::new(vec3(0.0, 3.0, 0.0), half_axes)?;
    assert_eq!(plane.side(&oriented), Side::On);

    // 9. A ray. One that begins on the plane meets it at t = 0.
    let falling = Ray::new(vec3(0.0, 5.0, 0.0), vec3(1.0, -1.0, 0.0))?;
    let RayMeeting::Point { point, t, .. } = plane.meet(&falling) else {
        return Err("the ray falls onto the plane".into());
    };
    assert_eq!((point, t), ([4.0, 1.0, 0.0], 4.0));

    // 10. A line: a point, no point (parallel), or within the plane.
    let slope = Line::through([Vec3::ZERO, vec3(1.0, 1.0, 0.0)])?;
    assert!(matches!(
        plane.meet(&slope),
        LineMeeting::Point {
            point: [1.0, 1.0, 0.0],
            ..
        }
    ));

    // 11. Two planes meet in a line, unless they are parallel.
    let wall = Plane::new([1.0, 0.0, 0.0], -2.0)?;
    let TwoPlanesMeeting::Line(edge) = plane.meet(&wall) else {
        return Err("the planes are not parallel".into());
    };
    assert_eq!(
        [plane.side(&edge.at(3.0)), wall.side(&edge.at(3.0))],
        [Side::On; 2]
    );

    // 12. Three planes meet in a point, unless their normals depend on each other.
    let corner = Plane::meet_three([&plane, &Plane::X, &Plane::Z]);
    assert_eq!(corner, ThreePlanesMeeting::Point([0.0, 1.0, 0.0]));

    // 13. The plane through three points, counter-clockwise seen from the front.
    let points = [
        vec3(0.0, 1.0, 0.0),
        vec3(0.0, 1.0, 1.0),
        vec3(1.0, 1.0, 0.0),
    ];
    let through = Plane::through(points)?;
    assert_eq!(through.side(&above), Side::Front);

    // 14. Two convex polygons that touch at a corner overlap. If one is moved away, an axis separates them.
    let one = ConvexPolygon::new([Vec2::ZERO, vec2(2.0, 0.0), vec2(1.0, 2.0)])?;
    let other = |x: f32| ConvexPolygon::new([vec2(x, 0.0), vec2(x + 2.0, 0.0), vec2(x + 1.0, 2.0)]);
    assert!(overlap(&one, &other(2.0)?));
    let Separation::Apart { axis: Some([x, _]) } = separation(&one, &other(2.5)?) else {
        return Err("the polygons are apart".into());
    };
    assert!(x > 0.0); // the axis points from the first polygon to the second

    // 15. A point in a polygon.
    assert!(overlap(&one, &vec2(1.0, 1.0)));
    assert!(!overlap(&one, &vec2(2.0, 1.0)));

    // The test of four boxes, whose corners may come in any order.
    let plane = Plane::new([0.0, 1.0, 0.5], 0.0)?;
    let is_met = |a: Vec3, b: Vec3| -> Result<bool, Box<dyn Error>> {
        Ok(plane.side(&Aabb::of_points(&[a, b])?) == Side::On)
    };
    assert!(!is_met(Vec3::splat(-2.0), Vec3::splat(-1.0))?);
    assert!(!is_met(vec3(2.0, 1.0, 2.0), vec3(4.0, 3.0, 4.0))?);
    assert!(is_met(vec3(1.0, 0.0, 1.0), vec3(0.0, -1.0, 0.0))?);
    assert!(is_met(Vec3::splat(5.0), Vec3::splat(-5.0))?);
    Ok(())
}
