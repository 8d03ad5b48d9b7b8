//! Compares hill climbing along the edges of polyhedra with a comparison of all corners.

use alloc::vec::Vec;

use transect_exact::SplitMix64;
use transect_exact::vector::{add, cross, scale, sub, unit};

use crate::polyhedron::ConvexPolyhedron;
use crate::polytope::{Polytope, View};
use crate::sat::body::{Body, Points};
use crate::sat::expanding::least_translation_of_points;
use crate::sat::overlap;
use crate::sat::search::{Relation, relation};
use crate::sat::separation::separation;
use crate::sat::simplex::Simplex;

struct Random(SplitMix64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    fn vector(&mut self) -> [f64; 3] {
        [(); 3].map(|()| (self.0.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0)
    }

    fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Returns a polyhedron of about 40 to 200 vertices. The vertices are on a sphere, or rounded from a sphere to a grid;
/// or it is a prism or a double cone whose base has 40 corners.
fn polyhedron(random: &mut Random) -> ConvexPolyhedron {
    let count = [40, 60, 200][random.below(3)];
    let grid = [5.0, 9.0, 64.0][random.below(3)];
    let kind = random.below(4);
    let on_circle = |index: usize| {
        let angle = index as f64 * core::f64::consts::TAU / 40.0;
        [libm::cos(angle), libm::sin(angle)].map(|c| libm::rint(c * 4096.0) / 4096.0)
    };
    let points: Vec<[f64; 3]> = match kind {
        0 => (0..count).map(|_| unit(&random.vector())).collect(),
        1 => (0..4 * count)
            .map(|_| unit(&random.vector()).map(|c| libm::rint(c * grid)))
            .collect(),
        2 => (0..80)
            .map(|index| {
                let [x, y] = on_circle(index / 2);
                [x, y, (index % 2) as f64]
            })
            .collect(),
        _ => (0..40)
            .map(|index| {
                let [x, y] = on_circle(index);
                [x, y, 0.0]
            })
            .chain([[0.25, 0.0, 1.0], [0.0, 0.25, -1.0]])
            .collect(),
    };
    ConvexPolyhedron::hull_of(&points).expect("points that are not in one plane")
}

/// Returns a direction: a random one, an axis, the normal of a face, a vector across an edge, or nearly one of these.
fn direction(random: &mut Random, polyhedron: &ConvexPolyhedron) -> [f64; 3] {
    let face = random.one_of(polyhedron.faces());
    let corner = |place: usize| polyhedron.vertices()[face[place]];
    let edge = sub(&corner(1), &corner(0));
    let exact = match random.below(5) {
        0 => random.vector(),
        1 => *random.one_of(&[[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]),
        2 => [0.0; 3],
        3 => cross(&edge, &sub(&corner(2), &corner(0))),
        _ => cross(&edge, &random.vector()),
    };
    let size = [1.0, 1e-300, 1e-160, 1e300][random.below(8) % 5 % 4];
    let near = scale(
        &random.vector(),
        libm::ldexp(1.0, -20 - random.below(40) as i32),
    );
    match random.below(2) {
        0 => scale(&exact, size),
        _ => scale(&add(&exact, &near), size),
    }
}

/// The climb gives the same highest corner, with the same position and height, and the same corners near the top as a
/// comparison of all corners. This also holds if several corners have the same height, or if heights differ only by
/// rounding errors, because the origin is far away.
#[test]
fn extreme_corners() {
    let mut random = Random(SplitMix64::new(19));
    let mut climbs = 0;
    for _ in 0..200 {
        let polyhedron = polyhedron(&mut random);
        let View::Polyhedron(vertices, _) = polyhedron.polytope_view() else {
            assert!(polyhedron.vertices().len() < 30);
            continue;
        };
        let climbing = Body::of(polyhedron.polytope_view()).expect("vertices");
        let listing = Body::Points(Points::from(vertices));
        assert_eq!(climbing.bounds(), listing.bounds());
        assert_eq!(climbing.middle(), listing.middle());
        for _ in 0..200 {
            let far = libm::ldexp(1.0, random.below(60) as i32 - 4);
            let origin = scale(&random.vector(), far);
            let direction = direction(&mut random, &polyhedron);
            let found = climbing.extreme(&origin, &direction);
            let expected = listing.extreme(&origin, &direction);
            assert_eq!(
                (found.index, found.place, found.height.to_bits()),
                (expected.index, expected.place, expected.height.to_bits()),
                "{polyhedron:?}, {direction:?} from {origin:?}"
            );
            let depth = found.height.abs() * libm::ldexp(1.0, -(random.below(60) as i32));
            assert_eq!(
                climbing.near_top(&origin, &direction, depth),
                listing.near_top(&origin, &direction, depth),
                "{polyhedron:?}, {direction:?} from {origin:?}, {depth}"
            );
            climbs += 1;
        }
    }
    assert!(climbs > 20_000, "{climbs}");
}

/// The overlap of polyhedra, its depth and the separating axis are the same if the polyhedra have no graph of edges.
#[test]
fn polyhedra_without_a_graph() {
    let mut random = Random(SplitMix64::new(23));
    let mut counts = [0; 2];
    for case in 0..400 {
        let moved = |polyhedron: &ConvexPolyhedron, by: &[f64; 3]| {
            let vertices: Vec<[f64; 3]> =
                polyhedron.vertices().iter().map(|v| add(v, by)).collect();
            ConvexPolyhedron::hull_of(&vertices).expect("a polyhedron")
        };
        let (a, b) = (polyhedron(&mut random), polyhedron(&mut random));
        let size = |polyhedron: &ConvexPolyhedron| {
            let far = polyhedron.vertices().iter().flatten();
            far.fold(0.0_f64, |most, c| most.max(c.abs()))
        };
        let between = scale(&random.vector(), 1.2 * (size(&a) + size(&b)));
        let mut b = moved(&b, &between);
        if case % 2 == 1
            && let Some(step) = separation(&a, &b).translation()
        {
            // The polyhedra touch, up to rounding.
            b = moved(&b, &step);
        }
        let [p, q] = [&a, &b].map(|p| ConvexPolyhedron::of_faces(p.vertices(), p.faces().to_vec()));
        let found = separation(&a, &b);
        assert_eq!(found, separation(&p, &q), "{a:?} {b:?}");
        assert_eq!(found.is_overlap(), overlap(&p, &q));
        assert_eq!(found.is_overlap(), overlap(&a, &b));
        counts[usize::from(found.is_overlap())] += 1;
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// Two polyhedra of many vertices about the same centre: the expanding surface finds the depth, so no directions across
/// two edges are compared. There would be millions of them.
#[test]
fn concentric_polyhedra() {
    let mut random = Random(SplitMix64::new(31));
    for count in [12, 40, 300] {
        let mut ball = || {
            let points: Vec<[f64; 3]> = (0..count).map(|_| unit(&random.vector())).collect();
            ConvexPolyhedron::hull_of(&points).expect("a polyhedron")
        };
        let (a, b) = (ball(), ball());
        let shapes = [&a, &b].map(|p| Body::of(p.polytope_view()).expect("vertices"));
        let mut simplex = Simplex::new();
        let relation = relation(shapes[0], shapes[1], true, &mut simplex);
        assert!(matches!(relation, Some(Relation::Overlapping)));
        let found = least_translation_of_points(&shapes, &simplex);
        assert!(found.is_some_and(|(depth, _)| depth > 0.5), "{found:?}");
    }
}

/// A polyhedron whose vertices were rounded is not exactly convex, so its corners are compared one by one.
#[test]
fn parts_have_no_graph() {
    use crate::clip::ShapeSplit;
    use crate::plane::Plane;
    let mut random = Random(SplitMix64::new(29));
    let points: Vec<[f64; 3]> = (0..400).map(|_| unit(&random.vector())).collect();
    let whole = ConvexPolyhedron::hull_of(&points).expect("a hull");
    assert!(matches!(whole.polytope_view(), View::Polyhedron(..)));
    let plane = Plane::new([0.3, 0.5, 0.7], 0.1).expect("a plane");
    let ShapeSplit::Halves { front, back, .. } = plane.split(&whole) else {
        panic!("the plane meets the sphere");
    };
    for part in [front, back] {
        assert!(part.vertices().len() > 100);
        assert!(matches!(part.polytope_view(), View::Points(_)));
    }
}
