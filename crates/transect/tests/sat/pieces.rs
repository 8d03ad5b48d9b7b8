//! Compares simple polygons with brute force in integers: whether their corners are valid, the convex pieces into which
//! they are divided, and their overlaps.

use std::collections::BTreeMap;

use transect::{SimplePolygon, SimplePolygonError};

use crate::run::cases;
use crate::sat::Random;

type Point = [i64; 2];

fn turn(a: Point, b: Point, c: Point) -> i64 {
    ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).signum()
}

fn is_between(a: Point, b: Point, p: Point) -> bool {
    turn(a, b, p) == 0 && (0..2).all(|i| a[i].min(b[i]) <= p[i] && p[i] <= a[i].max(b[i]))
}

/// Returns `true` if two closed segments have a point in common.
fn segments_meet([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let proper = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
    proper
        || is_between(a, b, c)
        || is_between(a, b, d)
        || is_between(c, d, a)
        || is_between(c, d, b)
}

fn edges(corners: &[Point]) -> Vec<[Point; 2]> {
    let next = |index: usize| corners[(index + 1) % corners.len()];
    corners
        .iter()
        .enumerate()
        .map(|(index, &corner)| [corner, next(index)])
        .collect()
}

fn doubled_area(corners: &[Point]) -> i64 {
    edges(corners)
        .iter()
        .map(|[a, b]| a[0] * b[1] - a[1] * b[0])
        .sum()
}

/// Returns `true` if neighboring edges have only their common corner in common, and all other pairs of edges have no
/// common point.
fn is_simple(corners: &[Point]) -> bool {
    let edges = edges(corners);
    let count = edges.len();
    let pairs = || (0..count).flat_map(|j| (0..j).map(move |i| (i, j)));
    edges.iter().all(|[a, b]| a != b)
        && pairs().all(|(i, j)| {
            if j == i + 1 || (i == 0 && j == count - 1) {
                let (before, after) = if j == i + 1 { (i, j) } else { (j, i) };
                let ([a, b], [_, c]) = (edges[before], edges[after]);
                !is_between(a, b, c) && !is_between(b, c, a)
            } else {
                !segments_meet(edges[i], edges[j])
            }
        })
}

/// Returns `true` if a polygon contains a point. This is the case if the point is on an edge, or if a ray from the
/// point crosses an odd number of edges.
fn holds(corners: &[Point], p: Point) -> bool {
    let edges = edges(corners);
    if edges.iter().any(|&[a, b]| is_between(a, b, p)) {
        return true;
    }
    let crosses = |&&[a, b]: &&[Point; 2]| {
        (a[1] <= p[1]) != (b[1] <= p[1]) && turn(a, b, p) == if a[1] < b[1] { 1 } else { -1 }
    };
    edges.iter().filter(crosses).count() % 2 == 1
}

fn overlap(a: &[Point], b: &[Point]) -> bool {
    let crossing = |one: &[Point; 2]| edges(b).iter().any(|other| segments_meet(*one, *other));
    edges(a).iter().any(crossing) || holds(a, b[0]) || holds(b, a[0])
}

fn floats(corners: &[Point]) -> Vec<[f64; 2]> {
    corners
        .iter()
        .map(|corner| corner.map(|c| c as f64))
        .collect()
}

/// Returns the corners of a random closed path that seldom crosses itself. Where two edges cross, the part of the path
/// between these edges is reversed, which removes the crossing.
fn path(random: &mut Random) -> Vec<Point> {
    let size = [2, 4, 8][random.below(3) as usize];
    let count = 3 + random.below(9) as usize;
    let mut corners: Vec<Point> = (0..count)
        .map(|_| random.point(size))
        .map(|[x, y, _]| [x, y])
        .collect();
    if random.below(4) > 0 {
        corners.sort_unstable();
        corners.dedup();
        for place in (1..corners.len()).rev() {
            corners.swap(place, random.below(place as u64 + 1) as usize);
        }
        for _ in 0..60 {
            let edges = edges(&corners);
            let pairs = (0..edges.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
            let mut apart = pairs.filter(|(i, j)| j - i > 1 && !(*i == 0 && *j == edges.len() - 1));
            match apart.find(|&(i, j)| segments_meet(edges[i], edges[j])) {
                Some((i, j)) => corners[i + 1..=j].reverse(),
                None => break,
            }
        }
    }
    if corners.len() >= 3 && doubled_area(&corners) < 0 && random.below(8) > 0 {
        corners.reverse();
    }
    corners
}

#[test]
fn pieces_are_the_polygon_and_convex() {
    let mut random = Random(3);
    let mut counts = [0_u32; 4];
    let mut last: Option<(Vec<Point>, SimplePolygon)> = None;
    for _ in 0..cases(40_000) {
        let corners = path(&mut random);
        let answer = SimplePolygon::new(floats(&corners));
        let polygon = match answer {
            Err(SimplePolygonError::TooFewCorners { count }) => {
                assert!(count == corners.len() && count < 3);
                continue;
            }
            Err(SimplePolygonError::Crossing { .. }) => {
                assert!(!is_simple(&corners), "{corners:?}");
                counts[0] += 1;
                continue;
            }
            Err(SimplePolygonError::Clockwise) => {
                assert!(
                    is_simple(&corners) && doubled_area(&corners) < 0,
                    "{corners:?}"
                );
                counts[1] += 1;
                continue;
            }
            Err(error) => panic!("{error}: {corners:?}"),
            Ok(polygon) => polygon,
        };
        assert!(
            is_simple(&corners) && doubled_area(&corners) > 0,
            "{corners:?}"
        );
        // The convex pieces cover each point of the polygon once. This follows from two facts: edges inside the polygon
        // cancel, and the areas of the pieces add up to that of the polygon.
        let mut area = 0;
        let mut chain: BTreeMap<[Point; 2], i32> = BTreeMap::new();
        for piece in polygon.convex_pieces() {
            let piece: Vec<Point> = piece
                .corners()
                .iter()
                .map(|corner| corner.map(|c| c as i64))
                .collect();
            area += doubled_area(&piece);
            for [a, b] in edges(&piece) {
                *chain.entry([a, b]).or_default() += 1;
                *chain.entry([b, a]).or_default() -= 1;
            }
        }
        for [a, b] in edges(&corners) {
            *chain.entry([a, b]).or_default() -= 1;
            *chain.entry([b, a]).or_default() += 1;
        }
        assert!(chain.values().all(|&count| count == 0), "{corners:?}");
        assert_eq!(area, doubled_area(&corners), "{corners:?}");
        // The division into pieces keeps at most two diagonals at each corner that turns right (Hertel and Mehlhorn).
        // This limits the number of pieces.
        let next = |index: usize| corners[index % corners.len()];
        let dents = (0..corners.len())
            .filter(|&index| turn(next(index), next(index + 1), next(index + 2)) < 0)
            .count();
        assert!(
            polygon.convex_pieces().len() <= 2 * dents + 1,
            "{corners:?}"
        );
        if let Some((other, other_polygon)) = &last {
            let truth = overlap(&corners, other);
            assert_eq!(
                polygon.overlaps_polygon(other_polygon),
                truth,
                "{corners:?} {other:?}"
            );
            assert_eq!(other_polygon.overlaps_polygon(&polygon), truth);
        }
        counts[if dents > 0 { 2 } else { 3 }] += 1;
        let shift = [0, 1].map(|_| random.below(9) as i64 - 4);
        let moved: Vec<Point> = corners
            .iter()
            .map(|c| [c[0] + shift[0], c[1] + shift[1]])
            .collect();
        let moved_polygon = SimplePolygon::new(floats(&moved)).expect("as before");
        last = Some((moved, moved_polygon));
    }
    assert!(counts.iter().all(|&count| count > cases(500)), "{counts:?}");
}

#[test]
fn what_is_no_polygon_is_named() {
    let bow = SimplePolygon::new([[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]);
    assert_eq!(
        bow.map_err(|error| error.to_string()),
        Err("the edges from corners 0 and 2 cross, touch or overlap; only neighbours may share a corner".into())
    );
    let twice = SimplePolygon::new([[0.0, 0.0], [2.0, 0.0], [2.0, 0.0], [0.0, 2.0]]);
    assert_eq!(twice, Err(SimplePolygonError::Crossing { edges: [1, 1] }));
    let line = SimplePolygon::new([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]);
    assert!(matches!(line, Err(SimplePolygonError::Crossing { .. })));
    let bad = SimplePolygon::new([[0.0, 0.0], [1.0, f64::NAN], [2.0, 0.0]]);
    assert_eq!(
        bad.map_err(|error| error.to_string()),
        Err("corner 1 y is NaN, not a finite number".into())
    );
    let clockwise = SimplePolygon::new([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]]);
    assert_eq!(clockwise, Err(SimplePolygonError::Clockwise));
}

/// Tests polygons with corners that are almost on one line, and with coordinates near the ends of the range of floats.
#[test]
fn slivers_are_cut_exactly() {
    let tiny = f64::from_bits(1);
    for [x, y] in [
        [1.0, 1.0],
        [tiny, tiny],
        [f64::MAX / 8.0, tiny],
        [f64::MAX / 8.0, f64::MAX / 8.0],
    ] {
        let corners = [
            [0.0, 0.0],
            [4.0, -1.0],
            [8.0, 0.0],
            [4.0, 1.0],
            [6.0, 0.0],
            [4.0, 0.0],
            [2.0, 0.0],
        ];
        let polygon = SimplePolygon::new(corners.map(|[a, b]| [a * x, b * y]));
        let pieces = polygon.map(|polygon| polygon.convex_pieces().len());
        assert_eq!(pieces, Ok(2), "{x:e} {y:e}");
    }
}
