//! Compares the library's separation of shapes with brute force in integers. The depth of an overlap is the distance of
//! the origin from the boundary of the hull of all differences of corners. Each face of this hull is in a plane through
//! three of the differences (in 2D, on a line through two), and all differences are on one side of that plane.

use dashu_ratio::Relaxed;
use transect::{
    Aabb, ConvexPolygon, ConvexPolyhedron, Hull, Parallelepiped, Polytope, Segment, Separation,
    Triangle, overlap, separation,
};

use crate::run::cases;
use crate::sat::{Random, cross, dot, holds_origin};

/// A convex shape of any type, and its corners as integers for the brute force.
struct Any<const D: usize> {
    corners: Vec<[i64; 3]>,
    shape: Box<dyn Polytope<D>>,
}

fn float<const D: usize>(point: &[i64; 3]) -> [f64; D] {
    std::array::from_fn(|axis| point[axis] as f64)
}

fn any<const D: usize>(random: &mut Random, size: i64) -> Any<D> {
    let mut point = || {
        let mut point = random.point(size);
        if D == 2 {
            point[2] = 0;
        }
        point
    };
    let points: Vec<[i64; 3]> = (0..6).map(|_| point()).collect();
    let kind = random.below(7);
    let at = |index: usize| float::<D>(&points[index]);
    let some = |count: usize| (0..count).map(at).collect::<Vec<_>>();
    let with = |count: usize, shape: Box<dyn Polytope<D>>| Any {
        corners: points[..count].to_vec(),
        shape,
    };
    match kind {
        0 => with(1, Box::new(at(0))),
        1 => with(
            2,
            Box::new(Segment::new(at(0), at(1)).expect("finite points")),
        ),
        2 => with(
            3,
            Box::new(Triangle::new([at(0), at(1), at(2)]).expect("finite points")),
        ),
        3 => with(5, Box::new(Hull::new(some(5)).expect("a hull"))),
        4 => match ConvexPolygon::new(some(4)) {
            Ok(polygon) => with(4, Box::new(polygon)),
            Err(_) => with(4, Box::new(Hull::new(some(4)).expect("a hull"))),
        },
        5 => {
            let aabb = Aabb::from_corners(at(0), at(1)).expect("a box");
            let corners = aabb.corners();
            let corners = corners.map(|corner| integers(&corner)).collect();
            Any {
                corners,
                shape: Box::new(aabb),
            }
        }
        _ => {
            let axes = std::array::from_fn(|axis| at(axis + 1));
            let slanted = Parallelepiped::new(at(0), axes).expect("a parallelepiped");
            let corners = slanted.corners().map(|corner| integers(&corner)).collect();
            Any {
                corners,
                shape: Box::new(slanted),
            }
        }
    }
}

fn integers<const D: usize>(point: &[f64; D]) -> [i64; 3] {
    std::array::from_fn(|axis| point.get(axis).map_or(0, |&c| c as i64))
}

/// Returns the squared distance of the origin from the boundary of the hull of some vectors, as numerator and
/// denominator. The origin must be in the hull. The distance is zero if all vectors are in one plane (in 2D, on one
/// line).
fn depth_squared<const D: usize>(vectors: &[[i64; 3]]) -> (i64, i64) {
    let sub = |a: &[i64; 3], b: &[i64; 3]| [0, 1, 2].map(|axis| a[axis] - b[axis]);
    let mut best: Option<(i64, i64)> = None;
    for (i, a) in vectors.iter().enumerate() {
        for (j, b) in vectors.iter().enumerate().skip(i + 1) {
            let thirds = if D == 2 {
                vec![[a[0], a[1], 1]]
            } else {
                vectors[j + 1..].to_vec()
            };
            for c in thirds {
                let normal = cross(&sub(b, a), &sub(&c, a));
                if normal == [0; 3] {
                    continue;
                }
                let height = dot(&normal, a);
                let sides = vectors.iter().map(|v| (dot(&normal, v) - height).signum());
                if sides.clone().all(|side| side <= 0) || sides.clone().all(|side| side >= 0) {
                    let found = (height * height, dot(&normal, &normal));
                    let is_less = |(p, q): (i64, i64)| {
                        i128::from(found.0) * i128::from(q) < i128::from(p) * i128::from(found.1)
                    };
                    if best.is_none_or(is_less) {
                        best = Some(found);
                    }
                }
            }
        }
    }
    best.unwrap_or((0, 1))
}

fn witnesses<const D: usize>(cases: u32) {
    let mut random = Random(11);
    let mut counts = [0_u32; 3];
    for _ in 0..cases {
        let size = [1, 3, 6][random.below(3) as usize];
        let [a, b] = [(); 2].map(|()| any::<D>(&mut random, size));
        let pairs = b
            .corners
            .iter()
            .flat_map(|q| a.corners.iter().map(move |p| (p, q)));
        let mut differences: Vec<[i64; 3]> = pairs
            .map(|(p, q)| [0, 1, 2].map(|axis| p[axis] - q[axis]))
            .collect();
        differences.sort_unstable();
        differences.dedup();
        let case = format!("{:?} {:?}", a.corners, b.corners);
        let truth = holds_origin(&differences);
        let [first, second] = [a.shape, b.shape];
        assert_eq!(overlap(&first, &second), truth, "{case}");
        let answer = separation(&first, &second);
        assert_eq!(answer.is_overlap(), truth, "{case}");
        let reverse = separation(&second, &first);
        match (answer, reverse) {
            (Separation::Apart { axis }, Separation::Apart { axis: opposite }) => {
                for (axis, sign) in [(axis, 1.0), (opposite, -1.0)] {
                    let axis = axis.unwrap_or_else(|| panic!("no axis: {case}"));
                    let axis = axis.map(|coordinate| exact(sign * coordinate));
                    let apart = differences.iter().all(|v| along(&axis, v) < Relaxed::ZERO);
                    assert!(apart, "{axis:?} {case}");
                }
                counts[0] += 1;
            }
            (
                Separation::Overlapping { depth, axis },
                Separation::Overlapping { depth: other, .. },
            ) => {
                let (p, q) = depth_squared::<D>(&differences);
                let squared = Relaxed::from(p) / Relaxed::from(q);
                assert_eq!(depth == 0.0, p == 0, "{depth} {case}");
                for depth in [depth, other] {
                    assert!(is_root(&exact(depth), &squared), "{depth} {squared} {case}");
                }
                check_direction(&axis, &squared, &differences, &case);
                counts[if p == 0 { 1 } else { 2 }] += 1;
            }
            _ => panic!("not symmetric: {case}"),
        }
    }
    assert!(counts.iter().all(|&count| count > cases / 20), "{counts:?}");
}

fn exact(value: f64) -> Relaxed {
    Relaxed::try_from(value).expect("finite")
}

fn power_of_two(exponent: i32) -> Relaxed {
    exact(2_f64.powi(exponent))
}

fn squared(value: &Relaxed) -> Relaxed {
    value * value
}

fn along<const D: usize>(axis: &[Relaxed; D], vector: &[i64; 3]) -> Relaxed {
    let products = axis.iter().zip(vector).map(|(c, &v)| c * Relaxed::from(v));
    products.fold(Relaxed::ZERO, |sum, product| sum + product)
}

/// Returns `true` if the relative error of a depth is at most the guaranteed 2⁻³⁸. `truth` is the square of the true
/// depth.
fn is_root(depth: &Relaxed, truth: &Relaxed) -> bool {
    let [low, high] = [-1, 1].map(|sign| Relaxed::ONE + Relaxed::from(sign) * power_of_two(-38));
    let depth = squared(depth);
    squared(&low) * truth <= depth && depth <= squared(&high) * truth
}

/// Checks the axis of an overlap. Along the axis, the end of the first shape must be beyond the start of the second
/// shape by the depth.
///
/// The axis differs from a unit vector w by at most 2⁻⁵⁰ per coordinate. So its length is within √3·2⁻⁵⁰ < 2⁻⁴⁹ of 1.
/// For any vector v, axis·v is within 2⁻⁵⁰·(|v₀| + |v₁| + |v₂|) of w·v. Along w, the end of the first shape is beyond
/// the start of the second by at least the true depth, and by at most (1 + 2⁻³⁸) times the true depth. `depth_squared`
/// is the square of the true depth.
fn check_direction<const D: usize>(
    axis: &[f64; D],
    depth_squared: &Relaxed,
    differences: &[[i64; 3]],
    case: &str,
) {
    let axis = axis.map(exact);
    let length = axis
        .iter()
        .fold(Relaxed::ZERO, |sum, coordinate| sum + squared(coordinate));
    let [low, high] = [-1, 1].map(|sign| Relaxed::ONE + Relaxed::from(sign) * power_of_two(-49));
    assert!(
        squared(&low) <= length && length <= squared(&high),
        "{axis:?} {case}"
    );
    let reach = differences.iter().map(|v| along(&axis, v));
    let reach = reach.max().expect("a difference");
    let size = |v: &[i64; 3]| v.iter().map(|c| c.abs()).sum::<i64>();
    let size = differences.iter().map(size).max().expect("a difference");
    let error = Relaxed::from(size) * power_of_two(-50);
    let highest = &reach + &error;
    let is_far = highest >= Relaxed::ZERO && squared(&highest) >= *depth_squared;
    let lowest = &reach - &error;
    let factor = Relaxed::ONE + power_of_two(-38);
    let is_near = lowest <= Relaxed::ZERO || squared(&lowest) <= squared(&factor) * depth_squared;
    assert!(is_far && is_near, "{axis:?} {reach} {case}");
}

#[test]
fn witnesses_in_the_plane() {
    witnesses::<2>(cases(20_000));
}

#[test]
fn witnesses_in_space() {
    witnesses::<3>(cases(3_000));
}

#[test]
fn polyhedra_know_their_edges() {
    let cube = Aabb::new([0.0; 3], [2.0; 3]).expect("a box");
    let corners: Vec<_> = cube.corners().collect();
    let polyhedron = ConvexPolyhedron::hull_of(&corners).expect("a polyhedron");
    assert_eq!(polyhedron.edges().len(), 12);
    let ball = Hull::new([[1.5, 1.0, 1.0], [3.0, 1.0, 1.0]]).expect("a hull");
    let answers = [separation(&cube, &ball), separation(&polyhedron, &ball)];
    assert_eq!(
        answers,
        [Separation::Overlapping {
            depth: 0.5,
            axis: [1.0, 0.0, 0.0]
        }; 2]
    );
    assert_eq!(answers[0].translation(), Some([0.5, 0.0, 0.0]));
}

/// Scaling both shapes by a very large or very small power of two must scale the depth and keep the axis.
#[test]
fn sizes_change_nothing() {
    for exponent in [-1060, -900, 0, 900, 1020] {
        let size = libm_scale(1.0, exponent);
        let triangle = |points: [[f64; 3]; 3]| {
            Triangle::new(points.map(|p| p.map(|c| c * size))).expect("finite points")
        };
        let a = triangle([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]);
        let b = triangle([[1.0, 1.0, -1.0], [1.0, 1.0, 3.0], [2.0, 1.0, 3.0]]);
        let expected = Separation::Overlapping {
            depth: size,
            axis: [0.0, 0.0, 1.0],
        };
        assert_eq!(separation(&a, &b), expected);
        let c = triangle([[4.0, 4.0, 1.0], [5.0, 4.0, 1.0], [4.0, 5.0, 1.0]]);
        assert!(matches!(
            separation(&a, &c),
            Separation::Apart { axis: Some(_) }
        ));
        // Both triangles are in the plane x + y + z = 4.
        let one = triangle([[4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]]);
        let other = triangle([[1.0, 1.0, 2.0], [2.0, 1.0, 1.0], [1.0, 2.0, 1.0]]);
        let Separation::Overlapping { depth, axis } = separation(&one, &other) else {
            panic!("the one contains the other");
        };
        assert_eq!(depth, 0.0);
        // Each coordinate of the axis is within 2⁻⁵⁰ of ±√(1/3).
        let third = Relaxed::ONE / Relaxed::from(3);
        let is_diagonal = axis.iter().all(|coordinate| {
            let [low, high] = [-1, 1]
                .map(|sign| exact(coordinate.abs()) + Relaxed::from(sign) * power_of_two(-50));
            squared(&low) <= third && third <= squared(&high)
        });
        assert!(is_diagonal, "{axis:?}");
    }
}

/// The depths of the overlap of two boxes along two axes differ very little. Rounded products of edges would not show
/// which depth is smaller.
#[test]
fn the_least_of_nearly_equal_depths_is_found() {
    let mut random = Random(5);
    for _ in 0..300 {
        // The sizes are odd integers near 2⁴³, so products of edges are rounded. A unit in the last place of these
        // sizes is 2⁻⁹. The depth on the axis `least` is smaller by this unit than the other depths.
        let size = [0; 3].map(|_| ((1_u64 << 43) | random.below(1 << 31) << 12 | 1) as f64);
        let least = random.below(3) as usize;
        let depth = [0, 1, 2].map(|axis| if axis == least { 1.0 } else { 513.0 / 512.0 });
        let start = [0, 1, 2].map(|axis| size[axis] - depth[axis]);
        let end = [0, 1, 2].map(|axis| 2.0 * size[axis] + 1.0);
        let a = Aabb::new([0.0; 3], size).expect("a box");
        let b = Aabb::new(start, end).expect("a box");
        let mut axis = [0.0; 3];
        axis[least] = 1.0;
        let expected = Separation::Overlapping { depth: 1.0, axis };
        assert_eq!(separation(&a, &b), expected, "{size:?}");
    }
}

fn libm_scale(value: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    value * 2_f64.powi(half) * 2_f64.powi(exponent - half)
}

/// Two segments do not overlap, but the gap between them is too narrow for any axis whose coordinates are floats. So
/// `axis` is `None`.
#[test]
fn a_gap_may_be_too_narrow_for_an_axis() {
    let tiny = f64::from_bits(1);
    let a = Segment::new([0.0, 0.0], [f64::MAX, 1.0]).expect("finite points");
    let b = Segment::new([0.0, tiny], [f64::MAX, 1.0_f64.next_up()]).expect("finite points");
    assert!(!overlap(&a, &b));
    assert_eq!(separation(&a, &b), Separation::Apart { axis: None });
}
