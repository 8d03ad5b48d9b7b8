//! Joins a loop of a section and its holes into one ring, for ear clipping.

use alloc::vec::Vec;

use crate::arrays::Few as _;
use crate::predicates::orient::orient2d;
use crate::side::Side;
use crate::sorting::sort_by;
use crate::vector::{dot, sub};

/// The search for bridges (edges that join a hole to the ring) gives up after this number of tests of a bridge against
/// an edge.
const MOST_TESTS: usize = 20_000_000;

/// Joins a loop and its holes into one ring of nodes (indices into `points`). Element i of `starts` is the first node
/// of the loop (i = 0) or of hole i; the last element is the number of nodes. The ring goes to each hole and back along
/// a bridge that crosses nothing. Returns `None` if no such bridge exists, because loops cross or a hole is not inside
/// the loop, or if the search needs too many tests.
///
/// The algorithm follows Eberly, "Triangulation by Ear Clipping" (2002): from the rightmost point of the rightmost
/// remaining hole, some point of the ring is visible. Exact orientations decide whether a bridge crosses an edge.
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
    sort_by(&mut holes, |a, b| to_the_left(&a[0], &b[0]));
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
        sort_by(&mut places, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let is_free = |place: usize| {
            let to = point(ring[place]);
            let rest = holes.iter().chain([&ring, &hole]);
            is_on_the_left(points, &ring, place, &from)
                && is_on_the_left(points, &hole, 0, &to)
                && !rest
                    .flat_map(|walk| edges(walk))
                    .any(|edge| meets(&[from, to], &edge.each(point)))
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

/// Returns `true` if the direction from the node at `place` to the point `towards` leads to the left of `walk`, a
/// closed list of nodes. The area to be filled is on the left of the walk.
fn is_on_the_left(points: &[[f64; 2]], walk: &[u32], place: usize, towards: &[f64; 2]) -> bool {
    let count = walk.len();
    let [before, here, after] =
        [place + count - 1, place, place + 1].each(|at| points[walk[at % count] as usize]);
    let is_left = [
        orient2d(&before, &here, towards) == Side::Front,
        orient2d(&here, &after, towards) == Side::Front,
    ];
    match orient2d(&before, &here, &after) {
        Side::Front => is_left[0] && is_left[1],
        _ => is_left[0] || is_left[1],
    }
}

/// Returns `true` if a bridge, which joins a hole to the ring, and an edge have a common point; always `false` if they
/// share an end.
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
