//! Compares overlaps of convex shapes with brute force in integers. Two hulls have a common point exactly if the origin
//! is in the hull of the differences of their points (each point of one minus each point of the other).

mod parallelepipeds;
mod pieces;
mod separation;

use crate::run::cases;
use transect::{Aabb, Polytope, Segment, Triangle, overlap};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn point(&mut self, size: i64) -> [i64; 3] {
        [0; 3].map(|_| self.below(2 * size as u64 + 1) as i64 - size)
    }
}

fn dot(a: &[i64; 3], b: &[i64; 3]) -> i64 {
    (0..3).map(|axis| a[axis] * b[axis]).sum()
}

fn cross(a: &[i64; 3], b: &[i64; 3]) -> [i64; 3] {
    [0, 1, 2].map(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
}

/// Returns `true` if the origin is in the hull of some vectors. By Carathéodory's theorem, it is then in the hull of at
/// most four of them.
fn holds_origin(vectors: &[[i64; 3]]) -> bool {
    let n = vectors.len();
    for i in 0..n {
        let a = &vectors[i];
        if *a == [0; 3] {
            return true;
        }
        for j in i + 1..n {
            let b = &vectors[j];
            let ab = cross(a, b);
            if ab == [0; 3] {
                if dot(a, b) < 0 {
                    return true;
                }
                continue;
            }
            for k in j + 1..n {
                let c = &vectors[k];
                let volume = dot(&ab, c);
                let (bc, ca) = (cross(b, c), cross(c, a));
                if volume == 0 {
                    if dot(&ab, &bc) > 0 && dot(&bc, &ca) > 0 && dot(&ca, &ab) > 0 {
                        return true;
                    }
                    continue;
                }
                // Each two of a, b and c give a plane through the origin. The origin is inside the tetrahedron a, b, c,
                // d if for each of these three planes, d and the third of a, b and c lie on different sides.
                if vectors[k + 1..].iter().any(|d| {
                    [&ab, &bc, &ca]
                        .iter()
                        .all(|normal| dot(normal, d) * volume.signum() < 0)
                }) {
                    return true;
                }
            }
        }
    }
    false
}

#[derive(Debug)]
enum Any {
    Point([i64; 3]),
    Segment([[i64; 3]; 2]),
    Triangle([[i64; 3]; 3]),
    Aabb([i64; 3], [i64; 3]),
}

impl Any {
    fn random(random: &mut Random, size: i64, is_flat: bool) -> Self {
        let mut point = || {
            let mut point = random.point(size);
            if is_flat {
                point[2] = 0;
            }
            point
        };
        let points = [point(), point(), point()];
        match random.below(4) {
            0 => Self::Point(points[0]),
            1 => Self::Segment([points[0], points[1]]),
            2 => Self::Triangle(points),
            _ => Self::Aabb(points[0], points[1]),
        }
    }

    fn points(&self) -> Vec<[i64; 3]> {
        match self {
            Self::Point(point) => vec![*point],
            Self::Segment(ends) => ends.to_vec(),
            Self::Triangle(corners) => corners.to_vec(),
            Self::Aabb(a, b) => (0..8)
                .map(|bits| {
                    [0, 1, 2].map(|axis: usize| {
                        if bits >> axis & 1 == 0 {
                            a[axis]
                        } else {
                            b[axis]
                        }
                    })
                })
                .collect(),
        }
    }
}

fn answer<const D: usize>(a: &Any, b: &Any) -> bool {
    let float = |point: &[i64; 3]| -> [f64; D] { std::array::from_fn(|axis| point[axis] as f64) };
    fn with<const D: usize>(
        shape: &impl Polytope<D>,
        b: &Any,
        float: impl Fn(&[i64; 3]) -> [f64; D],
    ) -> bool {
        match b {
            Any::Point(point) => overlap(shape, &float(point)),
            Any::Segment([p, q]) => overlap(
                shape,
                &Segment::new(float(p), float(q)).expect("finite points"),
            ),
            Any::Triangle(corners) => overlap(
                shape,
                &Triangle::new(corners.each_ref().map(float)).expect("finite points"),
            ),
            Any::Aabb(p, q) => overlap(
                shape,
                &Aabb::from_corners(float(p), float(q)).expect("a box"),
            ),
        }
    }
    match a {
        Any::Point(point) => with(&float(point), b, float),
        Any::Segment([p, q]) => with(
            &Segment::new(float(p), float(q)).expect("finite points"),
            b,
            float,
        ),
        Any::Triangle(corners) => with(
            &Triangle::new(corners.each_ref().map(float)).expect("finite points"),
            b,
            float,
        ),
        Any::Aabb(p, q) => with(
            &Aabb::from_corners(float(p), float(q)).expect("a box"),
            b,
            float,
        ),
    }
}

fn agree(cases: u32, is_flat: bool) {
    let mut random = Random(5);
    let mut counts = [0_u32; 2];
    for _ in 0..cases {
        let size = [1, 3, 6][random.below(3) as usize];
        let [a, b] = [(); 2].map(|()| Any::random(&mut random, size, is_flat));
        let (p, q) = (a.points(), b.points());
        let differences: Vec<[i64; 3]> = p
            .iter()
            .flat_map(|p| {
                q.iter()
                    .map(|q| std::array::from_fn(|axis| p[axis] - q[axis]))
            })
            .collect();
        let truth = holds_origin(&differences);
        let answers = if is_flat {
            [answer::<2>(&a, &b), answer::<2>(&b, &a)]
        } else {
            [answer::<3>(&a, &b), answer::<3>(&b, &a)]
        };
        assert_eq!(answers, [truth; 2], "{a:?} {b:?}");
        counts[usize::from(truth)] += 1;
    }
    assert!(counts.iter().all(|&count| count > cases / 10), "{counts:?}");
}

#[test]
fn shapes_in_space() {
    agree(cases(20_000), false);
}

#[test]
fn shapes_in_the_plane() {
    agree(cases(20_000), true);
}
