//! One plane and one point, one plane and one box: exact sides beside the plain formulas.
//!
//! Each pass asks one plane about 4096 points or boxes, one call each, and writes a side for each. *Ordinary*
//! data lies anywhere in a cube; *contact* data are small integers on a plane of small integers, so that much of it
//! lies exactly on the plane and floats cancel. Planes: `integer` has a short normal (no filter is needed), `unit`
//! is normalised (filtered); on contact data, `integer` alone has contacts.
//!
//! `benchmarks/record/` keeps the best of two runs on a busy machine: on ordinary data points in f64 take 1.2 to 1.5
//! times the plain f32 formula (target 1.5), boxes 2.0 to 2.2 times (target 1.3, missed), `side_of_single` more.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use glam_0_34::{Vec3, Vec4};
use transect::{Aabb, Plane, Side};

const COUNT: usize = 4096;

/// xorshift64*: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// −100 … 100, with as many bits as an f32 has, so that all formulas see the same numbers.
    fn anywhere(&mut self) -> f64 {
        let unit = (self.next() >> 40) as f64 / f64::from(1 << 23) - 1.0;
        f64::from((unit * 100.0) as f32)
    }

    fn point(&mut self, is_contact: bool) -> [f64; 3] {
        core::array::from_fn(|_| match is_contact {
            true => (self.next() >> 61) as f64 - 4.0,
            false => self.anywhere(),
        })
    }
}

/// The plain formula: the sign of a rounded number.
fn sign<N: PartialOrd + Default>(value: N) -> Side {
    let zero = N::default();
    if value > zero {
        Side::Front
    } else if value < zero {
        Side::Back
    } else {
        Side::On
    }
}

/// The plain answer for a box: the value at its center and how far it reaches.
fn sign_beyond<N: PartialOrd + core::ops::Neg<Output = N>>(value: N, reach: N) -> Side {
    if value > reach {
        Side::Front
    } else if value < -reach {
        Side::Back
    } else {
        Side::On
    }
}

/// A plane and its plain counterparts.
struct Planes {
    exact: Plane,
    double: ([f64; 3], f64),
    single: Vec4,
}

fn planes() -> [(&'static str, Planes); 2] {
    let integer = Plane::new([2.0, 3.0, 6.0], -5.0).expect("a plane");
    let unit = integer.normalized().expect("a plane");
    [("integer", integer), ("unit", unit)].map(|(name, exact)| {
        let [a, b, c] = exact.normal();
        let numbers = [a, b, c, exact.offset()].map(|number| number as f32);
        let (double, single) = ((exact.normal(), exact.offset()), Vec4::from_array(numbers));
        (
            name,
            Planes {
                exact,
                double,
                single,
            },
        )
    })
}

/// What a pass calls for each of the things.
fn pass<T>(
    criterion: &mut Criterion,
    group: &str,
    name: &str,
    things: &[T],
    mut side: impl FnMut(&T) -> Side,
) {
    let mut sides = vec![Side::On; things.len()];
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Elements(things.len() as u64));
    group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
        bencher.iter(|| {
            for (thing, answer) in black_box(things).iter().zip(&mut sides) {
                *answer = side(thing);
            }
            black_box(&mut sides);
        });
    });
    group.finish();
}

fn points(criterion: &mut Criterion) {
    for (data, is_contact) in [("ordinary", false), ("contact", true)] {
        let mut random = Random(7);
        let points: Vec<[f64; 3]> = (0..COUNT).map(|_| random.point(is_contact)).collect();
        let singles: Vec<Vec3> = points
            .iter()
            .map(|p| Vec3::from_array(p.map(|c| c as f32)))
            .collect();
        for (
            plane,
            Planes {
                exact,
                double,
                single,
            },
        ) in planes()
        {
            let group = format!("point side, {data}, {plane}");
            let single = black_box(single);
            pass(criterion, &group, "plain f32 with glam", &singles, |p| {
                sign(single.dot(p.extend(1.0)))
            });
            let ([a, b, c], d) = black_box(double);
            pass(criterion, &group, "plain f64", &points, |[x, y, z]| {
                sign(a * x + b * y + c * z + d)
            });
            let exact = black_box(exact);
            pass(criterion, &group, "exact f64", &points, |p| exact.side(p));
            let widened: Vec<[f32; 3]> = singles.iter().map(|p| p.to_array()).collect();
            pass(criterion, &group, "exact f32", &widened, |p| {
                exact.form().side_of_single(p)
            });
        }
    }
}

fn boxes(criterion: &mut Criterion) {
    for (data, is_contact) in [("ordinary", false), ("contact", true)] {
        let mut random = Random(11);
        let boxes: Vec<Aabb> = (0..COUNT)
            .map(|_| {
                Aabb::from_corners(random.point(is_contact), random.point(is_contact))
                    .expect("finite")
            })
            .collect();
        let corners: Vec<[[f64; 3]; 2]> = boxes.iter().map(|aabb| (*aabb).into()).collect();
        let singles: Vec<[Vec3; 2]> = corners
            .iter()
            .map(|ends| ends.map(|corner| Vec3::from_array(corner.map(|c| c as f32))))
            .collect();
        for (
            plane,
            Planes {
                exact,
                double,
                single,
            },
        ) in planes()
        {
            let group = format!("box side, {data}, {plane}");
            let single = black_box(single);
            let (normal, offset) = (single.truncate(), single.w);
            pass(
                criterion,
                &group,
                "plain f32 with glam",
                &singles,
                |[min, max]| {
                    let (center, half) = ((*min + *max) * 0.5, (*max - *min) * 0.5);
                    sign_beyond(normal.dot(center) + offset, normal.abs().dot(half))
                },
            );
            let (n, d) = black_box(double);
            pass(criterion, &group, "plain f64", &corners, |[min, max]| {
                let mut value = d;
                let mut reach = 0.0;
                for axis in 0..3 {
                    value += n[axis] * ((min[axis] + max[axis]) * 0.5);
                    reach += n[axis].abs() * ((max[axis] - min[axis]) * 0.5);
                }
                sign_beyond(value, reach)
            });
            let exact = black_box(exact);
            pass(criterion, &group, "exact f64", &boxes, |aabb| {
                exact.side(aabb)
            });
        }
    }
}

criterion_group!(benches, points, boxes);
criterion_main!(benches);
