//! Tests of the triangles that rays hit, on integer coordinates, where rays through edges, corners and planes of triangles
//! are frequent: compared with fractions of integers.

use std::cmp::Ordering;

use transect::{LinePart, Ray, Segment};
use transect_exact::Side;
use transect_mesh::{HitPlace, Mesh, RawMesh, RayHit, SectionIndex};

use crate::cutting::families::Family;
use crate::cutting::meshes::sub;
use crate::random::Random;
use crate::run::cases;

type Vector = [i128; 3];

/// A hit by integers: t as a fraction with a positive denominator.
struct Expected {
    triangle: usize,
    t: [i128; 2],
    place: HitPlace,
    from: Side,
}

fn wide(point: &[i64; 3]) -> Vector {
    point.map(i128::from)
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    [0, 1, 2].map(|axis| a[axis] - b[axis])
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i] * b[j] - a[j] * b[i])
}

fn dot(a: &Vector, b: &Vector) -> i128 {
    (0..3).map(|axis| a[axis] * b[axis]).sum()
}

/// Returns the hit of a triangle by the line from `origin` along `direction`, or `None` if it is missed. `Err` if the line
/// is parallel to the triangle.
fn hit(
    triangle: usize,
    corners: [Vector; 3],
    origin: &Vector,
    direction: &Vector,
    has_end: bool,
) -> Result<Option<Expected>, ()> {
    let [a, b, c] = corners.map(|corner| minus(&corner, origin));
    let normal = cross(&minus(&b, &a), &minus(&c, &a));
    let below = dot(&normal, direction);
    if below == 0 {
        return Err(());
    }
    let above = dot(&normal, &a);
    let t = [above * below.signum(), below.abs()];
    let weights = [[b, c], [c, a], [a, b]].map(|[one, other]| dot(direction, &cross(&one, &other)));
    let is_inside = weights.iter().all(|w| w * below.signum() >= 0);
    if !is_inside || t[0] < 0 || has_end && t[0] > t[1] {
        return Ok(None);
    }
    let is_start = t[0] == 0;
    let zero: Vec<usize> = (0..3).filter(|&corner| weights[corner] == 0).collect();
    let place = match zero[..] {
        [] => HitPlace::Interior,
        [opposite] => HitPlace::Edge((opposite + 1) % 3),
        [one, other] => HitPlace::Corner(3 - one - other),
        _ => unreachable!("the weights of a triangle that a line crosses are not all 0"),
    };
    Ok(Some(Expected {
        triangle,
        t,
        place: if is_start { HitPlace::Interior } else { place },
        from: match above.cmp(&0) {
            // The origin lies in front of the triangle if the triangle lies behind the origin, along its normal.
            Ordering::Less => Side::Front,
            Ordering::Equal => Side::On,
            Ordering::Greater => Side::Back,
        },
    }))
}

fn same(found: &RayHit, expected: &Expected) -> bool {
    let t = expected.t[0] as f64 / expected.t[1] as f64;
    found.triangle == expected.triangle
        && (found.t - t).abs() <= 1e-13 * t
        && (found.place == expected.place || t == 0.0)
        && found.from == expected.from
}

fn compare(a: &Expected, b: &Expected) -> Ordering {
    (a.t[0] * b.t[1]).cmp(&(b.t[0] * a.t[1]))
}

#[test]
fn hits_are_those_of_integers() {
    let (mut edges, mut corners, mut several, mut parallel) = (0, 0, 0, 0);
    for seed in 0..cases(600) {
        let random = &mut Random::new(seed);
        let grid = random.pick(&Family::ALL).mesh(random);
        let mesh = grid.mesh();
        let index = SectionIndex::new(&mesh);
        for _ in 0..8 {
            // Through vertices and their neighbourhood.
            let mut point = |spread: i64| {
                let vertex = grid.positions[random.below(grid.positions.len())];
                vertex.map(|c| c + random.between(-spread, spread))
            };
            let (origin, end) = (point(5), point(1));
            let direction = sub(&end, &origin);
            if direction == [0; 3] {
                continue;
            }
            let has_end = random.one_in(2);
            let float = |point: &[i64; 3]| point.map(|c| c as f64);
            let line = if has_end {
                Segment::new(float(&origin), float(&end))
                    .map(LinePart::Segment)
                    .ok()
            } else {
                Ray::new(float(&origin), float(&direction))
                    .map(LinePart::Ray)
                    .ok()
            };
            let line = line.expect("integers that are not all 0");
            let mut expected = Vec::new();
            let mut in_plane = Vec::new();
            for (triangle, &vertices) in mesh.triangles().iter().enumerate() {
                let corners = vertices.map(|v| mesh.positions()[v as usize].map(|c| c as i64));
                let corners = corners.each_ref().map(wide);
                match hit(
                    triangle,
                    corners,
                    &wide(&origin),
                    &wide(&direction),
                    has_end,
                ) {
                    Ok(hit) => expected.extend(hit),
                    Err(()) => in_plane.push(triangle),
                }
            }
            expected.sort_by(|a, b| compare(a, b).then(a.triangle.cmp(&b.triangle)));
            let all = index.hits(line);
            let is_parallel = |hit: &RayHit| in_plane.contains(&hit.triangle);
            let crossing: Vec<RayHit> = all
                .iter()
                .copied()
                .filter(|hit| !is_parallel(hit))
                .collect();
            assert_eq!(crossing.len(), expected.len(), "{seed}: {line:?}");
            for (found, expected) in crossing.iter().zip(&expected) {
                assert!(same(found, expected), "{seed}: {line:?} {found:?}");
                edges += usize::from(matches!(expected.place, HitPlace::Edge(_)));
                corners += usize::from(matches!(expected.place, HitPlace::Corner(_)));
            }
            // A triangle in whose plane the line lies is hit if its chord is not empty.
            for &triangle in &in_plane {
                let body = transect::Triangle::new(mesh.corners(triangle)).expect("finite corners");
                let is_hit = all.iter().any(|hit| hit.triangle == triangle);
                assert_eq!(is_hit, !line.chord(&body).is_apart());
                parallel += usize::from(is_hit);
            }
            assert!(all.is_sorted_by(|a, b| a.t <= b.t || (a.t - b.t).abs() <= 1e-13 * a.t));
            assert_eq!(
                index.first_hit(line),
                all.first().copied(),
                "{seed}: {line:?}"
            );
            assert_eq!(index.is_hit(line), !all.is_empty());
            let points = index.hit_points(line);
            if !all.iter().any(is_parallel) {
                let mut distinct = 0;
                for place in 0..expected.len() {
                    let is_new = place == 0
                        || compare(&expected[place - 1], &expected[place]) != Ordering::Equal;
                    distinct += usize::from(is_new);
                }
                assert_eq!(points.len(), distinct);
                several += expected.len() - distinct;
            }
        }
    }
    assert!(
        edges > 100 && corners > 100 && several > 100 && parallel > 50,
        "{edges} {corners} {several} {parallel}"
    );
}

/// Hits that are equal when they are rounded to f64 come in their exact order, and the first of them is found.
#[test]
fn hits_nearer_than_floats_come_in_order() -> Result<(), Box<dyn std::error::Error>> {
    let ray = Ray::new([0.0, 0.0, 0.0], [0.0, 0.0, 1.9])?;
    let mut equal = 0;
    let mut height = 1.9_f64;
    for _ in 0..20 {
        let mut positions = Vec::new();
        // The farther triangle has the lesser index.
        for z in [height.next_up(), height] {
            positions.extend([[-1.0, -1.0, z], [2.0, -1.0, z], [-1.0, 2.0, z]]);
        }
        let triangles = vec![[0, 1, 2], [3, 4, 5]];
        let mesh = Mesh::new(RawMesh {
            positions,
            triangles,
            ..RawMesh::default()
        })?;
        let index = SectionIndex::new(mesh);
        let hits = index.hits(ray);
        assert_eq!([hits[0].triangle, hits[1].triangle], [1, 0]);
        assert_eq!(index.first_hit(ray), Some(hits[0]));
        assert_eq!(index.hit_points(ray).len(), 2);
        equal += usize::from(hits[0].t == hits[1].t);
        height = height.next_up();
    }
    assert!(equal > 2, "{equal}");
    Ok(())
}
