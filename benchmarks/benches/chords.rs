//! Measures chords of a ray in boxes, oriented boxes, spheres and triangles, compared with the formulas in plain f64
//! that games use: slabs, the quadratic equation, and the test of Möller and Trumbore.
//!
//! This bench does not use criterion. Each printed time is the shortest of 15 rounds over 20,000 bodies, in nanoseconds
//! per body; plain code and the library take turns. About one body in fifty is hit, as in a search. Both must find the
//! same hits. `cargo bench -p transect-benchmarks --bench chords`.

use std::array;
use std::hint::black_box;
use std::time::Instant;

use transect::{Aabb, Convex, Parallelepiped, Ray, Sphere, Triangle};
use transect_exact::SplitMix64;
use transect_exact::vector::{cross, dot, sub};

const COUNT: usize = 20_000;
const ORIGIN: [f64; 3] = [0.1, 0.2, 5.0];
const DIRECTION: [f64; 3] = [0.05, -0.03, -1.0];

/// Times both ways of counting hits, and prints a row.
fn compare(what: &str, mut exact: impl FnMut() -> usize, mut plain: impl FnMut() -> usize) {
    let [mut best_exact, mut best_plain] = [f64::INFINITY; 2];
    let mut hits = [0; 2];
    for _ in 0..15 {
        let since = Instant::now();
        hits[0] = exact();
        best_exact = best_exact.min(since.elapsed().as_secs_f64());
        let since = Instant::now();
        hits[1] = plain();
        best_plain = best_plain.min(since.elapsed().as_secs_f64());
    }
    assert_eq!(hits[0], hits[1], "{what}");
    let [exact, plain] = [best_exact, best_plain].map(|time| 1e9 * time / COUNT as f64);
    println!(
        "{what},{},{exact:.1},{plain:.1},{:.1}",
        hits[0],
        exact / plain
    );
}

/// Counts the bodies that the ray meets.
fn hits<Body: Convex<3>>(ray: &Ray, bodies: &[Body]) -> usize {
    let is_hit = |body: &&Body| !black_box(ray).chord(*body).is_apart();
    bodies.iter().filter(is_hit).count()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut random = SplitMix64::new(11);
    let mut vector = || array::from_fn(|_| random.bits() as f64 / 2.0_f64.powi(63) - 1.0);
    let ray = Ray::new(ORIGIN, DIRECTION)?;
    let inverse = DIRECTION.map(|coordinate| 1.0 / coordinate);
    println!("body,hits,chord (ns),plain f64 (ns),ratio");

    let mut boxes = Vec::new();
    let mut turned = Vec::new();
    let mut spheres = Vec::new();
    let mut triangles = Vec::new();
    for _ in 0..COUNT {
        let center: [f64; 3] = vector();
        let half = vector().map(|c: f64| 0.3 * c.abs() + 1e-3);
        boxes.push(Aabb::from_center(center, half)?);
        let [angle, _, _] = vector();
        let (sin, cos) = angle.sin_cos();
        let directions = [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]];
        turned.push(Parallelepiped::from_axes(center, directions, half)?);
        spheres.push(Sphere::new(center, half[0])?);
        let corners = [(); 3].map(|()| {
            let offset: [f64; 3] = vector();
            array::from_fn::<_, 3, _>(|axis| center[axis] + 0.3 * offset[axis])
        });
        triangles.push(Triangle::new(corners)?);
    }

    let bounds: Vec<_> = boxes.iter().map(|aabb| [aabb.min(), aabb.max()]).collect();
    let slabs = |[min, max]: &[[f64; 3]; 2]| {
        let origin = black_box(ORIGIN);
        let (mut first, mut last) = (0.0_f64, f64::INFINITY);
        for axis in 0..3 {
            let [one, other] = [min, max].map(|bound| (bound[axis] - origin[axis]) * inverse[axis]);
            first = first.max(one.min(other));
            last = last.min(one.max(other));
        }
        first <= last
    };
    compare(
        "box",
        || hits(&ray, &boxes),
        || bounds.iter().filter(|bounds| slabs(bounds)).count(),
    );

    let axes: Vec<_> = turned
        .iter()
        .map(|body| (body.center(), body.half_axes()))
        .collect();
    let turned_slabs = |(center, axes): &([f64; 3], [[f64; 3]; 3])| {
        let relative = sub(&black_box(ORIGIN), center);
        let (mut first, mut last) = (0.0_f64, f64::INFINITY);
        for axis in axes {
            let (size, along) = (dot(axis, axis), dot(axis, &relative));
            let growth = dot(axis, &DIRECTION);
            let [one, other] = [(-size - along) / growth, (size - along) / growth];
            first = first.max(one.min(other));
            last = last.min(one.max(other));
        }
        first <= last
    };
    compare(
        "oriented box",
        || hits(&ray, &turned),
        || axes.iter().filter(|body| turned_slabs(body)).count(),
    );

    let balls: Vec<_> = spheres
        .iter()
        .map(|sphere| (sphere.center(), sphere.radius()))
        .collect();
    let quadratic = |(center, radius): &([f64; 3], f64)| {
        let relative = sub(&black_box(ORIGIN), center);
        let (square, slope) = (dot(&DIRECTION, &DIRECTION), dot(&relative, &DIRECTION));
        let value = dot(&relative, &relative) - radius * radius;
        slope * slope - square * value >= 0.0 && (value <= 0.0 || slope <= 0.0)
    };
    compare(
        "sphere",
        || hits(&ray, &spheres),
        || balls.iter().filter(|ball| quadratic(ball)).count(),
    );

    let corners: Vec<_> = triangles.iter().map(Triangle::corners).collect();
    let barycentric = |[a, b, c]: &[[f64; 3]; 3]| {
        let [u, v] = [sub(b, a), sub(c, a)];
        let across = cross(&DIRECTION, &v);
        let inverse = 1.0 / dot(&u, &across);
        let relative = sub(&black_box(ORIGIN), a);
        let first = dot(&relative, &across) * inverse;
        if !(0.0..=1.0).contains(&first) {
            return false;
        }
        let turned = cross(&relative, &u);
        let second = dot(&DIRECTION, &turned) * inverse;
        second >= 0.0 && first + second <= 1.0 && dot(&v, &turned) * inverse >= 0.0
    };
    compare(
        "triangle",
        || hits(&ray, &triangles),
        || corners.iter().filter(|body| barycentric(body)).count(),
    );
    Ok(())
}
