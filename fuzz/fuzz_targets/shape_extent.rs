//! The extents of shapes (sides of their backmost and frontmost points) satisfy laws: for flipped and scaled planes,
//! for shapes inside other shapes, for equal shapes of different types, and for boxes and their corners.
#![no_main]
use libfuzzer_sys::fuzz_target;
use transect::predicates::Dyadic;
use transect::{
    Aabb, Capsule, Cone, ConvexPolygon, Cylinder, Ellipsoid, Extent, Hull, Parallelepiped, Plane,
    Segment, Shape, Side, Sphere, Triangle,
};

mod numbers;
use numbers::Numbers;

/// Checks the properties that the extent of every shape has, and returns the extent.
fn extent<const D: usize>(plane: &Plane<D>, shape: &impl Shape<D>) -> Extent {
    let extent = plane.extent(shape);
    assert!(extent.backmost <= extent.frontmost);
    assert_eq!(plane.flipped().extent(shape), -extent);
    if let Ok(scaled) = Plane::new(plane.normal().map(|c| c * 8.0), plane.offset() * 8.0) {
        assert_eq!(scaled.extent(shape), extent);
    }
    let interval = plane.interval(shape);
    for (side, distance) in [
        (extent.backmost, interval.backmost),
        (extent.frontmost, interval.frontmost),
    ] {
        // A distance may underflow to zero, but is never NaN.
        let sign = Side::from(distance.partial_cmp(&0.0).expect("a number"));
        assert!(sign == side || distance == 0.0, "{side} at {distance}");
    }
    assert_eq!(
        plane.contact(shape).is_none(),
        extent.backmost == Side::Front
    );
    extent
}

fn is_within(inner: Extent, outer: Extent) -> bool {
    outer.join(inner) == outer
}

fn check<const D: usize>(numbers: &mut Numbers<'_>) -> Option<()> {
    let plane = &numbers.plane::<D>()?;
    let points = numbers.points::<D, 4>()?;
    let [p, q, ..] = points;
    let radius = numbers.number()?.abs();

    let exact = |point: [f64; D]| {
        let pairs = plane
            .normal()
            .into_iter()
            .zip(point)
            .chain([(plane.offset(), 1.0)]);
        Extent::of_point(Dyadic::<136>::sum_of_products(pairs).side())
    };
    let aabb = Aabb::from_corners(p, q).expect("finite");
    let corners: Vec<_> = aabb.corners().collect();
    let by_corners = corners
        .iter()
        .copied()
        .map(exact)
        .reduce(Extent::join)
        .expect("corners");
    assert_eq!(extent(plane, &aabb), by_corners);
    assert_eq!(
        extent(plane, &Hull::new(corners).expect("points")),
        by_corners
    );
    let hull = points
        .map(exact)
        .into_iter()
        .reduce(Extent::join)
        .expect("points");
    assert_eq!(extent(plane, &Hull::new(points).expect("points")), hull);
    let corners = [points[0], points[1], points[2]];
    let triangle = extent(plane, &Triangle::new(corners).expect("finite points"));
    if let Ok(polygon) = ConvexPolygon::new(corners) {
        assert_eq!(extent(plane, &polygon), triangle);
    }

    let segment = extent(plane, &Segment::new(p, q).expect("finite points"));
    assert_eq!(segment, exact(p).join(exact(q)));
    assert_eq!(
        extent(plane, &Capsule::new(p, q, 0.0).expect("finite")),
        segment
    );
    assert_eq!(
        extent(plane, &Sphere::new(p, 0.0).expect("finite")),
        exact(p)
    );
    let sphere = extent(plane, &Sphere::new(p, radius).expect("finite"));
    let capsule = extent(plane, &Capsule::new(p, q, radius).expect("finite"));
    assert!(
        is_within(exact(p), sphere) && is_within(sphere, capsule) && is_within(segment, capsule)
    );

    let half_axes = core::array::from_fn(|axis| points[axis + 1]);
    let ellipsoid = extent(plane, &Ellipsoid::new(p, half_axes).expect("finite"));
    let parallelepiped = extent(plane, &Parallelepiped::new(p, half_axes).expect("finite"));
    assert!(is_within(exact(p), ellipsoid) && is_within(ellipsoid, parallelepiped));
    Some(())
}

fn check_round(numbers: &mut Numbers<'_>) -> Option<()> {
    let plane = &numbers.plane::<3>()?;
    let [p, q] = numbers.points::<3, 2>()?;
    let radius = numbers.number()?.abs();
    let cylinder = extent(plane, &Cylinder::new(p, q, radius).ok()?);
    let cone = extent(plane, &Cone::new(p, q, radius).expect("as the cylinder"));
    let capsule = extent(plane, &Capsule::new(p, q, radius).expect("as the cylinder"));
    let segment = extent(plane, &Segment::new(p, q).expect("finite points"));
    assert!(is_within(segment, cone) && is_within(cone, cylinder) && is_within(cylinder, capsule));
    Some(())
}

fuzz_target!(|bytes: &[u8]| {
    let numbers = &mut Numbers(bytes);
    match numbers.byte().map(|byte| byte % 3) {
        Some(0) => check::<2>(numbers),
        Some(1) => check::<3>(numbers),
        _ => check_round(numbers),
    };
});
