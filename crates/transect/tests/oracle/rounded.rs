//! Compares rounded measurements of shapes with independent values. Distances are compared with results of integer
//! square roots. Points are checked by their distances from several planes.

use transect::vector;
use transect::{
    Capsule, Cone, Cylinder, Ellipsoid, Interval, Parallelepiped, Plane, Shape, Side, Sphere,
};

use crate::families::{FAMILIES, Family};
use crate::oracle::number::{Exact, dot, exact, minus, plus};
use crate::oracle::questions::plane;
use crate::oracle::roots::root_distance;
use crate::oracle::shapes::{
    case, half_axes, of_disk, of_ellipsoid, of_sphere, radius, touching, value,
};
use crate::random::{Random, power_of_two};

/// The number of random cases per family of hard cases (`families.rs`).
const CASES: u64 = 400;

/// The allowed relative error of distances is two to this power.
const ACCURACY: i32 = -46;

fn for_all(law: impl Fn(Family, &mut Random)) {
    for family in FAMILIES {
        let mut random = Random::new(2000 + family as u64);
        for _ in 0..CASES {
            law(family, &mut random);
        }
    }
}

/// Returns an interval of signed distances of a shape from a plane. Its ends are (s ± √r) / (divisor·|n|), each as the
/// nearest float or a neighbor of it, where |n| is the length of the plane's normal.
fn interval<const D: usize>(plane: &Plane<D>, [s, r]: &[Exact; 2], divisor: &Exact) -> Interval {
    let normal = exact(&plane.normal());
    let squared = dot(&normal, &normal);
    Interval {
        backmost: -root_distance(&-s, r, divisor, &squared),
        frontmost: root_distance(s, r, divisor, &squared),
    }
}

fn one() -> Exact {
    Exact::of(1.0)
}

fn check(answer: Interval, truth: Interval, case: &impl std::fmt::Debug) {
    for (answer, truth) in [
        (answer.backmost, truth.backmost),
        (answer.frontmost, truth.frontmost),
    ] {
        let bound = truth.abs() * power_of_two(ACCURACY) + f64::from_bits(1);
        let off = (answer - truth).abs();
        let beyond = answer.signum() == truth.signum() && answer.abs().min(truth.abs()) > 1.79e308;
        assert!(
            off <= bound || beyond || answer == truth,
            "{answer:e}, but the truth is {truth:e}: {case:?}"
        );
    }
}

fn intervals_are_accurate<const D: usize>() {
    for_all(|family, random| {
        let case = case::<D>(family, random);
        let ([center, end, _], radius) = (case.points, radius(&case, random));
        let reach = radius * vector::length(&case.normal);
        let plane = touching(&case, &center, reach, random);
        let sphere = Sphere::new(center, radius).expect("a sphere");
        let of_center = interval(&plane, &of_sphere(&plane, &center, radius), &one());
        check(plane.interval(&sphere), of_center, &(plane, sphere));

        let capsule = Capsule::new(center, end, radius).expect("a capsule");
        let of_end = interval(&plane, &of_sphere(&plane, &end, radius), &one());
        check(
            plane.interval(&capsule),
            of_center.join(of_end),
            &(plane, capsule),
        );

        let half_axes = half_axes::<D>(family, random);
        let along = half_axes.map(|half_axis| vector::dot(&case.normal, &half_axis));
        let plane = touching(&case, &center, vector::length(&along), random);
        let ellipsoid = Ellipsoid::new(center, half_axes).expect("an ellipsoid");
        let truth = interval(&plane, &of_ellipsoid(&plane, &center, &half_axes), &one());
        check(plane.interval(&ellipsoid), truth, &(plane, ellipsoid));

        let plane = touching(&case, &center, along.iter().map(|c| c.abs()).sum(), random);
        let parallelepiped = Parallelepiped::new(center, half_axes).expect("a parallelepiped");
        let corners = (0..1 << D).map(|place: usize| {
            let mut corner = exact(&center);
            for (axis, half_axis) in half_axes.iter().enumerate() {
                corner = match place >> axis & 1 {
                    0 => minus(&corner, &exact(half_axis)),
                    _ => plus(&corner, &exact(half_axis)),
                };
            }
            interval(&plane, &[value(&plane, &corner), Exact::zero()], &one())
        });
        let truth = corners.reduce(Interval::join).expect("corners");
        check(
            plane.interval(&parallelepiped),
            truth,
            &(plane, parallelepiped),
        );
    });
}

#[test]
fn intervals_are_accurate_in_2d() {
    intervals_are_accurate::<2>();
}

#[test]
fn intervals_are_accurate_in_3d() {
    intervals_are_accurate::<3>();
}

#[test]
fn intervals_of_cylinders_and_cones_are_accurate() {
    for_all(|family, random| {
        let case = case::<3>(family, random);
        let ([start, end, _], radius) = (case.points, radius(&case, random));
        let axis = vector::sub(&end, &start);
        let across = vector::length(&vector::cross(&case.normal, &axis));
        let plane = touching(&case, &end, radius * across / vector::length(&axis), random);
        let Ok(cylinder) = Cylinder::new(start, end, radius) else {
            assert_eq!(start, end);
            return;
        };
        let cone = Cone::new(start, end, radius).expect("as the cylinder");
        let divisor = minus(&exact(&end), &exact(&start));
        let divisor = dot(&divisor, &divisor);
        let disk = |center: &[f64; 3]| {
            interval(
                &plane,
                &of_disk(&plane, center, [&start, &end], radius),
                &divisor,
            )
        };
        check(
            plane.interval(&cylinder),
            disk(&start).join(disk(&end)),
            &(plane, cylinder),
        );
        let apex = interval(
            &plane,
            &[value(&plane, &exact(&start)), Exact::zero()],
            &one(),
        );
        check(plane.interval(&cone), disk(&end).join(apex), &(plane, cone));
    });
}

/// Checks three points of a shape: the backmost one, the frontmost one, and the one closest to the first plane. Their
/// distances from the first plane must agree with the shape's interval of distances. Their distances from every other
/// plane must be within the shape's interval for that plane. The allowed error is a few roundings of the input numbers,
/// whose magnitude is `size`.
fn check_points<const D: usize>(shape: &impl Shape<D>, planes: &[Plane<D>], size: f64) {
    let bound = size * power_of_two(-47);
    let [plane, ..] = planes else {
        panic!("no plane")
    };
    let (extent, interval) = (plane.extent(shape), plane.interval(shape));
    let [backmost, frontmost] = shape.extremes(plane);
    let closest = plane.closest(shape);
    let distance = match extent.side() {
        Side::Front => interval.backmost,
        Side::Back => interval.frontmost,
        Side::On => 0.0,
    };
    assert_eq!(closest.signed_distance, distance);
    for (point, distance) in [
        (backmost, interval.backmost),
        (frontmost, interval.frontmost),
        (closest.point, distance),
    ] {
        let off = (plane.signed_distance(&point) - distance).abs();
        assert!(off <= bound, "{off:e} > {bound:e}: {point:?} {plane:?}");
        for other in planes {
            let (at, within) = (other.signed_distance(&point), other.interval(shape));
            assert!(
                within.backmost - bound <= at && at <= within.frontmost + bound,
                "{point:?} {other:?} {within:?}"
            );
        }
    }
    match plane.contact(shape) {
        Some(contact) => {
            assert_ne!(extent.backmost, Side::Front);
            assert_eq!(contact.deepest, backmost);
            assert_eq!(contact.depth, -interval.backmost);
            // The depth (how far the shape reaches behind the plane) may underflow to zero if the plane's offset is
            // near the smallest floats.
            let underflows = (f64::from_bits(1)..1e-300).contains(&plane.offset().abs());
            let is_zero = contact.depth == 0.0;
            assert_eq!(
                is_zero,
                extent.backmost == Side::On || is_zero && underflows
            );
        }
        None => assert_eq!(extent.side(), Side::Front),
    }
}

fn is_ordinary(family: Family) -> bool {
    !matches!(
        family,
        Family::AnyBits | Family::Overflow | Family::Subnormal
    )
}

fn points_are_where_they_should_be<const D: usize>(
    check_more: impl Fn(&[[f64; D]; 3], f64, &[Plane<D>], f64),
) {
    for_all(|family, random| {
        if !is_ordinary(family) {
            return;
        }
        let case = case::<D>(family, random);
        // A tiny radius is replaced by 0. With a tiny radius, the depth (how far the sphere reaches behind a plane)
        // could underflow.
        let center = case.points[0];
        let radius = Some(radius(&case, random))
            .filter(|&r| r > 1e-250)
            .unwrap_or(0.0);
        let half_axes = half_axes::<D>(family, random);
        let reach = radius * vector::length(&case.normal);
        let mut planes = vec![touching(&case, &center, reach, random)];
        planes.extend([0; 4].map(|_| plane(&self::case::<D>(Family::Uniform, random))));
        let numbers = case.points.iter().chain(&half_axes).flatten();
        let size = numbers.map(|c| c.abs()).sum::<f64>() + radius;
        // Distances from the plane are rounded too, so `size` includes the distance of the shape from the plane.
        let [plane, ..] = &planes[..] else { return };
        let size = size + plane.signed_distance(&center).abs();
        check_points(
            &Sphere::new(center, radius).expect("a sphere"),
            &planes,
            size,
        );
        let capsule = Capsule::new(center, case.points[1], radius).expect("a capsule");
        check_points(&capsule, &planes, size);
        let ellipsoid = Ellipsoid::new(center, half_axes).expect("an ellipsoid");
        check_points(&ellipsoid, &planes, size);
        let parallelepiped = Parallelepiped::new(center, half_axes).expect("a parallelepiped");
        check_points(&parallelepiped, &planes, size);
        check_more(&case.points, radius, &planes, size);
    });
}

#[test]
fn points_are_where_they_should_be_in_2d() {
    points_are_where_they_should_be::<2>(|_, _, _, _| {});
}

#[test]
fn points_are_where_they_should_be_in_3d() {
    points_are_where_they_should_be::<3>(|&[start, end, _], radius, planes, size| {
        let Ok(cylinder) = Cylinder::new(start, end, radius) else {
            assert_eq!(start, end);
            return;
        };
        check_points(&cylinder, planes, size);
        check_points(
            &Cone::new(start, end, radius).expect("a cone"),
            planes,
            size,
        );
    });
}

/// Products of these normals and points are close to the smallest normal float, 2⁻¹⁰²², or below it.
#[test]
fn values_below_the_normal_floats_are_the_nearest_floats() {
    let mut random = Random::new(1074);
    let (mut subnormal, mut inaccurate) = (0, 0);
    let mut scaled = |low: i32| {
        let scale = power_of_two(low + random.below(40));
        [0; 3].map(|_| random.unit() * scale)
    };
    let smallest = Exact::of(f64::from_bits(1));
    for step in 0..20_000_u64 {
        let (normal, point) = (scaled(-540), scaled(-530));
        // Every second offset cancels most of n·p. Then the value n·p + d is subnormal.
        let products = dot(&exact(&normal), &exact(&point));
        let taken = [vector::dot(&normal, &point), 0.0][step as usize % 2];
        let offset = f64::from_bits(step % 97) - taken;
        let plane = Plane::new(normal, offset).expect("a plane");
        let truth = &products + &Exact::of(offset);
        let value = plane.value(&point);
        let error = (&truth - &Exact::of(value)).abs();
        let relative = &truth.abs() * &Exact::of(power_of_two(-50));
        let is_accurate = (&relative - &error).side() != Side::Back;
        if value.is_normal() {
            assert!(is_accurate, "{value:e} {plane:?} {point:?}");
            continue;
        }
        // The value must be the float nearest to the true value: its error is at most half of the smallest positive
        // float.
        let is_nearest = (&smallest - &(&error + &error)).side() != Side::Back;
        assert!(is_nearest, "{value:e} {plane:?} {point:?}");
        subnormal += 1;
        inaccurate += u32::from(!is_accurate);
    }
    assert!(
        subnormal > 5_000 && inaccurate > 1_000,
        "{subnormal} {inaccurate}"
    );
}

/// Tests results whose computation could overflow or underflow. An example is the middle of a segment whose ends have
/// the largest floats, or ±2⁻¹⁰⁷⁴, as coordinates.
#[test]
fn the_closest_point_neither_overflows_nor_underflows() {
    let plane = Plane::new([1.0, 0.0], 0.0).expect("a plane");
    let segment = transect::Segment::new([-f64::MAX, 1.0], [f64::MAX, 3.0]).expect("finite points");
    assert_eq!(plane.closest(&segment).point, [0.0, 2.0]);
    let smallest = f64::from_bits(1);
    let plane = Plane::new([smallest, 0.0], 0.0).expect("a plane");
    let segment = transect::Segment::new([-smallest, 1.0], [smallest, 3.0]).expect("finite points");
    assert_eq!(plane.closest(&segment).point, [0.0, 2.0]);
    let far = Sphere::new([f64::MAX, 0.0], f64::MAX).expect("a sphere");
    assert_eq!(plane.contact(&far).map(|contact| contact.depth), Some(0.0));
    assert_eq!(plane.interval(&far).frontmost, f64::INFINITY);
    let circle = Sphere::new([3.0, 4.0], 5.0).expect("a circle");
    let diagonal = Plane::new([3e-200, 4e-200], 0.0).expect("a plane");
    let truth = interval(&diagonal, &of_sphere(&diagonal, &[3.0, 4.0], 5.0), &one());
    check(diagonal.interval(&circle), truth, &diagonal);
    let slab = Parallelepiped::new([1e308, 0.0], [[1e308, 1.0], [-1e308, 0.0]]).expect("a slab");
    assert_eq!(
        slab.extremes(&plane),
        [[-1e308, -1.0], [f64::INFINITY, 1.0]]
    );
    let point = plane.closest(&slab).point;
    assert!(point.iter().all(|coordinate| coordinate.is_finite()));
    let half = power_of_two(1023);
    let axes = [[half, 0.0], [half, 0.0]];
    let far = Parallelepiped::new([1.5 * half, 0.0], axes).expect("a segment");
    let corners: Vec<_> = far.corners().map(|[x, _]| x).collect();
    assert_eq!(
        corners,
        [-0.5 * half, 1.5 * half, 1.5 * half, f64::INFINITY]
    );
}
