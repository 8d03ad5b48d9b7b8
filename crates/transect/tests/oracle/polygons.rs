//! Compares convex polygons with an oracle, an independent exact computation: the validity of their corners, and their
//! sides.

use std::cmp::Ordering;

use transect::{ConvexPolygon, Side, vector};

use crate::families::Family;
use crate::oracle::exact::sign;
use crate::oracle::number::Exact;
use crate::oracle::questions::{agree, any_width, hull as hull_of, plane};
use crate::random::Random;

/// Returns the sign of the signed area of the triangle (a, b, c) after projection onto two axes: positive if it is
/// counter-clockwise.
fn turn<const D: usize>(a: &[f64; D], b: &[f64; D], c: &[f64; D], axes: [usize; 2]) -> Ordering {
    let [x, y] = axes;
    let mut terms = Vec::new();
    for (p, q) in [(a, b), (b, c), (c, a)] {
        terms.extend([(p[x], q[y]), (-p[y], q[x])]);
    }
    sign(&terms)
}

/// Returns `true` if the projected corners go once around a convex polygon, counter-clockwise. Three conditions must
/// hold. All corners are different. For each edge, all corners are on the line of the edge or to its left. The corners
/// are not all on one line.
fn is_convex<const D: usize>(corners: &[[f64; D]], axes: [usize; 2]) -> bool {
    let count = corners.len();
    let pairs = || (0..count).flat_map(|i| (0..count).map(move |j| (i, j)));
    let seen = |corner: usize| axes.map(|axis| corners[corner][axis]);
    let turns =
        |i: usize, j: usize| turn(&corners[i], &corners[(i + 1) % count], &corners[j], axes);
    count >= 3
        && pairs().all(|(i, j)| i == j || seen(i) != seen(j))
        && pairs().all(|(i, j)| turns(i, j).is_ge())
        && pairs().any(|(i, j)| turns(i, j).is_gt())
}

/// Returns the corners of a convex polygon with integer coordinates, in order. Some corners may lie on a straight line
/// with their neighbors. The edges are random vectors and their opposites, sorted by angle.
fn around(random: &mut Random) -> Vec<[f64; 2]> {
    let mut edges = Vec::new();
    for _ in 0..1 + random.below(3) {
        let [x, y] = [random.integer(3), random.integer(3)];
        if [x, y] != [0.0, 0.0] {
            edges.extend([[x, y], [-x, -y]]);
        }
    }
    edges.sort_by(|a, b| a[1].atan2(a[0]).total_cmp(&b[1].atan2(b[0])));
    let mut at = [random.integer(20), random.integer(20)];
    let mut corners = Vec::new();
    for edge in edges {
        corners.push(at);
        at = vector::add(&at, &edge);
    }
    corners
}

/// Returns the corners in order, often with a defect. For example, a corner is moved or repeated, two corners are
/// exchanged, only two corners remain, the order is reversed, or the polygon is passed twice.
fn spoiled<const D: usize>(mut corners: Vec<[f64; D]>, random: &mut Random) -> Vec<[f64; D]> {
    let count = corners.len() as u64;
    if count == 0 {
        return corners;
    }
    let mut any = || random.below(count) as usize;
    let (first, second) = (any(), any());
    match random.below(12) {
        0 => corners[first][0] = corners[first][0].next_up(),
        1 => corners[first][1] = corners[first][1].next_down(),
        2 => corners.swap(first, second),
        3 => corners.insert(first, corners[second]),
        4 => corners.reverse(),
        5 => corners.extend(corners.clone()),
        6 => corners.truncate(2),
        _ => corners.rotate_left(first),
    }
    corners
}

pub(crate) fn polygon_in_2d(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<2>(family, random);
    let corners = if random.one_in(2) {
        around(random)
    } else {
        let mut corners = case.points.to_vec();
        corners.extend(any_width::<2>(family, random).points);
        corners.truncate(3 + random.below(2) as usize);
        corners
    };
    let corners = spoiled(corners, random);
    let answer = ConvexPolygon::new(corners.clone());
    agree(
        answer.is_ok(),
        is_convex(&corners, [0, 1]),
        &(&answer, &corners),
    )?;
    let Ok(polygon) = answer else { return Ok(()) };
    agree(
        plane(&case).extent(&polygon),
        hull_of(&case, corners),
        &polygon,
    )
}

pub(crate) fn polygon_in_3d(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<3>(family, random);
    let lifted = random.one_in(2);
    let corners = if lifted {
        let [u, v] = [0; 2].map(|_| std::array::from_fn(|_| random.integer(9)));
        let lift = |[x, y]: [f64; 2]| vector::add(&vector::scale(&u, x), &vector::scale(&v, y));
        around(random).into_iter().map(lift).collect()
    } else {
        let mut corners = case.points.to_vec();
        corners.push(any_width::<3>(family, random).points[0]);
        corners
    };
    let corners = spoiled(corners, random);
    let answer = ConvexPolygon::new(corners.clone());
    let mut largest = ([1, 2], Exact::zero());
    for [x, y] in [[1, 2], [2, 0], [0, 1]] {
        let mut area = Exact::zero();
        for (index, from) in corners.iter().enumerate() {
            let to = &corners[(index + 1) % corners.len()];
            let [a, b, c, d] = [from[x], to[y], from[y], to[x]].map(Exact::of);
            area = &area + &(&(&a * &b) - &(&c * &d));
        }
        if (&area.abs() - &largest.1.abs()).side() == Side::Front {
            largest = ([x, y], area);
        }
    }
    let ([x, y], area) = largest;
    let axes = if area.side() == Side::Back {
        [y, x]
    } else {
        [x, y]
    };
    agree(
        answer.is_ok(),
        is_convex(&corners, axes),
        &(&answer, &corners),
    )?;
    let Ok(polygon) = answer else { return Ok(()) };
    agree(
        plane(&case).extent(&polygon),
        hull_of(&case, corners),
        &polygon,
    )
}
