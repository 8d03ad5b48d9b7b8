//! Laws about sides of planes, which must hold for all numbers.

use std::panic::catch_unwind;

use transect::{Aabb, Extent, Plane, Segment, Side, Triangle};

use crate::families::{Case, FAMILIES, Width};
use crate::oracle::questions::plane;
use crate::random::Random;

/// The number of random cases per family of hard cases (`families.rs`).
const CASES: u64 = 5_000;

pub(crate) fn for_all<const D: usize>(law: impl Fn(&Case<D>, &mut Random)) {
    for family in FAMILIES {
        let mut random = Random::new(1000 + family as u64);
        for _ in 0..CASES {
            let width = random.pick(&[Width::Single, Width::Double]);
            law(&family.case(width, &mut random), &mut random);
        }
    }
}

fn extents<const D: usize>(plane: &Plane<D>, points: [[f64; D]; 3]) -> [Extent; 4] {
    let [a, b, _] = points;
    let aabb = Aabb::from_corners(a, b).expect("finite corners");
    [
        plane.extent(&a),
        plane.extent(&aabb),
        plane.extent(&Segment::new(a, b).expect("finite points")),
        plane.extent(&Triangle::new(points).expect("finite points")),
    ]
}

fn flipping_swaps_the_sides<const D: usize>() {
    for_all::<D>(|case, _| {
        let plane = plane(case);
        let flipped = extents(&plane.flipped(), case.points);
        assert_eq!(
            extents(&plane, case.points),
            flipped.map(|extent| -extent),
            "{case:?}"
        );
        assert_eq!(plane.flipped().flipped(), plane);
    });
}

fn scaling_by_a_power_of_two_changes_nothing<const D: usize>() {
    for_all::<D>(|case, random| {
        let factor = random.power_of_two(-1074, 1023).abs();
        let numbers = [&case.normal[..], &[case.offset]].concat();
        let exact = |&number: &f64| {
            let scaled = number * factor;
            number == 0.0 || scaled.is_finite() && scaled.abs() >= f64::MIN_POSITIVE
        };
        if numbers.iter().all(exact) {
            let scaled = Plane::new(case.normal.map(|c| c * factor), case.offset * factor);
            let scaled = scaled.expect("finite and not zero");
            let extents = [plane(case), scaled].map(|plane| extents(&plane, case.points));
            assert_eq!(extents[0], extents[1], "{case:?} × {factor:e}");
        }
    });
}

fn permuting_the_axes_changes_nothing<const D: usize>() {
    for_all::<D>(|case, random| {
        let turn = random.below(D as u64) as usize;
        let mirror = random.one_in(2);
        let permuted = |mut numbers: [f64; D]| {
            numbers.rotate_left(turn);
            if mirror {
                numbers.swap(0, 1);
            }
            numbers
        };
        let turned = Plane::new(permuted(case.normal), case.offset).expect("as before");
        let points = case.points.map(permuted);
        assert_eq!(
            extents(&plane(case), case.points),
            extents(&turned, points),
            "{case:?}"
        );
    });
}

fn a_flat_box_is_a_point_and_a_box_is_the_hull_of_its_corners<const D: usize>() {
    for_all::<D>(|case, _| {
        let plane = plane(case);
        let [a, b, _] = case.points;
        let flat = Aabb::from_corners(a, a).expect("finite");
        assert_eq!(plane.extent(&flat), plane.extent(&a), "{case:?}");
        let corner = |chosen: usize| {
            let point = std::array::from_fn(|axis| {
                if chosen >> axis & 1 == 0 {
                    a[axis]
                } else {
                    b[axis]
                }
            });
            plane.extent(&point)
        };
        let hull = (0..1 << D)
            .map(corner)
            .reduce(Extent::join)
            .expect("corners");
        assert_eq!(extents(&plane, case.points)[1], hull, "{case:?}");
    });
}

/// A rotation by the angle of a 3-4-5 triangle, combined with a scaling by 5, maps integers to integers. Applied to the
/// plane and to the shape, it must not change sides.
fn similarities_change_nothing<const D: usize>() {
    let turned = |[x, y]: [f64; 2]| [3.0 * x - 4.0 * y, 4.0 * x + 3.0 * y];
    for_all::<D>(|_, random| {
        let mut integers = || std::array::from_fn(|_| random.integer(1 << 20));
        let (normal, points): ([f64; D], _) = (integers(), [integers(), integers(), integers()]);
        if normal == [0.0; D] {
            return;
        }
        let similar = |numbers: [f64; D]| -> [f64; D] {
            let [x, y] = turned([numbers[0], numbers[1]]);
            std::array::from_fn(|axis| match axis {
                0 => x,
                1 => y,
                _ => 5.0 * numbers[axis],
            })
        };
        let offset = -(0..D)
            .map(|axis| normal[axis] * points[0][axis])
            .sum::<f64>();
        let one = Plane::new(normal, offset).expect("integers");
        let other = Plane::new(similar(normal), 25.0 * offset).expect("integers");
        let (shape, image) = (
            Triangle::new(points).expect("finite points"),
            Triangle::new(points.map(similar)).expect("finite points"),
        );
        assert_eq!(
            one.extent(&shape),
            other.extent(&image),
            "{normal:?} {points:?}"
        );
        assert_eq!(one.side(&points[0]), Side::On);
        assert_eq!(other.side(&similar(points[0])), Side::On);
    });
}

/// Points with small integer coordinates are exactly on the plane through them,
/// and their order decides which side is the front.
fn points_lie_on_the_plane_through_them<const D: usize>() {
    for_all::<D>(|_, random| {
        let points: [[f64; D]; D] =
            std::array::from_fn(|_| std::array::from_fn(|_| random.integer(1 << 16)));
        let Ok(plane) = Plane::through(points) else {
            return;
        };
        for point in &points {
            assert_eq!(plane.side(point), Side::On, "{points:?}");
        }
        let mut reversed = points;
        reversed.swap(0, 1);
        assert_eq!(Plane::through(reversed), Ok(plane.flipped()), "{points:?}");
    });
}

/// A signed distance has the sign of the side, or is zero because it underflowed. The distance of an end of a segment
/// lies between the distances of the segment's backmost and frontmost points.
fn distances_have_the_signs_of_sides<const D: usize>() {
    for_all::<D>(|case, _| {
        let plane = plane(case);
        let [a, b, _] = case.points;
        let (segment, distance) = (
            Segment::new(a, b).expect("finite points"),
            plane.signed_distance(&a),
        );
        let interval = plane.interval(&segment);
        assert!(
            interval.backmost <= distance && distance <= interval.frontmost,
            "{case:?}"
        );
        assert!(
            distance == 0.0 || Side::from(distance.total_cmp(&0.0)) == plane.side(&a),
            "{case:?}"
        );
        assert!(!distance.is_nan(), "{case:?}");
    });
}

/// A point with a NaN or infinite coordinate has no side. Every function that computes a side panics for such a point.
fn a_point_that_is_not_finite_has_no_side<const D: usize>() {
    for normal in [1.0, 0.5, 0.1] {
        let plane = Plane::new([normal; D], 0.0).expect("a plane");
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut point = [1.0; D];
            point[D - 1] = value;
            let single = point.map(|coordinate| coordinate as f32);
            for outcome in [
                catch_unwind(|| plane.side(&point)).map(|side| f64::from(side as i8)),
                catch_unwind(|| plane.form().side_of_single(&single))
                    .map(|side| f64::from(side as i8)),
                catch_unwind(|| plane.value(&point)),
            ] {
                let panic = outcome.expect_err("not finite");
                let message = panic.downcast_ref::<String>().expect("a message");
                let coordinate = format!("coordinate {} is {value}", ["y", "z"][D - 2]);
                assert!(message.contains(&coordinate), "{message}");
            }
        }
    }
}

mod hold {
    laws! {
        flipping_swaps_the_sides,
        scaling_by_a_power_of_two_changes_nothing,
        permuting_the_axes_changes_nothing,
        a_flat_box_is_a_point_and_a_box_is_the_hull_of_its_corners,
        similarities_change_nothing,
        points_lie_on_the_plane_through_them,
        distances_have_the_signs_of_sides,
        a_point_that_is_not_finite_has_no_side,
    }
}
