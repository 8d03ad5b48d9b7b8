//! A loop filled with triangles between its own nodes, whatever its shape.

use alloc::vec::Vec;

use crate::mesh::shadow::doubled_area;
use crate::predicates::orient::orient2d;
use crate::side::Side;

/// How many point-in-triangle tests an ear clip may make before a fan ends it.
const MOST_TESTS: usize = 20_000_000;

/// n − 2 triangles whose boundary is the ring through n points, by clipping ears: corners that turn
/// as the loop does and hold no other point. Where a loop that crosses itself has none, the next
/// corner that turns right is clipped, and at worst the rest is a fan. The boundary is the loop in
/// every case; that triangles do not overlap is promised for simple loops only.
///
/// After Meisters, "Polygons have ears" (1975), with exact orientations.
pub(super) fn ear_clip(points: &[[f64; 2]], ring: Vec<u32>) -> Vec<[u32; 3]> {
    let mut rest = ring;
    let turn = turning(points, &rest);
    let mut triangles = Vec::with_capacity(rest.len().saturating_sub(2));
    let mut tests = 0;
    let mut start = 0;
    while rest.len() > 3 && tests < MOST_TESTS {
        let count = rest.len();
        let corner = |at: usize| {
            [
                rest[(at + count - 1) % count],
                rest[at % count],
                rest[(at + 1) % count],
            ]
        };
        let orientation = |[a, b, c]: [u32; 3]| {
            orient2d(
                &points[a as usize],
                &points[b as usize],
                &points[c as usize],
            )
        };
        let turns = |at: &usize| orientation(corner(*at)) == turn;
        let is_ear = |at: &usize, tests: &mut usize| {
            let ear = corner(*at);
            *tests += count;
            turns(at) && !rest.iter().any(|&other| holds(points, ear, turn, other))
        };
        let candidates = start..start + count;
        let ear = candidates
            .clone()
            .find(|at| is_ear(at, &mut tests))
            .or_else(|| candidates.clone().find(|at| turns(at)))
            .unwrap_or(start);
        triangles.push(corner(ear));
        let at = ear % count;
        rest.remove(at);
        // Going on two corners further spreads the ears instead of making a fan of slivers.
        start = if at + 1 < rest.len() { at + 1 } else { 0 };
    }
    for pair in rest.get(1..).unwrap_or_default().windows(2) {
        triangles.push([rest[0], pair[0], pair[1]]);
    }
    triangles
}

/// Whether a point other than the corners, and not equal to one, lies in a closed triangle.
fn holds(points: &[[f64; 2]], ear: [u32; 3], turn: Side, other: u32) -> bool {
    let [a, b, c] = ear.map(|n| points[n as usize]);
    let point = points[other as usize];
    if ear.contains(&other) || point == a || point == b || point == c {
        return false;
    }
    [(a, b), (b, c), (c, a)]
        .iter()
        .all(|(from, to)| orient2d(from, to, &point) != -turn)
}

/// Which way a loop turns on the whole, by its rounded area: a wrong answer costs beauty only.
fn turning(points: &[[f64; 2]], ring: &[u32]) -> Side {
    let ring: Vec<[f64; 2]> = ring.iter().map(|&node| points[node as usize]).collect();
    if doubled_area(&ring) < 0.0 {
        Side::Back
    } else {
        Side::Front
    }
}
