//! Laws of splits (the two parts of a shape at a plane): flipping the plane exchanges the parts, and together the parts
//! are the whole shape.

use transect::{
    Clip, ConvexPolyhedron, Line, Ray, Segment, ShapeSplit, Side, Triangle, overlap, separation,
};

use crate::oracle::laws::for_all;
use crate::oracle::number::{Exact, dot, exact};
use crate::oracle::questions::plane;
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
        same(&plane(case), &Segment::new(a, b).expect("finite points"));
        same(
            &plane(case),
            &Triangle::new(case.points).expect("finite points"),
        );
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

/// Returns the exact signed area of a polygon: positive if it is counter-clockwise.
fn area(corners: &[[f64; 2]]) -> Exact {
    let at = |index: usize| exact(&corners[index % corners.len()]);
    (0..corners.len()).fold(Exact::zero(), |sum, index| {
        let ([a, b], [c, d]) = (at(index), at(index + 1));
        &sum + &(&Exact::of(0.5) * &(&(&a * &d) - &(&b * &c)))
    })
}

/// Returns six times the exact volume, and the number of triangles in the sum (for the error bound). The sum is over
/// the tetrahedra between the origin and the triangles of a fan of each face. Every fan starts at the least vertex of
/// its face, so that both parts divide their common face into the same triangles.
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

/// Both parts of a split have the same crossings of edges and the plane, bit for bit, and the test sums areas and
/// volumes exactly. So their sum differs from the whole only because a crossing has a distance δ from the edge that it
/// divides. With coordinates up to C and u = 2⁻⁵³, the error of a crossing o + t·v of the edge from o along v is less
/// than 32u·(|o| + |t·v|) ≤ 96u·C in each coordinate (docs/exactness.md).
///
/// * An error δ of a crossing changes an area by |a × δ|/2, where a joins the crossing's two neighbors. Because |a × δ|
///   is at most 4C·δ, the change is at most 2C·δ. Two crossings change the area by 2·2C·96u·C = 384u·C², and by less
///   than u·C² more because both change.
/// * Six times the volume of a tetrahedron is a sum of six products of three coordinates. Errors δ of the coordinates
///   change this sum by at most 6·3·C²·δ = 18·C²·δ, which is less than 1729u·C³ together with the products of several
///   δ. If a part is cut again, its vertices already have the error δ, and the new crossings have another, so the bound
///   is 3458u·C³.
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
    // The bounds are for triangles with coordinates up to C = 20, and for polyhedra with coordinates up to C = 6.
    let of_areas = 385.0 * UNIT * 400.0;
    let mut random = Random::new(77);
    for _ in 0..20_000 {
        let corners = [0; 3].map(|_| [0; 2].map(|_| random.integer(20)));
        let normal = [0; 2].map(|_| random.integer(5));
        let Ok(plane) = transect::Plane::new(normal, random.integer(20)) else {
            continue;
        };
        if let ShapeSplit::Halves { front, back, .. } =
            plane.split(&Triangle::new(corners).expect("finite points"))
        {
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
        // The front part is cut again, to test that parts can be cut like any other shape.
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

/// Exchanging two shapes, or permuting the axes, does not change whether they overlap.
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
        ])
        .expect("finite points");
        let triangle = Segment::new(a, b).expect("finite points");
        let answer = overlap(&triangle, &other);
        assert_eq!(overlap(&other, &triangle), answer, "{case:?}");
        let turned = |[x, y, z]: [f64; 3]| [y, z, x];
        let answers = overlap(
            &Segment::new(turned(a), turned(b)).expect("finite points"),
            &Triangle::new(other.corners().map(turned)).expect("finite points"),
        );
        assert_eq!(answers, answer, "{case:?}");
        if random.one_in(16) {
            assert_eq!(separation(&triangle, &other).is_overlap(), answer);
        }
    });
}
