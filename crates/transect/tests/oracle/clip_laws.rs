//! Laws of the parts of a split: flipping the plane exchanges the parts, and together they are the whole shape.

use transect::{
    Clip, ConvexPolyhedron, Line, Ray, Segment, ShapeSplit, Side, Triangle, overlap, separation,
};

use crate::laws::for_all;
use crate::number::{Exact, dot, exact};
use crate::questions::plane;
use crate::random::Random;

fn exchanged<Part, Cut>(split: ShapeSplit<Part, Cut>) -> ShapeSplit<Part, Cut> {
    match split {
        ShapeSplit::Within => ShapeSplit::Within,
        ShapeSplit::Whole { side, touching } => ShapeSplit::Whole {
            side: -side,
            touching,
        },
        ShapeSplit::Halves {
            front,
            back,
            section: cut,
        } => ShapeSplit::Halves {
            front: back,
            back: front,
            section: cut,
        },
    }
}

fn flipping_exchanges_the_parts<const D: usize>() {
    fn same<const D: usize, Shape>(plane: &transect::Plane<D>, shape: &Shape)
    where
        Shape: Clip<D> + std::fmt::Debug,
        ShapeSplit<Shape::Part, Shape::Section>: PartialEq + std::fmt::Debug,
    {
        let flipped = exchanged(plane.flipped().split(shape));
        assert_eq!(plane.split(shape), flipped, "{plane:?} {shape:?}");
    }
    for_all::<D>(|case, _| {
        let [a, b, _] = case.points;
        same(&plane(case), &Segment::new(a, b));
        same(&plane(case), &Triangle::new(case.points));
        if let (Ok(line), Ok(ray)) = (Line::new(a, b), Ray::new(a, b)) {
            same(&plane(case), &line);
            same(&plane(case), &ray);
        }
    });
}

#[test]
fn flipping_exchanges_the_parts_2d() {
    flipping_exchanges_the_parts::<2>();
}

#[test]
fn flipping_exchanges_the_parts_3d() {
    flipping_exchanges_the_parts::<3>();
}

/// Returns the exact area of a polygon.
fn area(corners: &[[f64; 2]]) -> Exact {
    let at = |index: usize| exact(&corners[index % corners.len()]);
    (0..corners.len()).fold(Exact::zero(), |sum, index| {
        let ([a, b], [c, d]) = (at(index), at(index + 1));
        &sum + &(&Exact::of(0.5) * &(&(&a * &d) - &(&b * &c)))
    })
}

/// Returns six times the volume, exactly, and the number of summed triangles. The sum is over tetrahedra with the
/// origin and a fan of each face. Each fan starts at the least vertex, so both parts divide their common face alike.
fn six_volumes(polyhedron: &ConvexPolyhedron) -> (Exact, usize) {
    let vertices = polyhedron.vertices();
    let (mut sum, mut triangles) = (Exact::zero(), 0);
    for face in polyhedron.faces() {
        let place = |&place: &usize| vertices[face[place]];
        let least = (0..face.len())
            .min_by(|a, b| place(a).partial_cmp(&place(b)).expect("finite"))
            .expect("a vertex");
        let at = |step: usize| exact(&vertices[face[(least + step) % face.len()]]);
        for step in 1..face.len() - 1 {
            let [a, b, c] = [0, step, step + 1].map(at);
            sum = &sum + &dot(&a, &cross(&b, &c));
            triangles += 1;
        }
    }
    (sum, triangles)
}

fn cross(a: &[Exact; 3], b: &[Exact; 3]) -> [Exact; 3] {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| &(&a[i] * &b[j]) - &(&a[j] * &b[i]))
}

/// Both parts have the same crossings, bit for bit, and areas and volumes are summed exactly. So the only error of a
/// sum is the distance δ of the crossings from the edges that they divide. With coordinates up to C and u = 2⁻⁵³,
/// the error of a crossing o + t·v is less than 32u·(|o| + |t·v|) ≤ 96u·C in each coordinate (docs/exactness.md).
///
/// * An error δ of a crossing changes an area by half of |a × δ| ≤ 4C·δ, where a joins its two neighbors.
///   Two crossings change it by 4C·96u·C = 384u·C², and by less than u more for the joint change.
/// * Six volumes change by three products of two coordinates up to C and one δ, six times for each triangle.
///   This is 18·C²·δ, and so less than 1729u·C³ with the products of several δ.
///   If a part is cut again, its vertices already have the error δ, and the new crossings have another: 3458u·C³.
#[test]
fn both_parts_are_the_whole() {
    const UNIT: f64 = f64::EPSILON / 2.0;
    let mut divided = [0, 0];
    let mut check = |whole: &Exact, parts: [&Exact; 2], bound: f64, place: usize| {
        let bound = Exact::of(bound);
        let difference = &(parts[0] + parts[1]) - whole;
        let is_whole = (&bound - &difference.abs()).side() != Side::Back;
        let same_sign = parts.iter().all(|part| {
            let part = match whole.side() {
                Side::Back => -*part,
                _ => (*part).clone(),
            };
            (&part + &bound).side() != Side::Back
        });
        assert!(is_whole && same_sign, "{whole:?} {parts:?}");
        divided[place] += 1;
    };
    // All coordinates of the first cases are up to 20, those of the second cases up to 6.
    let of_areas = 385.0 * UNIT * 400.0;
    let mut random = Random::new(77);
    for _ in 0..20_000 {
        let corners = [0; 3].map(|_| [0; 2].map(|_| random.integer(20)));
        let normal = [0; 2].map(|_| random.integer(5));
        let Ok(plane) = transect::Plane::new(normal, random.integer(20)) else {
            continue;
        };
        if let ShapeSplit::Halves { front, back, .. } = plane.split(&Triangle::new(corners)) {
            check(&area(&corners), [&area(&front), &area(&back)], of_areas, 0);
        }
    }
    let of_volumes = |triangles: usize| 3458.0 * UNIT * 216.0 * triangles as f64;
    let mut check_volumes = |of: [&ConvexPolyhedron; 3]| {
        let [whole, front, back] = of.map(six_volumes);
        let bound = of_volumes(whole.1 + front.1 + back.1);
        check(&whole.0, [&front.0, &back.0], bound, 1);
    };
    for _ in 0..4_000 {
        let points: Vec<[f64; 3]> = (0..4 + random.below(8))
            .map(|_| [0; 3].map(|_| random.integer(6)))
            .collect();
        let normal = [0; 3].map(|_| random.integer(3));
        let plane = transect::Plane::new(normal, random.integer(8));
        let (Ok(whole), Ok(plane)) = (ConvexPolyhedron::hull_of(&points), plane) else {
            continue;
        };
        let ShapeSplit::Halves { front, back, .. } = plane.split(&whole) else {
            continue;
        };
        check_volumes([&whole, &front, &back]);
        // A part can be cut again like any other shape.
        if let ShapeSplit::Halves {
            front: one,
            back: other,
            ..
        } = transect::Plane::new([1.0, 2.0, -1.0], random.integer(4))
            .expect("a plane")
            .split(&front)
        {
            check_volumes([&front, &one, &other]);
        }
    }
    assert!(divided.iter().all(|&count| count > 1_500), "{divided:?}");
}

/// Exchanging the shapes, or permuting the axes, does not change whether two shapes overlap.
#[test]
fn overlap_is_symmetric() {
    for_all::<3>(|case, random| {
        if !random.one_in(5) {
            return;
        }
        let [a, b, c] = case.points;
        let moved = [0; 3].map(|_| random.pick(&[a, b, c]));
        let other = Triangle::new([
            [a[1], a[2], a[0]],
            std::array::from_fn(|axis| 0.5 * moved[axis][axis] + 0.5 * b[axis]),
            c,
        ]);
        let triangle = Segment::new(a, b);
        let answer = overlap(&triangle, &other);
        assert_eq!(overlap(&other, &triangle), answer, "{case:?}");
        let turned = |[x, y, z]: [f64; 3]| [y, z, x];
        let answers = overlap(
            &Segment::new(turned(a), turned(b)),
            &Triangle::new(other.corners().map(turned)),
        );
        assert_eq!(answers, answer, "{case:?}");
        if random.one_in(16) {
            assert_eq!(separation(&triangle, &other).is_overlap(), answer);
        }
    });
}
