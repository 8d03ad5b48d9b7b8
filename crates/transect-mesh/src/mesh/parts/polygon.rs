//! Convex polygons as triangles.

use alloc::vec::Vec;

use transect_exact::arrays::Few as _;
use transect_exact::vector::{length, sub};

use crate::mesh::parts::pieces::{Line, Step};

/// Visits the triangles of a convex polygon, as places of its nodes. `position` returns the rounded position at a place.
///
/// Corners are cut off along the shortest diagonal. A diagonal between nodes on one line is left out, as its triangle has
/// no area.
pub(super) fn each_triangle(
    steps: &[Step],
    position: impl Fn(usize) -> [f64; 3],
    mut visit: impl FnMut([usize; 3]),
) {
    let distance = |a: usize, b: usize| length(&sub(&position(a), &position(b)));
    match steps {
        [] | [_] | [_, _] => return,
        [_, _, _] => return visit([0, 1, 2]),
        &[(_, a), (_, b), (_, c), (_, d)] if a != b && b != c && c != d && d != a => {
            let triangles = if distance(0, 2) <= distance(1, 3) {
                [[0, 1, 2], [0, 2, 3]]
            } else {
                [[0, 1, 3], [1, 2, 3]]
            };
            return triangles.into_iter().for_each(visit);
        }
        _ => {}
    }
    // The nodes that are left, each with the line to the next one. A diagonal is on no line of the polygon.
    let mut left: Vec<(usize, Option<Line>)> = steps
        .iter()
        .enumerate()
        .map(|(place, &(_, line))| (place, Some(line)))
        .collect();
    while left.len() > 3 {
        let count = left.len();
        let at = |index: usize| left[(index + count) % count];
        let is_thin = |one: Option<_>, other: Option<_>| one.is_some() && one == other;
        let is_ear = |tip: usize| {
            let [before, here, after] = [tip + count - 1, tip, tip + 1].each(at);
            let outer = at(tip + count - 2);
            !is_thin(before.1, here.1) && !is_thin(outer.1, after.1)
        };
        let diagonal = |tip: usize| distance(at(tip + count - 1).0, at(tip + 1).0);
        let better = |a: &usize, b: &usize| diagonal(*a).total_cmp(&diagonal(*b));
        let tips = (1..=count).map(|tip| tip % count);
        let best = tips.filter(|&tip| is_ear(tip)).min_by(better);
        // A polygon without area has no better corner.
        let tip = best.unwrap_or(1);
        visit([tip + count - 1, tip, tip + 1].each(|index| at(index).0));
        left[(tip + count - 1) % count].1 = None;
        left.remove(tip);
    }
    visit([0, 1, 2].each(|index| left[index].0));
}
