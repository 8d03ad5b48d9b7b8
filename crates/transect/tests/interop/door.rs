//! Every constructor and every question takes points of the caller's type, and returns points in this type where it
//! returns one point for one point.

use std::fmt::Debug;

use transect::interop::{Coordinates, RoundedFrom};
use transect::region::ConvexRegion;
use transect::{
    Aabb, Camera, Capsule, Cone, ConvexPolygon, ConvexPolyhedron, Cylinder, Ellipsoid, Frame, Hull,
    Line, Moving, Parallelepiped, Plane, PlaneAt, PlaneThrough, Ransac, Ray, Segment, Side,
    SimplePolygon, Sphere, Transform, Triangle,
};

use super::Steps;

/// Asserts that two results are equal, where an error is a failure.
macro_rules! same {
    ($($one:expr, $other:expr;)*) => {$( assert_eq!($one?, $other?, stringify!($one)); )*};
}

/// Checks all that takes points in 3D. The coordinates of the test are those of `f32`, so every type has them exactly.
pub(super) fn space<V: RoundedFrom<3> + PartialEq + Debug>() -> Steps {
    let numbers = [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.5]];
    let [a, b, c] = numbers.map(V::rounded_from);
    let [x, y, z] = numbers;
    same! {
        Plane::new(a, 1.0), Plane::new(x, 1.0);
        Plane::from_normal_and_distance(a, 1.0), Plane::from_normal_and_distance(x, 1.0);
        Plane::from_point_and_normal(a, b), Plane::from_point_and_normal(x, y);
        Plane::through([a, b, c]), Plane::through([x, y, z]);
        PlaneAt::new(a, b), PlaneAt::new(x, y);
        PlaneThrough::new([a, b, c]), PlaneThrough::new([x, y, z]);
        Plane::best_fit(&[a, b, c]), Plane::best_fit(&[x, y, z]);
        Plane::robust_fit(&[a, b, c, a, b], &Ransac::new(0.1)), Plane::robust_fit(&[x, y, z, x, y], &Ransac::new(0.1));
        Plane::robust_fits(&[a, b, c, a, b], &Ransac::new(0.1), 2), Plane::robust_fits(&[x, y, z, x, y], &Ransac::new(0.1), 2);
        Aabb::of_points(&[a, b, c]), Aabb::of_points(&[x, y, z]);
        Aabb::from_corners(a, b), Aabb::from_corners(x, y);
        Aabb::from_center(a, b), Aabb::from_center(x, y);
        Sphere::new(a, 2.0), Sphere::new(x, 2.0);
        Capsule::new(a, b, 2.0), Capsule::new(x, y, 2.0);
        Cylinder::new(a, b, 2.0), Cylinder::new(x, y, 2.0);
        Cone::new(a, b, 2.0), Cone::new(x, y, 2.0);
        Ellipsoid::new(a, [a, b, c]), Ellipsoid::new(x, [x, y, z]);
        Parallelepiped::new(a, [a, b, c]), Parallelepiped::new(x, [x, y, z]);
        Parallelepiped::from_center(a, b), Parallelepiped::from_center(x, y);
        Parallelepiped::from_axes(a, [a, b, c], b), Parallelepiped::from_axes(x, [x, y, z], y);
        Segment::new(a, b), Segment::new(x, y);
        Line::new(a, b), Line::new(x, y);
        Line::through([a, b]), Line::through([x, y]);
        Ray::new(a, b), Ray::new(x, y);
        Ray::through([a, b]), Ray::through([x, y]);
        Triangle::new([a, b, c]), Triangle::new([x, y, z]);
        ConvexPolygon::new([a, b, c]), ConvexPolygon::new(vec![x, y, z]);
        Hull::new(vec![a, b, c]), Hull::new(numbers);
        Moving::new(Triangle::new([a, b, c])?, a), Moving::new(Triangle::new(numbers)?, x);
        ConvexRegion::hull_of(&[a, b, c, V::rounded_from([0.0; 3])]), ConvexRegion::hull_of(&[x, y, z, [0.0; 3]]);
        Plane::X.mapped([a, b, c], a), Plane::X.mapped([x, y, z], x);
    }
    let hull = ConvexPolyhedron::hull_of(&[a, b, c, V::rounded_from([0.0; 3])])?;
    assert_eq!(hull.vertices().len(), 4);
    let aabb = Aabb::new(V::rounded_from([0.0; 3]), b);
    assert_eq!(aabb?, Aabb::new([0.0; 3], y)?);
    assert_eq!(Camera::looking(a, b, c), Camera::looking(x, y, z));
    Ok(())
}

/// Checks that one point for one point comes back in its own type.
pub(super) fn same_type<V: RoundedFrom<3> + PartialEq + Debug>() -> Steps {
    let of = V::rounded_from;
    let plane = Plane::new([0.0, 0.0, 2.0], -2.0)?;
    let point = of([5.0, -1.5, 3.0]);
    let (foot, image) = (of([5.0, -1.5, 1.0]), of([5.0, -1.5, -1.0]));
    assert_eq!((plane.project(&point), plane.mirror(&point)), (foot, image));
    assert_eq!(plane.try_project(&point)?, foot);
    assert_eq!(plane.try_mirror(&point)?, image);
    let mut points = [point; 2];
    plane.project_all(&mut points);
    assert_eq!(points, [foot; 2]);
    points = [point; 2];
    plane.mirror_all(&mut points);
    assert_eq!(points, [image; 2]);
    let (mut sides, mut values, mut distances) = ([Side::On; 2], [0.0; 2], [0.0; 2]);
    plane.sides(&points, &mut sides);
    plane.values(&points, &mut values);
    plane.signed_distances(&points, &mut distances);
    assert_eq!(
        (sides, values, distances),
        ([Side::Back; 2], [-4.0; 2], [-2.0; 2])
    );
    let aabb = Aabb::new([0.0; 3], [2.0; 3])?;
    assert_eq!(aabb.closest(&point), of([2.0, 0.0, 2.0]));
    assert_eq!(aabb.distance(&point), 12.25_f64.sqrt());
    assert!(aabb.compare_distance(&point, 4.0).is_lt());
    let map = Transform {
        columns: [
            [2.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [1.0, 0.0, 0.0],
        ],
    };
    assert_eq!(map.apply(&point), of([11.0, -1.5, 3.0]));
    assert_eq!(map.apply_direction(&point), of([10.0, -1.5, 3.0]));
    assert_eq!(map.apply_normal(&point), of([5.0, -3.0, 6.0]));
    assert_eq!(Frame::of(&plane).to_2d(&point), [5.0, -1.5]);
    let up = Line::new(of([5.0, -1.5, 0.0]), of([0.0, 0.0, 1.0]))?;
    assert_eq!(up.parameter(&point), 3.0);
    let kept = PlaneAt::new([0.0; 3], [0.0, 0.0, 1.0])?;
    assert_eq!(
        (kept.value(&point), kept.signed_distance(&point)),
        (3.0, 3.0)
    );
    assert_eq!(kept.try_side(&point), Ok(Side::Front));
    Ok(())
}

/// Checks what takes points in 2D only.
pub(super) fn flat<V: RoundedFrom<2> + PartialEq + Debug>() -> Steps {
    let numbers = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0]];
    let corners = numbers.map(V::rounded_from);
    same! {
        SimplePolygon::new(corners), SimplePolygon::new(numbers);
        ConvexPolygon::new(corners), ConvexPolygon::new(numbers);
        Plane::through([corners[0], corners[1]]), Plane::through([numbers[0], numbers[1]]);
    }
    assert_eq!(Frame::of(&Plane::Z).to_3d(&corners[2]), [2.0, 1.0, 0.0]);
    Ok(())
}

#[test]
fn arrays_and_tuples() -> Steps {
    space::<[f64; 3]>()?;
    space::<[f32; 3]>()?;
    space::<(f64, f64, f64)>()?;
    space::<(f32, f32, f32)>()?;
    same_type::<[f64; 3]>()?;
    same_type::<[f32; 3]>()?;
    same_type::<(f32, f32, f32)>()?;
    flat::<[f64; 2]>()?;
    flat::<[f32; 2]>()?;
    flat::<(f32, f32)>()
}

/// A point in `f32` comes back rounded to `f32`; its coordinates as an array of `f64` come back in `f64`.
#[test]
fn a_foot_is_rounded_to_the_type_of_its_point() -> Steps {
    let plane = Plane::new([0.0, 0.0, 1.0], -0.1)?;
    let point = [1.0_f32, 2.0, 3.0];
    assert_eq!(plane.project(&point), [1.0, 2.0, 0.1_f32]);
    assert_eq!(
        plane.side(&plane.project(&point)),
        Side::Front,
        "0.1 in f32 is above 0.1 in f64"
    );
    assert_eq!(plane.project(&point.coordinates()), [1.0, 2.0, 0.1]);
    assert_eq!(plane.side(&plane.project(&point.coordinates())), Side::On);
    Ok(())
}
