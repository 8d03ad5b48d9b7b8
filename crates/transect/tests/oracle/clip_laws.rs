//! Laws of parts: flipping the plane exchanges them, and both together are the whole.

use transect::{
    Clip, ConvexPolyhedron, Line, Ray, Segment, Split, Triangle, overlap, separation, vector,
};

use crate::laws::for_all;
use crate::questions::plane;
use crate::random::Random;

fn exchanged<Part, Cut>(split: Split<Part, Cut>) -> Split<Part, Cut> {
    match split {
        Split::Within => Split::Within,
        Split::Whole { side, touching } => Split::Whole {
            side: -side,
            touching,
        },
        Split::Divided { front, back, cut } => Split::Divided {
            front: back,
            back: front,
            cut,
        },
    }
}

fn flipping_exchanges_the_parts<const D: usize>() {
    fn same<const D: usize, Shape>(plane: &transect::Plane<D>, shape: &Shape)
    where
        Shape: Clip<D> + std::fmt::Debug,
        Split<Shape::Part, Shape::Cut>: PartialEq + std::fmt::Debug,
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

fn area(corners: &[[f64; 2]]) -> f64 {
    let next = |index: usize| corners[(index + 1) % corners.len()];
    let doubled = |(index, a): (usize, &[f64; 2])| a[0] * next(index)[1] - a[1] * next(index)[0];
    0.5 * corners.iter().enumerate().map(doubled).sum::<f64>()
}

/// The sum of tetrahedra from the first vertex to each face.
fn volume(polyhedron: &ConvexPolyhedron) -> f64 {
    let apex = polyhedron.vertices()[0];
    let at = |index: usize| vector::sub(&polyhedron.vertices()[index], &apex);
    let mut sum = 0.0;
    for face in polyhedron.faces() {
        for edge in face[1..].windows(2) {
            sum += vector::dot(&at(face[0]), &vector::cross(&at(edge[0]), &at(edge[1])));
        }
    }
    sum / 6.0
}

/// Each crossing is off by less than 2⁻⁴⁵ of the greatest coordinate, and so an area or volume by few times that.
#[test]
fn both_parts_are_the_whole() {
    let mut divided = [0, 0];
    let mut check = |whole: f64, parts: [f64; 2], place: usize| {
        let bound = 1e-9;
        let is_whole = (parts[0] + parts[1] - whole).abs() <= bound;
        let same_sign = parts.iter().all(|part| part * whole >= -bound);
        assert!(is_whole && same_sign, "{whole} {parts:?}");
        divided[place] += 1;
    };
    let mut random = Random::new(77);
    for _ in 0..20_000 {
        let corners = [0; 3].map(|_| [0; 2].map(|_| random.integer(20)));
        let normal = [0; 2].map(|_| random.integer(5));
        let Ok(plane) = transect::Plane::new(normal, random.integer(20)) else {
            continue;
        };
        if let Split::Divided { front, back, .. } = plane.split(&Triangle::new(corners)) {
            check(area(&corners), [area(&front), area(&back)], 0);
        }
    }
    for _ in 0..4_000 {
        let points: Vec<[f64; 3]> = (0..4 + random.below(8))
            .map(|_| [0; 3].map(|_| random.integer(6)))
            .collect();
        let normal = [0; 3].map(|_| random.integer(3));
        let plane = transect::Plane::new(normal, random.integer(8));
        let (Ok(whole), Ok(plane)) = (ConvexPolyhedron::hull_of(&points), plane) else {
            continue;
        };
        let Split::Divided { front, back, .. } = plane.split(&whole) else {
            continue;
        };
        check(volume(&whole), [volume(&front), volume(&back)], 1);
        // A part is cut again like any other.
        if let Split::Divided {
            front: one,
            back: other,
            ..
        } = transect::Plane::new([1.0, 2.0, -1.0], random.integer(4))
            .expect("a plane")
            .split(&front)
        {
            check(volume(&front), [volume(&one), volume(&other)], 1);
        }
    }
    assert!(divided.iter().all(|&count| count > 1_500), "{divided:?}");
}

/// Exchanging the shapes, and every axis, changes nothing about whether they overlap.
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
            &Triangle::new(other.corners.map(turned)),
        );
        assert_eq!(answers, answer, "{case:?}");
        if random.one_in(16) {
            assert_eq!(separation(&triangle, &other).is_overlap(), answer);
        }
    });
}
