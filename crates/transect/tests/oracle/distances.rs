//! Compares distances with an oracle, an independent exact computation: of a point from a box, of two spheres, and of a
//! sphere and a triangle. The oracle finds the nearest point of a triangle by the Gram matrices of its edges. The
//! library uses cross products instead.

use std::cmp::Ordering;

use transect::{Aabb, Sphere, Triangle};

use crate::families::Family;
use crate::oracle::number::{Exact, dot, exact, minus};
use crate::oracle::questions::{agree, any_width};
use crate::random::Random;

/// Returns the sign of numerator/denominator − r², with r = `reach` and a positive denominator.
fn beyond([numerator, denominator]: &[Exact; 2], reach: &Exact) -> Ordering {
    (numerator - &(&(reach * reach) * denominator)).sign()
}

/// Returns `true` if `found` is within a relative error of 2⁻⁴⁵ of √(numerator/denominator) − r, which is positive.
/// Here r is `reach`.
fn is_gap(found: f64, squared: &[Exact; 2], reach: &Exact) -> bool {
    if found.is_infinite() {
        return beyond(squared, &(&Exact::of(f64::MAX) + reach)).is_ge();
    }
    let found = Exact::of(found);
    let slack = &(&found * &Exact::power_of_two(-45)) + &Exact::power_of_two(-1074);
    let [low, high] = [&found - &slack, &found + &slack].map(|gap| &gap + reach);
    (low.sign().is_lt() || beyond(squared, &low).is_ge()) && beyond(squared, &high).is_le()
}

pub(crate) fn from_box<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let other = any_width::<D>(family, random);
    let [a, b, point] = case.points;
    let b = if random.one_in(2) { b } else { other.points[0] };
    let aabb = Aabb::from_corners(a, b).expect("finite corners");
    let closest: [f64; D] =
        std::array::from_fn(|axis| point[axis].clamp(aabb.min()[axis], aabb.max()[axis]));
    let case = &(aabb, point);
    agree(aabb.closest(&point), closest, case)?;
    let between = minus(&exact(&point), &exact(&closest));
    let squared = [dot(&between, &between), Exact::of(1.0)];
    let rounded: f64 = aabb.distance(&point);
    let lengths = [
        0.0,
        rounded,
        rounded.next_up(),
        rounded.next_down().max(0.0),
        other.offset.abs(),
    ];
    for length in lengths.into_iter().filter(|length| length.is_finite()) {
        let truth = beyond(&squared, &Exact::of(length));
        agree(
            aabb.compare_distance(&point, length),
            truth,
            &(case, length),
        )?;
    }
    agree(rounded == 0.0, squared[0].is_zero(), case)?;
    agree(
        is_gap(rounded, &squared, &Exact::of(0.0)),
        true,
        &(case, rounded),
    )
}

/// Returns a random radius: the given distance itself, a neighbouring float, or three quarters of the distance. A
/// sphere of this radius touches, narrowly misses or overlaps a shape at that distance from its center.
fn radius(distance: f64, random: &mut Random) -> f64 {
    let radius = match random.below(4) {
        0 => distance.next_up(),
        1 => distance.next_down(),
        2 => distance * 0.75,
        _ => distance,
    };
    if radius.is_finite() {
        radius.max(0.0)
    } else {
        f64::MAX
    }
}

pub(crate) fn two_spheres<const D: usize>(
    family: Family,
    random: &mut Random,
) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let other = any_width::<D>(family, random);
    let (p, q) = (
        case.points[0],
        random.pick(&[case.points[1], other.points[0]]),
    );
    let distance = Sphere::new(p, 0.0).expect("a point").distance(&q);
    let r = radius(distance, random) * random.pick(&[0.0, 0.5, 1.0]);
    let spheres = [
        Sphere::new(p, r).expect("a sphere"),
        Sphere::new(q, radius(distance - r, random)).expect("a sphere"),
    ];
    let between = minus(&exact(&p), &exact(&q));
    let squared = [dot(&between, &between), Exact::of(1.0)];
    let reach = &Exact::of(spheres[0].radius()) + &Exact::of(spheres[1].radius());
    let is_apart = beyond(&squared, &reach).is_gt();
    agree(spheres[0].overlaps_sphere(&spheres[1]), !is_apart, &spheres)?;
    let gap = spheres[0].distance_to_sphere(&spheres[1]);
    if is_apart {
        agree(is_gap(gap, &squared, &reach), true, &(gap, &spheres))
    } else {
        agree(gap, 0.0, &spheres)
    }
}

/// Returns the squared distance of the origin from a triangle, as a fraction.
fn from_triangle<const D: usize>(corners: &[[Exact; D]; 3]) -> [Exact; 2] {
    let mut squares: Vec<[Exact; 2]> = Vec::new();
    for (place, a) in corners.iter().enumerate() {
        squares.push([dot(a, a), Exact::of(1.0)]);
        let u = minus(&corners[(place + 1) % 3], a);
        let (along, square) = (-&dot(a, &u), dot(&u, &u));
        if along.sign().is_gt() && (&square - &along).sign().is_gt() {
            squares.push([&(&dot(a, a) * &square) - &(&along * &along), square]);
        }
    }
    let [a, b, c] = corners;
    let (u, v) = (minus(b, a), minus(c, a));
    let (uu, uv, vv) = (dot(&u, &u), dot(&u, &v), dot(&v, &v));
    let (au, av) = (dot(a, &u), dot(a, &v));
    let determinant = &(&uu * &vv) - &(&uv * &uv);
    let s = &(&uv * &av) - &(&vv * &au);
    let t = &(&uv * &au) - &(&uu * &av);
    let rest = &(&determinant - &s) - &t;
    if determinant.sign().is_gt() && [&s, &t, &rest].iter().all(|weight| weight.sign().is_ge()) {
        let square = &(&dot(a, a) * &determinant) + &(&(&s * &au) + &(&t * &av));
        squares.push([square, determinant]);
    }
    let less =
        |a: &[Exact; 2], b: &[Exact; 2]| (&(&a[0] * &b[1]) - &(&b[0] * &a[1])).sign().is_lt();
    let least = squares
        .into_iter()
        .reduce(|a, b| if less(&b, &a) { b } else { a });
    least.expect("a triangle has corners")
}

pub(crate) fn sphere_and_triangle<const D: usize>(
    family: Family,
    random: &mut Random,
) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let other = any_width::<D>(family, random);
    let points = [case.points, other.points].concat();
    let corners: [[f64; D]; 3] = std::array::from_fn(|_| random.pick(&points));
    let (triangle, center) = (
        Triangle::new(corners).expect("finite points"),
        random.pick(&points),
    );
    let distance = Sphere::new(center, 0.0)
        .expect("a point")
        .distance(&triangle);
    let sphere = Sphere::new(center, radius(distance, random)).expect("a sphere");
    let squared = from_triangle(
        &corners
            .each_ref()
            .map(|c| minus(&exact(c), &exact(&center))),
    );
    let reach = Exact::of(sphere.radius());
    let is_apart = beyond(&squared, &reach).is_gt();
    let case = &(sphere, triangle);
    agree(sphere.overlaps(&triangle), !is_apart, case)?;
    let gap = sphere.distance(&triangle);
    if is_apart {
        agree(is_gap(gap, &squared, &reach), true, &(gap, case))
    } else {
        agree(gap, 0.0, case)
    }
}
