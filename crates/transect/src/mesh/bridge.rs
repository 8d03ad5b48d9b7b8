//! Joining a loop and its holes into one ring, for ear clipping.

use alloc::vec::Vec;

use crate::predicates::orient::orient2d;
use crate::side::Side;
use crate::vector::{dot, sub};

/// The search for bridges gives up after this number of tests of a bridge against an edge.
const MOST_TESTS: usize = 20_000_000;

/// Joins the nodes of a loop (`starts[0] .. starts[1]`) and of its holes into one ring.
/// The ring goes to each hole and back along a bridge that crosses nothing.
/// Returns `None` if no such bridge exists: the loops cross, or a hole is not inside the loop.
///
/// After Eberly, "Triangulation by Ear Clipping" (2002):
/// some node of the ring is visible from the rightmost node of the rightmost remaining hole.
/// Exact orientation tests decide whether a bridge crosses an edge.
pub(super) fn bridged(points: &[[f64; 2]], starts: &[u32]) -> Option<Vec<u32>> {
    let nodes = |ends: &[u32]| -> Vec<u32> { (ends[0]..ends[1]).collect() };
    let mut ring = nodes(&starts[..2]);
    let mut holes: Vec<Vec<u32>> = starts[1..].windows(2).map(nodes).collect();
    let point = |node: u32| points[node as usize];
    let to_the_left = |a: &u32, b: &u32| {
        let ([ax, ay], [bx, by]) = (point(*a), point(*b));
        ax.total_cmp(&bx).then(ay.total_cmp(&by))
    };
    for hole in &mut holes {
        let rightmost = (0..hole.len()).max_by(|&a, &b| to_the_left(&hole[a], &hole[b]))?;
        hole.rotate_left(rightmost);
    }
    holes.sort_unstable_by(|a, b| to_the_left(&a[0], &b[0]));
    let mut tests = 0;
    while let Some(hole) = holes.pop() {
        let from = point(hole[0]);
        let mut places: Vec<(f64, usize)> = ring
            .iter()
            .enumerate()
            .map(|(place, &node)| {
                let way = sub(&point(node), &from);
                (dot(&way, &way), place)
            })
            .collect();
        places.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let is_free = |place: usize| {
            let to = point(ring[place]);
            let rest = holes.iter().chain([&ring, &hole]);
            is_on_the_left(points, &ring, place, &from)
                && is_on_the_left(points, &hole, 0, &to)
                && !rest
                    .flat_map(|walk| edges(walk))
                    .any(|edge| meets(&[from, to], &edge.map(point)))
        };
        let edges_there = ring.len() + holes.iter().map(Vec::len).sum::<usize>() + hole.len();
        let (_, place) = places.into_iter().find(|&(_, place)| {
            tests += edges_there;
            tests < MOST_TESTS && is_free(place)
        })?;
        let back = [hole[0], ring[place]];
        ring.splice(place + 1..place + 1, hole.into_iter().chain(back));
    }
    Some(ring)
}

fn edges(walk: &[u32]) -> impl Iterator<Item = [u32; 2]> + '_ {
    (0..walk.len()).map(|index| [walk[index], walk[(index + 1) % walk.len()]])
}

/// Returns `true` if the direction from a node of a walk to `towards` leads into the material on the walk's left.
fn is_on_the_left(points: &[[f64; 2]], walk: &[u32], place: usize, towards: &[f64; 2]) -> bool {
    let count = walk.len();
    let [before, here, after] =
        [place + count - 1, place, place + 1].map(|at| points[walk[at % count] as usize]);
    let is_left = [
        orient2d(&before, &here, towards) == Side::Front,
        orient2d(&here, &after, towards) == Side::Front,
    ];
    match orient2d(&before, &here, &after) {
        Side::Front => is_left[0] && is_left[1],
        _ => is_left[0] || is_left[1],
    }
}

/// Returns `true` if a bridge meets an edge elsewhere than at a shared end.
fn meets([p, q]: &[[f64; 2]; 2], [a, b]: &[[f64; 2]; 2]) -> bool {
    if [p, q].iter().any(|end| *end == a || *end == b) {
        return false;
    }
    let apart = |x: Side, y: Side| x == y && x != Side::On;
    let boxes_meet = (0..2).all(|axis| {
        p[axis].min(q[axis]) <= a[axis].max(b[axis]) && a[axis].min(b[axis]) <= p[axis].max(q[axis])
    });
    boxes_meet
        && !apart(orient2d(p, q, a), orient2d(p, q, b))
        && !apart(orient2d(a, b, p), orient2d(a, b, q))
}
