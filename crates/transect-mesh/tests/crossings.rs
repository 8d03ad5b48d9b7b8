//! Tests that the crossings of edges and planes are the floats nearest to the true crossings, which are computed as
//! rationals.

use dashu_int::IBig;
use dashu_ratio::Relaxed as RBig;
use transect::{Plane, PlaneAt, PlaneThrough};
use transect_mesh::{Mesh, RawMesh};

use crate::random::Random;
use crate::run::cases;

/// Converts a finite float to a rational.
fn rational(value: f64) -> RBig {
    RBig::try_from(value).expect("a finite float")
}

/// Returns the exact value n·p + d of a plane (n, d) at a point p.
fn value(normal: &[RBig; 3], offset: &RBig, point: &[f64; 3]) -> RBig {
    let mut sum = offset.clone();
    for (factor, &coordinate) in normal.iter().zip(point) {
        sum += factor * rational(coordinate);
    }
    sum
}

/// Returns `true` if no float is nearer to `number` than `float`. If two floats are equally near, `float` must be even.
fn is_nearest(number: &RBig, float: f64) -> bool {
    let two = RBig::from(IBig::from(2));
    let doubled = number * &two;
    [float.next_down(), float.next_up()]
        .into_iter()
        .all(|other| {
            let middle = rational(float) + rational(other);
            let is_even = float.to_bits() & 1 == 0;
            match (doubled.cmp(&middle), other > float) {
                (std::cmp::Ordering::Equal, _) => is_even,
                (ordering, true) => ordering.is_lt(),
                (ordering, false) => ordering.is_gt(),
            }
        })
}

/// Checks the section of a triangle by a plane with these coefficients. Each point must be a corner on the plane, or
/// the floats nearest to the true crossing of an edge. Returns the number of such crossings.
fn all_are_nearest(
    corners: [[f64; 3]; 3],
    section: &[Vec<[f64; 3]>],
    normal: &[RBig; 3],
    offset: &RBig,
) -> usize {
    let mut compared = 0;
    for point in section.iter().flatten() {
        let is_crossing = |from: usize| {
            let (a, b) = (&corners[from], &corners[(from + 1) % 3]);
            let (at_a, at_b) = (value(normal, offset, a), value(normal, offset, b));
            let zero = RBig::ZERO;
            if (at_a > zero) == (at_b > zero) || at_a == zero || at_b == zero {
                return false;
            }
            let t = &at_a / (&at_a - &at_b);
            (0..3).all(|axis| {
                let start = rational(a[axis]);
                let true_coordinate = &start + &t * (rational(b[axis]) - &start);
                is_nearest(&true_coordinate, point[axis])
            })
        };
        let is_corner = corners
            .iter()
            .any(|corner| value(normal, offset, corner) == RBig::ZERO && corner == point);
        assert!(
            is_corner || (0..3).any(is_crossing),
            "{point:?} of {corners:?}"
        );
        compared += usize::from(!is_corner);
    }
    compared
}

fn triangle(corners: [[f64; 3]; 3]) -> Mesh {
    let raw = RawMesh {
        positions: corners.to_vec(),
        triangles: vec![[0, 1, 2]],
        ..RawMesh::default()
    };
    Mesh::new(raw).expect("a triangle")
}

/// Returns a random coordinate. `kind` selects a small integer, a number at most 10⁻⁶ from 10⁶, or a float with an
/// ordinary, varied or extreme exponent.
fn coordinate(random: &mut Random, kind: usize) -> f64 {
    match kind {
        0 => f64::from(random.below(17)) - 8.0,
        1 => 1.0e6 + 1.0e-6 * random.unit(),
        2 => random.unit(),
        3 => random.unit() * 2.0_f64.powi(random.below(120) - 60),
        _ => random.unit() * 2.0_f64.powi(random.below(1600) - 800),
    }
}

#[test]
fn crossings_are_the_nearest_floats() {
    let mut random = Random::new(19);
    let mut compared = [0; 3];
    let all: usize = cases(20_000);
    for case in 0..all {
        let kind = case % 5;
        let corners: [[f64; 3]; 3] =
            std::array::from_fn(|_| std::array::from_fn(|_| coordinate(&mut random, kind)));
        let normal: [f64; 3] = std::array::from_fn(|_| match case % 3 {
            0 => f64::from(random.below(9)) - 4.0,
            _ => random.unit(),
        });
        // The plane passes near the middle of the triangle's first edge, or exactly through it if the coordinates have
        // few significant bits.
        let middle: [f64; 3] =
            std::array::from_fn(|axis| 0.5 * corners[0][axis] + 0.5 * corners[1][axis]);
        let Ok(plane) = Plane::from_point_and_normal(middle, normal) else {
            continue;
        };
        let exact_normal = plane.normal().map(rational);
        let mesh = triangle(corners);
        let chains = mesh.section(&plane).open_chains;
        compared[0] += all_are_nearest(corners, &chains, &exact_normal, &rational(plane.offset()));
        let at = PlaneAt::new(middle, normal).expect("a plane");
        let [exact_normal, point] = [normal, middle].map(|vector| vector.map(rational));
        let offset = RBig::ZERO
            - (0..3).fold(RBig::ZERO, |sum, axis| {
                sum + &exact_normal[axis] * &point[axis]
            });
        let chains = mesh.section(&at).open_chains;
        compared[2] += all_are_nearest(corners, &chains, &exact_normal, &offset);
        let points: [[f64; 3]; 3] =
            std::array::from_fn(|_| std::array::from_fn(|_| coordinate(&mut random, kind)));
        let Ok(kept) = PlaneThrough::new(points) else {
            continue;
        };
        let [p, q, r] = points.map(|point| point.map(rational));
        let difference = |a: &[RBig; 3], b: &[RBig; 3]| -> [RBig; 3] {
            std::array::from_fn(|axis| &a[axis] - &b[axis])
        };
        let (u, v) = (difference(&q, &p), difference(&r, &p));
        let normal: [RBig; 3] = std::array::from_fn(|axis| {
            let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
            &u[next] * &v[last] - &u[last] * &v[next]
        });
        let offset =
            RBig::ZERO - (0..3).fold(RBig::ZERO, |sum, axis| sum + &normal[axis] * &p[axis]);
        let chains = mesh.section(&kept).open_chains;
        compared[1] += all_are_nearest(corners, &chains, &normal, &offset);
    }
    let least = 2 * all / 5;
    assert!(compared.iter().all(|&count| count > least), "{compared:?}");
}

/// The true coordinates of the crossing are −1/5, −1/5 and 6/5. A formula in floats is off by six units in the last
/// place.
#[test]
fn a_fifth_of_the_way_is_the_nearest_float() {
    let mesh = triangle([[-1.0, 1.0, 0.0], [1.0, -2.0, 3.0], [-1.0, 2.0, 0.0]]);
    let plane: Plane = "x=y".parse().expect("a plane");
    let chains = mesh.section(&plane).open_chains;
    assert!(chains[0].contains(&[-0.2, -0.2, 1.2]), "{chains:?}");
}
