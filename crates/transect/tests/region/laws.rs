//! Laws about regions, which must hold for all numbers, even if floats are rounded.

use transect::{Aabb, Overlap, Plane, Region, Segment, Triangle};

use crate::region::integers::Random;
use crate::region::sphere::ball;
use crate::run::cases;

/// Planes and points with random floats of many bits. Some floats occur several times, so that shapes made of the
/// points touch the planes.
struct Case<const D: usize> {
    planes: Vec<Plane<D>>,
    points: [[f64; D]; 3],
}

fn case<const D: usize>(random: &mut Random) -> Case<D> {
    let spread = random.below(4) as i32 * 100;
    let scale = 2_f64.powi(spread / 2 - random.below(spread as u64 + 1) as i32);
    let mut number = |scale: f64| match random.below(8) {
        0 => 0.0,
        1 => scale,
        2 => -scale,
        _ => (random.below(1 << 31) as f64 / (1_u64 << 30) as f64 - 1.0) * 0.7 * scale,
    };
    let points = [(); 3].map(|()| [(); D].map(|()| number(scale)));
    let mut planes = Vec::new();
    while planes.len() < 6 {
        let normal = [(); D].map(|()| number(1.0));
        // Each of the first three planes passes through one of the three points, up to rounding. The other planes have
        // random offsets.
        let offset = match planes.len() {
            0..=2 => {
                let point: [f64; D] = points[planes.len()];
                -(0..D).map(|axis| normal[axis] * point[axis]).sum::<f64>()
            }
            _ => number(scale),
        };
        if let Ok(plane) = Plane::new(normal, offset) {
            planes.push(plane);
        }
    }
    let count = 1 + random.below(6) as usize;
    planes.truncate(count);
    Case { planes, points }
}

fn overlaps<const D: usize>(planes: &[Plane<D>], points: &[[f64; D]; 3]) -> [Overlap; 4] {
    let region = Region::new(planes);
    let [a, b, _] = *points;
    let aabb = Aabb::from_corners(a, b).expect("finite");
    [
        region.overlap(&a),
        region.overlap(&Segment::new(a, b).expect("finite points")),
        region.overlap(&Triangle::new(*points).expect("finite points")),
        region.overlap(&aabb),
    ]
}

fn laws<const D: usize>(cases: u32, seed: u64) {
    let mut random = Random(seed);
    let mut counts = [0; 3];
    for _ in 0..cases {
        let Case { planes, points } = case::<D>(&mut random);
        let region = Region::new(&planes);
        let message = || format!("{planes:?} {points:?}");
        let known = overlaps(&planes, &points);
        known
            .iter()
            .for_each(|overlap| counts[*overlap as usize] += 1);

        // The results must not change if the planes are in another order, or if a copy of each plane, multiplied by a
        // power of two, is added.
        let mut others = planes.clone();
        others.rotate_left(random.below(planes.len() as u64) as usize);
        others.reverse();
        let others: Vec<Plane<D>> = others
            .iter()
            .flat_map(|plane| {
                let factor = 2_f64.powi(random.below(80) as i32 - 40);
                let scaled =
                    Plane::new(plane.normal().map(|c| c * factor), plane.offset() * factor);
                [scaled.expect("finite"), *plane]
            })
            .collect();
        assert_eq!(overlaps(&others, &points), known, "{}", message());
        let other = Region::new(&others);
        assert_eq!(other.is_empty(), region.is_empty(), "{}", message());
        assert_eq!(other.is_bounded(), region.is_bounded(), "{}", message());
        let (one, two) = (region.boundary(), other.boundary());
        assert_eq!(one.vertices.len(), two.vertices.len(), "{}", message());
        assert_eq!(one.edges.len(), two.edges.len(), "{}", message());
        assert_eq!(one.faces.len(), two.faces.len(), "{}", message());

        // The exact result must agree with the conservative one. A point must be inside or outside; it must never be
        // reported as `Meets`. If a shape is not outside a region, a larger shape that contains it must not be outside
        // either.
        let [a, b, _] = points;
        let aabb = Aabb::from_corners(a, b).expect("finite");
        let conservative = region.overlap_conservative(&aabb);
        assert!(
            conservative == known[3] || conservative == Overlap::Meets,
            "{}",
            message()
        );
        assert_eq!(
            known[0] == Overlap::Inside,
            region.contains(&a),
            "{}",
            message()
        );
        assert_ne!(known[0], Overlap::Meets, "{}", message());
        assert!(
            known[1] != Overlap::Outside || known[0] == Overlap::Outside,
            "{}",
            message()
        );
        assert!(
            known[2] != Overlap::Outside || known[1] == Overlap::Outside,
            "{}",
            message()
        );
        assert!(
            known[3] != Overlap::Outside || known[1] == Overlap::Outside,
            "{}",
            message()
        );
        assert_eq!(
            region.overlap_sphere(&ball(a, 0.0)),
            known[0],
            "{}",
            message()
        );
        if region.is_empty() {
            assert_eq!(known, [Overlap::Outside; 4], "{}", message());
        }

        // The flip of the first plane is added as a further plane. The region then becomes flat: all of it is in the
        // first plane.
        let flat: Vec<Plane<D>> = planes
            .iter()
            .copied()
            .chain([planes[0].flipped()])
            .collect();
        let last = planes.len();
        let boundary = Region::new(&flat).boundary();
        assert!(
            boundary
                .vertices
                .iter()
                .all(|v| v.planes.contains(&0) && v.planes.contains(&last))
        );
        assert!(
            boundary
                .edges
                .iter()
                .all(|e| e.planes.contains(&0) && e.planes.contains(&last))
        );
        assert!(boundary.faces.len() <= 1, "{}", message());
    }
    assert!(counts.iter().all(|&count| count > cases / 20), "{counts:?}");
}

#[test]
fn laws_in_space() {
    laws::<3>(cases(3_000), 51);
}

#[test]
fn laws_in_the_plane() {
    laws::<2>(cases(8_000), 52);
}

/// The vertices, edges and faces of a polyhedron satisfy Euler's formula, for arbitrary planes.
#[test]
fn euler() {
    let mut random = Random(53);
    for _ in 0..1_000 {
        let mut number = || random.below(1 << 20) as f64 / 524_288.0 - 1.0;
        let mut planes: Vec<Plane<3>> = Vec::new();
        while planes.len() < 12 {
            planes.extend(Plane::new([number(), number(), number()], 0.3));
        }
        let region = Region::new(&planes);
        let boundary = region.boundary();
        assert!(!region.is_empty());
        if region.is_bounded() {
            let counts = [
                boundary.vertices.len(),
                boundary.edges.len(),
                boundary.faces.len(),
            ];
            assert_eq!(counts[0] + counts[2], counts[1] + 2, "{planes:?}");
        }
    }
}
