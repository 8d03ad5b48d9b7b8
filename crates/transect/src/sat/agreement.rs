//! Compares the fast overlap tests with the exact test of the module `cone`. The shapes nearly touch, and have all
//! sizes.

use alloc::boxed::Box;

use transect_exact::SplitMix64;
use transect_exact::vector::{add, cross, scale, unit};

use super::*;
use crate::aabb::Aabb;
use crate::hull::Hull;
use crate::parallelepiped::Parallelepiped;
use crate::sat::body::Body;
use crate::sat::depth::{edges_of, least_translation};
use crate::sat::exact_axes::overlap_by_axes;
use crate::sat::generators::{Answer, Axes, overlap_of_box, overlap_of_parallelepipeds};
use crate::sat::search::{is_proved_to_separate, search};
use crate::sat::separation::{Separation, separation_by_cone};
use crate::sat::simplex::Simplex;
use crate::sat::witness::Numbers;
use crate::triangle::Triangle;

struct Random(SplitMix64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    fn number(&mut self) -> f64 {
        (self.0.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector<const D: usize>(&mut self) -> [f64; D] {
        core::array::from_fn(|_| self.number())
    }

    /// Returns unit vectors that are nearly perpendicular to each other.
    fn frame<const D: usize>(&mut self) -> [[f64; D]; D] {
        let x = unit(&self.vector::<3>());
        if D == 2 {
            let x = unit(&[x[0], x[1]]);
            let frame = [[x[0], x[1]], [-x[1], x[0]]];
            return core::array::from_fn(|j| core::array::from_fn(|axis| frame[j][axis]));
        }
        let y = unit(&cross(&x, &self.vector()));
        let frame = [x, y, cross(&x, &y)];
        core::array::from_fn(|j| core::array::from_fn(|axis| frame[j][axis]))
    }

    fn half_axes<const D: usize>(&mut self) -> [[f64; D]; D] {
        let frame = self.frame::<D>();
        frame.map(|axis| scale(&axis, 0.6 + 0.5 * self.number()))
    }
}

/// Returns two parallelepipeds that touch each other, up to rounding.
fn touching<const D: usize>(random: &mut Random) -> [Parallelepiped<D>; 2] {
    let frame = random.frame::<D>();
    let mut sized = || frame.map(|axis| scale(&axis, 0.6 + 0.5 * random.number()));
    let (a, mut b) = (sized(), sized());
    let place: [f64; D] = random.vector();
    let mut far = add(&add(&place, &a[0]), &b[0]);
    for axis in &a[1..] {
        far = add(&far, &scale(axis, random.number()));
    }
    if random.below(2) == 0 {
        // The second shape touches the first with an edge or a corner instead of a face.
        let (x, y) = (b[0], b[1]);
        (b[0], b[1]) = (
            scale(&add(&x, &y), 0.5),
            scale(&add(&x, &scale(&y, -1.0)), 0.5),
        );
    }
    let shape = |center, half_axes| Parallelepiped::new(center, half_axes).expect("finite");
    [shape(place, a), shape(far, b)]
}

/// Returns two shapes of random kinds that are near each other. Their size is multiplied by `size`.
fn any<const D: usize>(random: &mut Random, size: f64) -> [Box<dyn Polytope<D>>; 2] {
    let [p, q] = touching::<D>(random);
    let mut shape = |near: &Parallelepiped<D>| -> Box<dyn Polytope<D>> {
        let corners: Vec<[f64; D]> = near.corners().map(|c| scale(&c, size)).collect();
        match random.below(5) {
            0 => Box::new(Hull::new(corners).expect("finite")),
            1 => Box::new(Aabb::of_points(&corners).expect("finite")),
            2 => Box::new(Triangle::new([corners[0], corners[1], corners[2]]).expect("finite")),
            3 => Box::new(corners[corners.len() - 1]),
            _ => Box::new(
                Parallelepiped::new(
                    scale(&near.center(), size),
                    near.half_axes().map(|h| scale(&h, size)),
                )
                .expect("finite"),
            ),
        }
    };
    [shape(&p), shape(&q)]
}

fn agree<const D: usize>(cases: u32, size: impl Fn(&mut Random) -> f64) {
    let mut random = Random(SplitMix64::new(D as u64));
    let mut counts = [0_u32; 2];
    for _ in 0..cases {
        let size = size(&mut random);
        let [a, b] = any::<D>(&mut random, size);
        let truth = overlap_by_cone(&a, &b);
        let corners = [corners(&a), corners(&b)];
        assert_eq!(
            [overlap(&a, &b), overlap(&b, &a)],
            [truth; 2],
            "{corners:?}"
        );
        assert_eq!(separation(&a, &b).is_overlap(), truth, "{corners:?}");
        counts[usize::from(truth)] += 1;
    }
    assert!(counts.iter().all(|&count| count > cases / 20), "{counts:?}");
}

#[test]
fn shapes_that_nearly_touch() {
    agree::<2>(3_000, |_| 1.0);
    agree::<3>(1_500, |_| 1.0);
}

#[test]
fn shapes_of_any_size() {
    let any_size = |random: &mut Random| libm::ldexp(1.0, random.below(2000) as i32 - 1050);
    agree::<2>(1_000, any_size);
    agree::<3>(500, any_size);
}

/// The exact test of axes gives the same results as the module `cone`. Where the test in floats is certain, it gives
/// the same results, too.
#[test]
fn axes_of_parallelepipeds() {
    fn ask<const D: usize>(cases: u32) {
        let mut random = Random(SplitMix64::new(7));
        let mut counts = [0_u32; 3];
        for case in 0..cases {
            let [a, b] = touching::<D>(&mut random);
            let shapes = [Body::Parallelepiped(&a), Body::Parallelepiped(&b)];
            let truth = overlap_by_axes(&shapes, Axes::ALL);
            if case % 16 == 0 {
                assert_eq!(truth, Some(overlap_by_cone(&a, &b)), "{a:?} {b:?}");
            }
            let aabb = Aabb::of_points(&[a.center(), b.center()]).expect("a box");
            let of_box = overlap_by_axes(&[Body::Aabb(&aabb), Body::Parallelepiped(&b)], Axes::ALL);
            let answers = [
                (overlap_of_parallelepipeds(&a, &b), truth),
                (overlap_of_parallelepipeds(&b, &a), truth),
                (overlap_of_box(&aabb, &b), of_box),
            ];
            for (answer, truth) in answers {
                match answer {
                    Answer::Certain(answer) => assert_eq!(Some(answer), truth, "{a:?} {b:?}"),
                    Answer::Open(_) => counts[2] += 1,
                }
            }
            counts[usize::from(truth == Some(true))] += 1;
        }
        assert!(counts.iter().all(|&count| count > cases / 20), "{counts:?}");
    }
    ask::<2>(4_000);
    ask::<3>(2_000);
}

/// The coordinates of this test are so small that products of two or three of them underflow: few significant bits are
/// left, or none.
#[test]
fn axes_whose_products_underflow() {
    fn ask<const D: usize>(exponents: core::ops::Range<i32>) {
        let mut random = Random(SplitMix64::new(11));
        for exponent in exponents {
            for _ in 0..100 {
                let sized = touching::<D>(&mut random).map(|shape| {
                    let by_power = |vector: [f64; D]| vector.map(|c| libm::ldexp(c, exponent));
                    let half_axes = shape.half_axes().map(by_power);
                    Parallelepiped::new(by_power(shape.center()), half_axes).expect("finite")
                });
                let [a, b] = &sized;
                let aabb = Aabb::of_points(&[a.center(), b.center()]).expect("a box");
                let bodies = [Body::Parallelepiped(a), Body::Parallelepiped(b)];
                let of_box = [Body::Aabb(&aabb), Body::Parallelepiped(b)];
                let answers = [
                    (overlap_of_parallelepipeds(a, b), bodies),
                    (overlap_of_box(&aabb, b), of_box),
                ];
                for (answer, bodies) in answers {
                    if let Answer::Certain(answer) = answer {
                        let truth = overlap_by_axes(&bodies, Axes::ALL);
                        assert_eq!(Some(answer), truth, "{a:?} {b:?}");
                    }
                }
            }
        }
    }
    ask::<2>(-550..-510);
    ask::<3>(-550..-510);
    ask::<3>(-365..-335);
}

/// The parallelepipeds of this test have the same axis directions, and a corner of one touches a corner of the other,
/// up to rounding. So if they overlap, they do so only by a rounding error. `separation` must still return the same
/// depth as the exact search.
#[test]
fn depths_of_corners_that_touch() {
    fn ask<const D: usize>(cases: u32) {
        let mut random = Random(SplitMix64::new(13));
        let mut overlapping = 0;
        for _ in 0..cases {
            let frame = random.frame::<D>();
            let mut sized = || frame.map(|axis| scale(&axis, 0.6 + 0.5 * random.number()));
            let (p, q) = (sized(), sized());
            let place: [f64; D] = random.vector();
            let mut far = place;
            for axis in p.iter().chain(&q) {
                far = add(&far, axis);
            }
            let shape = |center, half_axes| Parallelepiped::new(center, half_axes).expect("finite");
            let (a, b) = (shape(place, p), shape(far, q));
            let truth = separation_by_cone(&a, &b);
            let found = separation(&a, &b);
            let Separation::Overlapping { depth: least, .. } = truth else {
                assert!(!found.is_overlap(), "{a:?} {b:?}");
                continue;
            };
            let Separation::Overlapping { depth, .. } = found else {
                panic!("{a:?} {b:?}");
            };
            assert!(
                (depth - least).abs() <= 1e-10 * least,
                "{depth} instead of {least}: {a:?} {b:?}"
            );
            overlapping += 1;
        }
        assert!(overlapping > cases / 50, "{overlapping}");
    }
    ask::<2>(2_000);
    ask::<3>(1_000);
}

/// Returns the hull of points near a place. If `size` is not zero, the points are on a grid of 1/size, so that many of
/// them are in common planes.
fn cloud(random: &mut Random, count: usize, place: &[f64; 3], size: f64) -> Hull {
    let mut point = || {
        let point = random.vector::<3>();
        let point = if size > 0.0 {
            point.map(|c| libm::rint(c * size) / size)
        } else {
            point
        };
        add(&point, place)
    };
    let points: Vec<[f64; 3]> = (0..count).map(|_| point()).collect();
    Hull::new(points).expect("finite")
}

/// Returns the depth of two overlapping hulls by a comparison of all directions across two edges.
fn depth_by_edges(a: &Hull, b: &Hull) -> f64 {
    let shapes = [a, b].map(|hull| Body::Points(hull.points().into()));
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let edges = [
        edges_of(&shapes[0], || a.edges(), &mut first),
        edges_of(&shapes[1], || b.edges(), &mut second),
    ];
    let found = least_translation(&shapes, edges);
    found.expect("edges that are not parallel").0
}

/// For overlapping hulls, `separation` gives the same depth as the comparison of all directions. Then the second hull
/// is moved by the depth, so that the hulls touch up to rounding. For the moved hulls, `separation` agrees with
/// `overlap` and, in a quarter of the cases, with the module `cone`. If they still overlap, the depth is compared
/// again. Otherwise integers prove the separating axis.
#[test]
fn depths_of_hulls() {
    let mut random = Random(SplitMix64::new(17));
    let [mut apart, mut touching, mut without_axis] = [0; 3];
    for case in 0..600 {
        let size = [0.0, 2.0][case % 2];
        let a = cloud(&mut random, 14, &[0.0; 3], size);
        let place = random.vector::<3>();
        let b = cloud(&mut random, 14, &place, size);
        let Separation::Overlapping { depth, axis } = separation(&a, &b) else {
            continue;
        };
        let least = depth_by_edges(&a, &b);
        assert!((depth - least).abs() <= 4e-12 * least, "{depth} {least}");
        let step = scale(&axis, depth);
        let moved: Vec<[f64; 3]> = b.points().iter().map(|p| add(p, &step)).collect();
        let b = Hull::new(moved).expect("finite");
        let found = separation(&a, &b);
        if case % 8 < 2 {
            assert_eq!(found.is_overlap(), overlap_by_cone(&a, &b), "{a:?} {b:?}");
        }
        assert_eq!(found.is_overlap(), overlap(&a, &b), "{a:?} {b:?}");
        match found {
            Separation::Overlapping { depth, .. } => {
                let least = depth_by_edges(&a, &b);
                assert!((depth - least).abs() <= 4e-12 * least, "{depth} {least}");
                touching += 1;
            }
            Separation::Apart { axis: Some(axis) } => {
                let shapes = [&a, &b].map(|hull| Body::Points(hull.points().into()));
                assert!(is_proved_to_separate(&shapes, &axis, Numbers::Integers));
                apart += 1;
            }
            Separation::Apart { axis: None } => without_axis += 1,
        }
    }
    let counts = [touching, apart, without_axis];
    assert!(
        touching > 100 && apart > 50 && without_axis < apart,
        "{counts:?}"
    );
}

/// For ordinary shapes, floats with error bounds give a certain answer in all cases.
#[test]
fn ordinary_shapes_need_no_exact_numbers() {
    let mut random = Random(SplitMix64::new(3));
    for _ in 0..20_000 {
        let mut shape = || {
            let place: [f64; 3] = random.vector();
            Parallelepiped::new(place, random.half_axes()).expect("finite")
        };
        let (a, b) = (shape(), shape());
        assert!(matches!(
            overlap_of_parallelepipeds(&a, &b),
            Answer::Certain(_)
        ));
        let corners = Triangle::new([(); 3].map(|()| random.vector::<3>())).expect("finite");
        let [a, b] = [
            Body::Parallelepiped(&a),
            Body::Points(corners.corners[..].into()),
        ];
        assert!(search(a, b, false, None, &mut Simplex::new()).is_some());
    }
}

/// Two flat shapes in one plane may be apart although no tested axis separates them.
#[test]
fn flat_shapes_in_one_plane() {
    let segment =
        |x: f64, h: [f64; 2]| Parallelepiped::new([x, 0.0], [h, [0.0; 2]]).expect("finite");
    let [a, b] = [0.0, 3.0].map(|x| segment(x, [1.0, 0.0]));
    assert!(!overlap(&a, &b) && overlap(&a, &segment(2.0, [1.0, 0.0])));
    let [a, b] = [0.0, 2.0].map(|x| segment(x, [0.6, 0.8]));
    assert!(!overlap(&a, &b));
    let slab = |x: f64, h: [[f64; 3]; 3]| Parallelepiped::new([x, x, 0.0], h).expect("finite");
    let flat = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]];
    assert!(!overlap(&slab(0.0, flat), &slab(2.5, flat)));
    assert!(overlap(&slab(0.0, flat), &slab(2.0, flat)));
    let turned = [[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [0.0; 3]];
    assert!(!overlap(&slab(0.0, turned), &slab(2.25, flat)));
    assert!(overlap(&slab(0.0, turned), &slab(2.0, flat)));
}

/// The overlap tests of boxes give the same results as the module `cone`, even for infinite bounds and for boxes
/// without thickness on an axis.
#[test]
fn boxes_are_compared_by_their_bounds() {
    let mut random = Random(SplitMix64::new(5));
    let mut counts = [0_u32; 2];
    for _ in 0..4_000 {
        let mut aabb = || {
            let mut min: [f64; 3] = [0; 3].map(|_: u8| random.below(5) as f64);
            let mut max = min.map(|c| c + random.below(3) as f64);
            for axis in 0..3 {
                match random.below(12) {
                    0 => min[axis] = f64::NEG_INFINITY,
                    1 => max[axis] = f64::INFINITY,
                    2 => (min[axis], max[axis]) = (f64::NEG_INFINITY, f64::INFINITY),
                    _ => {}
                }
            }
            Aabb::new(min, max).expect("a box")
        };
        let (a, b) = (aabb(), aabb());
        let truth = overlap_by_cone(&a, &b);
        assert_eq!(overlap(&a, &b), truth, "{a:?} {b:?}");
        let center = [0; 3].map(|_: u8| random.below(6) as f64);
        let axes = [0; 3].map(|_: u8| [0; 3].map(|_: u8| random.below(3) as f64 - 1.0));
        let slanted = Parallelepiped::new(center, axes).expect("finite");
        let corners: Vec<[f64; 3]> = slanted.corners().collect();
        let hull = Hull::new(corners).expect("finite");
        let with_hull = overlap_by_cone(&a, &hull);
        assert_eq!(overlap(&a, &slanted), with_hull, "{a:?} {slanted:?}");
        assert_eq!(overlap(&hull, &a), with_hull, "{a:?} {slanted:?}");
        counts[usize::from(truth)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

/// These two shapes are apart. To find this, the test must use the face normals of the parallelepiped, which are cross
/// products of two half-axes, and not the half-axes themselves.
#[test]
fn a_slanted_box_beside_a_cube() {
    let cube = Aabb::new([-1.0; 3], [1.0; 3]).expect("a box");
    let half_axes = [[0.0, -1.0, 1.0], [4.0, -1.0, 2.0], [-1.0, 1.0, -2.0]];
    let slanted = Parallelepiped::new([1.0, 0.0, -3.0], half_axes).expect("finite");
    assert!(!overlap(&cube, &slanted) && !overlap(&slanted, &cube));
    assert_eq!(overlap_of_box(&cube, &slanted), Answer::Certain(false));
}
