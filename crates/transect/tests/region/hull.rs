//! Compares hulls of points with brute force in integers. A plane through three of the points contains a face of the
//! hull if no two other points are on different sides of it.

use std::collections::BTreeSet;

use transect::region::{ConvexRegion, HullError};
use transect::{Aabb, Overlap, Plane};

use crate::region::integers::{Random, determinant};

/// The coefficients (n, d) of a plane as integers, divided by their greatest common divisor.
type Lowest = [i128; 4];

fn lowest(plane: Lowest) -> Lowest {
    fn gcd(a: i128, b: i128) -> i128 {
        if b == 0 { a.abs() } else { gcd(b, a % b) }
    }
    let common = plane.iter().fold(0, |a, &b| gcd(a, b));
    plane.map(|c| c / common)
}

/// Returns the planes of all faces of the hull. Their fronts contain the hull. In 2D, these are the planes of the
/// polygon's sides.
fn faces(points: &[[i128; 3]], dimension: usize) -> BTreeSet<Lowest> {
    let mut faces = BTreeSet::new();
    let count = points.len();
    for i in 0..count {
        for j in i + 1..count {
            // In 2D, two points determine a line of the plane z = 0. It is represented by the plane through this line
            // that is parallel to the z axis.
            let others = if dimension == 2 {
                j..j + 1
            } else {
                j + 1..count
            };
            for k in others {
                let a = points[i];
                let from_a = |p: [i128; 3]| [0, 1, 2].map(|axis| p[axis] - a[axis]);
                let u = from_a(points[j]);
                let v = if dimension == 2 {
                    [0, 0, 1]
                } else {
                    from_a(points[k])
                };
                let normal = [1, 2, 0]
                    .map(|n: usize| (n, (n + 1) % 3))
                    .map(|(n, l)| u[n] * v[l] - u[l] * v[n]);
                if normal == [0; 3] {
                    continue;
                }
                let values: Vec<i128> = points
                    .iter()
                    .map(|p| determinant([u, v, from_a(*p)]))
                    .collect();
                let sign = match (values.iter().any(|&v| v < 0), values.iter().any(|&v| v > 0)) {
                    (false, true) => 1,
                    (true, false) => -1,
                    _ => continue,
                };
                let offset: i128 = -(0..3).map(|axis| normal[axis] * a[axis]).sum::<i128>();
                let [x, y, z] = normal;
                faces.insert(lowest([x, y, z, offset].map(|c| c * sign)));
            }
        }
    }
    faces
}

fn integers<const D: usize>(plane: &Plane<D>) -> Lowest {
    let mut numbers = [0; 4];
    for (axis, coefficient) in plane.normal().into_iter().enumerate() {
        numbers[axis] = coefficient as i128;
    }
    numbers[3] = plane.offset() as i128;
    lowest(numbers)
}

fn hulls<const D: usize>(cases: u32, seed: u64) {
    let mut random = Random(seed);
    let mut counts = [0; 2];
    for _ in 0..cases {
        let size = [1, 2, 3, 20][random.below(4) as usize];
        let count = random.below(15);
        let mut points: Vec<[i128; 3]> = (0..count)
            .map(|_| {
                let mut point = [0; 3].map(|_: i128| random.integer(size));
                point[D..].fill(0);
                point
            })
            .collect();
        if random.below(4) == 0 {
            let axis = random.below(D as u64) as usize;
            points
                .iter_mut()
                .for_each(|point| point[axis] = point[(axis + 1) % D]);
        }
        let float =
            |point: &[i128; 3]| -> [f64; D] { std::array::from_fn(|axis| point[axis] as f64) };
        let floats: Vec<[f64; D]> = points.iter().map(float).collect();
        let expected = faces(&points, D);
        match ConvexRegion::hull_of(&floats) {
            Ok(hull) => {
                let found: BTreeSet<Lowest> = hull.planes().iter().map(integers).collect();
                assert_eq!(found, expected, "{points:?}");
                assert_eq!(hull.planes().len(), expected.len(), "{points:?}");
                counts[0] += 1;
            }
            Err(error) => {
                assert_eq!(error, HullError::Flat, "{points:?}");
                assert!(expected.is_empty(), "{points:?}");
                counts[1] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count > cases / 20), "{counts:?}");
}

#[test]
fn hulls_in_space() {
    hulls::<3>(10_000, 31);
}

#[test]
fn hulls_in_the_plane() {
    hulls::<2>(20_000, 32);
}

/// For arbitrary floats, the planes of a hull are rounded, and then moved outward. So every point must be inside its
/// hull.
#[test]
fn no_point_is_outside_its_hull() {
    let mut random = Random(33);
    for case in 0..2_000 {
        let spread = 10_f64.powi(random.below(9) as i32 - 4);
        let count = 4 + random.below(30);
        let mut coordinate =
            || (random.below(1 << 31) as f64 / (1_u64 << 30) as f64 - 1.0) * spread;
        let middle = [coordinate() * 1e5, coordinate(), coordinate() * 1e-3];
        let points: Vec<[f64; 3]> = (0..count)
            .map(|_| middle.map(|c| c + coordinate()))
            .collect();
        let hull = ConvexRegion::hull_of(&points).expect("points of space");
        for point in &points {
            assert!(hull.region().contains(point), "{case}: {points:?}");
        }
        let flat: Vec<[f64; 2]> = points.iter().map(|[x, y, _]| [*x, *y]).collect();
        let hull = ConvexRegion::hull_of(&flat).expect("points of the plane");
        assert!(
            flat.iter().all(|point| hull.region().contains(point)),
            "{case}: {flat:?}"
        );
    }
}

#[test]
fn the_region_of_a_box_is_the_box() {
    let aabb = Aabb::new([-1.0, 0.1, 1e300], [2.0, 0.1, 2e300]).expect("a box");
    let region = ConvexRegion::from(aabb);
    assert_eq!(region.region().overlap(&aabb), Overlap::Inside);
    for (axis, value) in [
        (0, -1.0),
        (1, 0.1),
        (2, 1e300),
        (0, 2.0),
        (1, 0.1),
        (2, 2e300),
    ] {
        let mut point = aabb.center();
        point[axis] = value;
        assert!(region.region().contains(&point));
        let out = if value == aabb.min()[axis] {
            value.next_down()
        } else {
            value.next_up()
        };
        point[axis] = out;
        assert!(!region.region().contains(&point));
    }
    let boundary = region.region().boundary();
    assert_eq!((boundary.vertices.len(), boundary.faces.len()), (4, 1)); // the hull is flat
}

#[test]
fn a_prism_is_its_base_between_two_heights() {
    let base = ConvexRegion::hull_of(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [2.0, 5.0], [0.0, 3.0]]);
    let base = base.expect("a pentagon");
    let prism = ConvexRegion::prism(base.region(), 0.1, 0.3).expect("finite heights");
    let boundary = prism.region().boundary();
    assert_eq!(
        [
            boundary.vertices.len(),
            boundary.edges.len(),
            boundary.faces.len()
        ],
        [10, 15, 7]
    );
    assert!(
        boundary
            .vertices
            .iter()
            .all(|v| v.point[2] == 0.1 || v.point[2] == 0.3)
    );
    let upside_down = ConvexRegion::prism(base.region(), 0.3, 0.1).expect("finite heights");
    assert!(upside_down.region().is_empty());
    assert!(ConvexRegion::prism(base.region(), f64::NAN, 0.1).is_err());
}

#[test]
fn what_is_no_hull_says_why() {
    let line = [
        [0.0, 0.0, 0.0],
        [1.0, 2.0, 3.0],
        [2.0, 4.0, 6.0],
        [-1.0, -2.0, -3.0],
    ];
    assert_eq!(ConvexRegion::hull_of(&line), Err(HullError::Flat));
    assert_eq!(
        ConvexRegion::<3>::hull_of(&[[0.0; 3]; 0]),
        Err(HullError::Flat)
    );
    let bad = ConvexRegion::hull_of(&[[0.0, 0.0], [1.0, f64::INFINITY]]);
    assert_eq!(
        bad.map_err(|error| error.to_string()),
        Err("point 1: y is inf, not a finite number".to_owned())
    );
}
