//! Compares values and distances with exact sums: a value is the float nearest to n·p + d. A distance is a quotient of
//! two floats: the float nearest to (n·p + d)·2ᵏ, and the length of n·2ᵏ. If the first one overflows, k is less by 2.

use transect::vector::{length, near_one};
use transect::{Aabb, Plane, Shape, Side, Triangle};

use crate::families::{Case, FAMILIES, Width};
use crate::halfway::Halfway;
use crate::oracle::exact::{is_nearest, sign};
use crate::random::{Random, power_of_two};

/// Returns `true` if `value` is the float nearest to the sum of products, ties to even.
pub(crate) fn is_nearest_or_infinite(value: f64, terms: &[(f64, f64)]) -> bool {
    if value.is_finite() {
        return is_nearest(value, terms);
    }
    // The middle between the largest float and the next greater one, if there were one, is 2¹⁰²⁴ − 2⁹⁷⁰.
    let sign_of_value = 1.0_f64.copysign(value);
    let middle = [
        (power_of_two(1023), -2.0 * sign_of_value),
        (power_of_two(970), sign_of_value),
    ];
    let beyond = sign(&[terms, &middle[..]].concat());
    beyond.is_eq() || beyond.is_gt() == (value > 0.0)
}

fn terms<const D: usize>(plane: &Plane<D>, point: &[f64; D]) -> Vec<(f64, f64)> {
    let products = plane.normal().into_iter().zip(*point);
    products.chain([(plane.offset(), 1.0)]).collect()
}

/// Checks the value, the side and the signed distance of a point.
fn check<const D: usize>(plane: &Plane<D>, point: &[f64; D]) {
    let terms = terms(plane, point);
    let value = plane.value(point);
    assert!(
        is_nearest_or_infinite(value, &terms),
        "{value:e} {plane:?} {point:?}"
    );
    assert_eq!(
        plane.side(point),
        Side::from(sign(&terms)),
        "{plane:?} {point:?}"
    );
    let (normal, exponent) = near_one(&plane.normal());
    let length = length(&normal);
    let distance = plane.signed_distance(point);
    // If scaling the plane by the power of two is exact, the distance must be the value of the scaled plane, divided by
    // the length of its normal.
    let offset = plane.offset() * power_of_two((-exponent).clamp(-1074, 1023));
    let is_exact = offset == 0.0 && plane.offset() == 0.0 || offset.is_normal();
    let is_same = |(scaled, given): (&f64, f64)| given == 0.0 || scaled.is_normal();
    let is_exact = is_exact && normal.iter().zip(plane.normal()).all(is_same);
    if is_exact && exponent.abs() < 1022 {
        let scaled = Plane::new(normal, offset).expect("a plane");
        let mut expected = scaled.value(point) / length;
        if expected.is_infinite() {
            // The distance is that of the plane with a quarter of the normal, whose value overflows only if it does.
            let quarter = Plane::new(normal.map(|c| c / 4.0), offset / 4.0).expect("a plane");
            expected = quarter.value(point) / (length / 4.0);
        }
        assert_eq!(
            distance.to_bits(),
            expected.to_bits(),
            "{plane:?} {point:?}"
        );
    }
    let mut distances = [0.0];
    plane.signed_distances(&[*point], &mut distances);
    assert_eq!(distances[0].to_bits(), distance.to_bits());
}

/// Checks that the interval of a shape with corners has the least and the greatest distance of a corner as its ends.
fn check_interval<const D: usize>(plane: &Plane<D>, shape: &impl Shape<D>, corners: &[[f64; D]]) {
    let distances = corners.iter().map(|corner| plane.signed_distance(corner));
    let interval = shape.interval(plane);
    let (least, greatest) = distances.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, g), d| {
        (l.min(d), g.max(d))
    });
    assert_eq!([interval.backmost, interval.frontmost], [least, greatest]);
}

fn halfway<const D: usize>() {
    let mut random = Random::new(19);
    let (mut planes, mut overflown, mut zeros) = (0, 0, 0);
    while planes < 6_000 {
        let Some(family) = Halfway::<D>::random(&mut random) else {
            continue;
        };
        let Ok(plane) = Plane::new(family.normal, family.offset) else {
            continue;
        };
        planes += 1;
        for _ in 0..6 {
            let point = family.point(&mut random);
            check(&plane, &point);
            // Both ends of this box's interval are the distance of one point, but boxes are computed by other code.
            let aabb = Aabb::new(point, point).expect("a box");
            check_interval(&plane, &aabb, &[point]);
            overflown += usize::from(plane.value(&point).is_infinite());
            zeros += usize::from(plane.side(&point) == Side::On);
        }
    }
    assert!(overflown > 20 && zeros > 500, "{overflown} {zeros}");
}

#[test]
fn values_near_the_middle_between_floats() {
    halfway::<2>();
    halfway::<3>();
}

#[test]
fn values_and_intervals_of_all_families() {
    for family in FAMILIES {
        let mut random = Random::new(1900 + family as u64);
        for _ in 0..300 {
            let width = random.pick(&[Width::Single, Width::Double]);
            let Case {
                normal,
                offset,
                points,
                ..
            } = family.case::<3>(width, &mut random);
            let Ok(plane) = Plane::new(normal, offset) else {
                continue;
            };
            for point in &points {
                check(&plane, point);
            }
            let triangle = Triangle::new(points).expect("finite points");
            check_interval(&plane, &triangle, &points);
            let [a, b, _] = points;
            let min = std::array::from_fn(|axis| a[axis].min(b[axis]));
            let max = std::array::from_fn(|axis| a[axis].max(b[axis]));
            let aabb = Aabb::new(min, max).expect("a box");
            check_interval(&plane, &aabb, &aabb.corners().collect::<Vec<_>>());
        }
    }
}

#[test]
fn exact_middles_go_to_the_even_float() {
    let half = power_of_two(-53);
    let plane = Plane::new([1.0, 1.0, 0.0], 0.0).expect("a plane");
    assert_eq!(plane.value(&[1.0, half, 0.0]), 1.0);
    let above = 1.0 + 2.0 * half;
    assert_eq!(plane.value(&[above, half, 0.0]), above + 2.0 * half);
    // The sum of two terms is in the middle between two floats. A third, tiny term decides which of the two floats is
    // nearest.
    let plane = Plane::new([1.0, 1.0, 1.0], 0.0).expect("a plane");
    for exponent in [-60, -106, -200, -1074] {
        let tiny = power_of_two(exponent);
        assert_eq!(plane.value(&[1.0, half, tiny]), above);
        assert_eq!(plane.value(&[1.0, half, -tiny]), 1.0);
        assert_eq!(plane.value(&[above, half, -tiny]), above);
    }
}
