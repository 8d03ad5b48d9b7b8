//! Compares the vertices, edges and faces of regions with brute force in integers. Every region is clipped by a box
//! that is large enough to contain all of its vertices. The corners of the clipped region are computed by Cramer's
//! rule. Several planes share a vertex, an edge or a face if the corners that lie on all of them span a point, a line
//! or a plane.

use std::collections::BTreeSet;

use transect::region::{Edge, RegionBoundary};
use transect::{Plane, Region};

use crate::region::faces::{Corner, FAR, Planes, corners, faces};
use crate::region::integers::{Half, Random, determinant, halves_of_box, has_point, plane};
use crate::run::cases;

fn set(planes: &[usize]) -> Planes {
    assert!(planes.is_sorted());
    planes.iter().copied().collect()
}

fn check<const D: usize>(halves: &[Half], scale: f64) -> RegionBoundary<D> {
    let count = halves.len();
    let planes: Vec<Plane<D>> = halves.iter().map(|half| plane(half, scale)).collect();
    let region = Region::new(&planes);
    let boundary = region.boundary();
    let (mut min, mut max) = ([-FAR; 3], [FAR; 3]);
    min[D..].fill(0);
    max[D..].fill(0);
    let case = || format!("{halves:?} × {scale:e}: {boundary:?}");
    let all: Vec<Half> = halves
        .iter()
        .copied()
        .chain(halves_of_box(min, max))
        .collect();
    let corners = corners(&all);
    // A region is unbounded if it has corners on the sides of the large box. In 2D the box is flat, and its top and
    // bottom contain all corners. So these two sides are not counted.
    let is_far = |corner: &Corner| corner.planes.range(count..count + 2 * D).next().is_some();

    assert_eq!(region.is_empty(), corners.is_empty(), "{}", case());
    assert_eq!(
        region.is_bounded(),
        !corners.iter().any(is_far),
        "{}",
        case()
    );
    match region.contradiction() {
        None => assert!(!corners.is_empty(), "{}", case()),
        Some(chosen) => {
            let is_empty = |left_out: Option<usize>| {
                let rest = chosen.iter().filter(|&&index| Some(index) != left_out);
                let rest = rest
                    .map(|&index| halves[index])
                    .chain(halves_of_box(min, max));
                !has_point(&rest.collect::<Vec<_>>())
            };
            assert!(
                is_empty(None) && chosen.len() <= D + 1,
                "{chosen:?} {}",
                case()
            );
            assert!(
                !chosen.iter().any(|&index| is_empty(Some(index))),
                "{chosen:?} {}",
                case()
            );
        }
    }

    let own: Vec<&Corner> = corners.iter().filter(|corner| !is_far(corner)).collect();
    assert_eq!(own.len(), boundary.vertices.len(), "{}", case());
    for vertex in &boundary.vertices {
        let corner = own.iter().find(|corner| {
            corner.planes.range(..count).copied().collect::<Planes>() == set(&vertex.planes)
        });
        let corner = corner.unwrap_or_else(|| panic!("no such vertex: {}", case()));
        for axis in 0..D {
            let expected = corner.at[axis] as f64 / corner.at[3] as f64;
            assert_eq!(vertex.point[axis], expected, "{}", case());
        }
    }

    let edges: BTreeSet<Planes> = boundary
        .edges
        .iter()
        .map(|edge| set(&edge.planes))
        .collect();
    assert_eq!(edges.len(), boundary.edges.len(), "{}", case());
    assert_eq!(edges, faces(&corners, count, 1), "{}", case());
    for edge in &boundary.edges {
        check_edge(&boundary, edge, &own, &case);
    }

    let found: BTreeSet<Planes> = boundary
        .faces
        .iter()
        .map(|face| set(&face.planes))
        .collect();
    assert_eq!(found.len(), boundary.faces.len(), "{}", case());
    if D == 3 {
        assert_eq!(found, faces(&corners, count, 2), "{}", case());
        check_faces(halves, &boundary, &own, &case);
    } else {
        check_order(halves, &boundary, &case);
    }
    boundary
}

/// Checks that the ends of an edge are the vertices on it. The direction of the edge must lead from its first end to
/// its second.
fn check_edge<const D: usize>(
    boundary: &RegionBoundary<D>,
    edge: &Edge<D>,
    own: &[&Corner],
    case: &impl Fn() -> String,
) {
    let on_it = own
        .iter()
        .filter(|corner| corner.planes.is_superset(&set(&edge.planes)));
    let ends: Vec<usize> = edge.ends.iter().flatten().copied().collect();
    assert_eq!(on_it.count(), ends.len(), "{}", case());
    for &end in &ends {
        let planes = set(&boundary.vertices[end].planes);
        assert!(planes.is_superset(&set(&edge.planes)), "{}", case());
    }
    let largest = edge.direction.iter().fold(0.0_f64, |m, c| m.max(c.abs()));
    assert!((1.0..=2.0).contains(&largest), "{}", case());
    if let [from, to] = ends[..] {
        let [from, to] = [from, to].map(|end| boundary.vertices[end].point);
        let along: f64 = (0..D)
            .map(|axis| (to[axis] - from[axis]) * edge.direction[axis])
            .sum();
        assert!(along > 0.0, "{}", case());
    }
}

/// Checks that the edges of each face follow one another, and that they turn left when seen from behind the face's
/// plane.
fn check_faces<const D: usize>(
    halves: &[Half],
    boundary: &RegionBoundary<D>,
    own: &[&Corner],
    case: &impl Fn() -> String,
) {
    for face in &boundary.faces {
        let planes = set(&face.planes);
        let expected = own
            .iter()
            .filter(|corner| corner.planes.is_superset(&planes))
            .count();
        assert_eq!(face.vertices.len(), expected, "{}", case());
        let edges = boundary
            .edges
            .iter()
            .filter(|edge| set(&edge.planes).is_superset(&planes));
        assert_eq!(face.edges.len(), edges.count(), "{}", case());
        for &edge in &face.edges {
            assert!(
                set(&boundary.edges[edge].planes).is_superset(&planes),
                "{}",
                case()
            );
        }
        let at = |vertex: usize| {
            let planes = set(&boundary.vertices[vertex].planes);
            let is_this = |c: &&&Corner| {
                c.planes.range(..halves.len()).copied().collect::<Planes>() == planes
            };
            own.iter().find(is_this).expect("a vertex").at
        };
        let normal = halves[face.planes[0]].0;
        let count = face.vertices.len();
        let is_closed = face.edges.len() == count;
        for place in 0..count {
            let next = (place + 1) % count;
            if next == 0 && !is_closed {
                continue;
            }
            let ends = [face.vertices[place], face.vertices[next]];
            let edge = &boundary.edges[face.edges[if is_closed { place } else { place + 1 }]];
            let mut known: Vec<usize> = edge.ends.iter().flatten().copied().collect();
            known.sort_unstable();
            let mut sorted = ends.to_vec();
            sorted.sort_unstable();
            assert_eq!(known, sorted, "{}", case());
            let after = (place + 2) % count;
            if count < 3 || (after < 2 && !is_closed) {
                continue;
            }
            // `turn` is the product of the normal with (b − a) × (c − a), times positive factors. It is negative for a
            // left turn seen from behind.
            let [a, b, c] = [ends[0], ends[1], face.vertices[after]].map(at);
            let from_a = |p: [i128; 4]| [0, 1, 2].map(|axis| p[axis] * a[3] - a[axis] * p[3]);
            let turn = determinant([from_a(b), from_a(c), normal]);
            assert!(turn < 0, "{turn} {}", case());
        }
        if !is_closed && count > 0 {
            let [first, last] =
                [face.edges[0], face.edges[count]].map(|edge| &boundary.edges[edge]);
            assert!(first.ends.contains(&Some(face.vertices[0])), "{}", case());
            assert!(
                last.ends.contains(&Some(face.vertices[count - 1])),
                "{}",
                case()
            );
            assert!(
                first.ends.contains(&None) && last.ends.contains(&None),
                "{}",
                case()
            );
        }
    }
}

/// Checks that the edges of a 2D region follow one another, and that the region is on the left of each edge.
fn check_order<const D: usize>(
    halves: &[Half],
    boundary: &RegionBoundary<D>,
    case: &impl Fn() -> String,
) {
    for (place, edge) in boundary.edges.iter().enumerate() {
        if let Some(to) = edge.ends[1]
            && boundary.edges.len() > 1
        {
            let next = &boundary.edges[(place + 1) % boundary.edges.len()];
            assert_eq!(next.ends[0], Some(to), "{}", case());
        }
        let [x, y] = [0, 1].map(|axis| edge.direction[axis]);
        let normal = halves[edge.planes[0]].0;
        assert!(
            -y * normal[0] as f64 + x * normal[1] as f64 > 0.0,
            "{}",
            case()
        );
    }
}

/// Returns half-spaces whose planes are often in special positions: repeated, opposite, or many through the same few
/// points.
fn family(random: &mut Random, dimension: usize) -> Vec<Half> {
    let count = 1 + random.below(7);
    let size = [1, 1, 2, 4][random.below(4) as usize];
    let offsets = [0, 1, 2 * size][random.below(3) as usize];
    let mut halves: Vec<Half> = Vec::new();
    while halves.len() < count as usize {
        let known = random.below(12) as usize;
        if let Some(&(normal, offset)) = halves.get(known) {
            let factor = [1, -1, 2][random.below(3) as usize];
            let moved = [0, 0, 1][random.below(3) as usize];
            halves.push((normal.map(|c| c * factor), offset * factor + moved));
            continue;
        }
        let mut normal = [0; 3].map(|_: i128| random.integer(size));
        normal[dimension..].fill(0);
        if random.below(4) == 0 {
            normal[random.below(3) as usize] = 0;
        }
        if normal != [0; 3] {
            halves.push((normal, random.integer(offsets)));
        }
    }
    halves
}

fn families<const D: usize>(cases: u32, seed: u64) {
    let mut random = Random(seed);
    let mut counts = [0; 6];
    for _ in 0..cases {
        let halves = family(&mut random, D);
        let scale = [1.0, 0.25, 3.0, 2_f64.powi(900), 2_f64.powi(-900)][random.below(5) as usize];
        let boundary = check::<D>(&halves, scale);
        let is_many = |planes: &[usize], least: usize| planes.len() > least;
        counts[0] += u32::from(!boundary.vertices.is_empty());
        counts[1] += u32::from(!boundary.edges.is_empty());
        counts[2] += u32::from(D == 2 || !boundary.faces.is_empty());
        counts[3] += u32::from(boundary.vertices.iter().any(|v| is_many(&v.planes, D)));
        counts[4] += u32::from(boundary.edges.iter().any(|e| e.ends == [None; 2]));
        counts[5] += u32::from(boundary.edges.iter().any(|e| is_many(&e.planes, D - 1)));
    }
    assert!(counts.iter().all(|&count| count > cases / 50), "{counts:?}");
}

#[test]
fn regions_of_space() {
    families::<3>(cases(10_000), 11);
}

#[test]
fn regions_of_the_plane() {
    families::<2>(cases(20_000), 12);
}

fn cube() -> Vec<Half> {
    halves_of_box([0; 3], [1; 3])
}

#[test]
fn a_cube_has_eight_vertices_twelve_edges_and_six_faces() {
    let boundary = check::<3>(&cube(), 1.0);
    let counts = [
        boundary.vertices.len(),
        boundary.edges.len(),
        boundary.faces.len(),
    ];
    assert_eq!(counts, [8, 12, 6]);
}

#[test]
fn an_octahedron_has_four_planes_at_every_vertex() {
    let signs = |bits: i128| [0, 1, 2].map(|axis| if bits >> axis & 1 == 0 { 1 } else { -1 });
    let halves: Vec<Half> = (0..8).map(|bits| (signs(bits), 3)).collect();
    let boundary = check::<3>(&halves, 3.0);
    assert!(
        boundary
            .vertices
            .iter()
            .all(|vertex| vertex.planes.len() == 4)
    );
    let counts = [
        boundary.vertices.len(),
        boundary.edges.len(),
        boundary.faces.len(),
    ];
    assert_eq!(counts, [6, 12, 8]);
}

#[test]
fn flat_regions_segments_and_points() {
    let cut = |more: &[Half]| check::<3>(&[&cube()[..], more].concat(), 1.0);
    let flat = cut(&[([0, 0, -1], 0)]);
    assert_eq!(
        [flat.vertices.len(), flat.edges.len(), flat.faces.len()],
        [4, 4, 1]
    );
    assert_eq!(flat.faces[0].planes, [4, 6]);
    let segment = cut(&[([0, 0, -1], 0), ([0, -1, 0], 0)]);
    assert_eq!(
        [
            segment.vertices.len(),
            segment.edges.len(),
            segment.faces.len()
        ],
        [2, 1, 0]
    );
    let point = cut(&[([-1, -1, -1], 0)]);
    assert_eq!(
        [point.vertices.len(), point.edges.len(), point.faces.len()],
        [1, 0, 0]
    );
    assert_eq!(point.vertices[0].planes, [0, 2, 4, 6]);
    let nothing = cut(&[([-1, -1, -1], -1)]);
    assert_eq!(
        [
            nothing.vertices.len(),
            nothing.edges.len(),
            nothing.faces.len()
        ],
        [0; 3]
    );
}

#[test]
fn a_region_without_planes_is_everything() {
    let region = Region::<3>::new(&[]);
    assert!(!region.is_empty() && !region.is_bounded());
    assert_eq!(region.contradiction(), None);
    assert!(region.boundary().faces.is_empty());
}

/// Two lines whose directions differ only by 2⁻⁵² meet far away, at x = 2⁵². The meeting point must be exact.
#[test]
fn nearly_parallel_planes_meet() {
    let planes = [
        Plane::new([0.0, 1.0], 0.0).expect("a plane"),
        Plane::new([-f64::EPSILON, -1.0], 1.0).expect("a plane"),
    ];
    let boundary = Region::new(&planes).boundary();
    assert_eq!(boundary.vertices[0].point, [1.0 / f64::EPSILON, 0.0]);
    assert_eq!(boundary.edges.len(), 2);
    assert!(!Region::new(&planes).is_empty());
}

#[test]
fn a_vertex_beyond_the_floats_is_infinite_and_its_planes_are_right() {
    let planes = [
        Plane::new([0.0, 1.0], 0.0).expect("a plane"),
        Plane::new([1e-300, -1.0], 1e300).expect("a plane"),
    ];
    let boundary = Region::new(&planes).boundary();
    assert_eq!(boundary.vertices[0].point, [f64::NEG_INFINITY, 0.0]);
    assert_eq!(boundary.vertices[0].planes, [0, 1]);
}
