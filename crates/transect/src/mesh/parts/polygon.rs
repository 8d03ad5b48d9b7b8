//! Convex polygons as triangles.

use alloc::vec::Vec;

use crate::arrays::Few as _;
use crate::mesh::parts::pieces::{Line, Step};
use crate::vector::{length, sub};

/// Returns the triangles of a convex polygon, as places of its nodes. `position` returns the rounded position at a place.
///
/// Corners are cut off along the shortest diagonal. A diagonal between nodes on one line is left out, as its triangle has
/// no area.
pub(super) fn triangles(steps: &[Step], position: impl Fn(usize) -> [f64; 3]) -> Vec<[usize; 3]> {
    let distance = |a: usize, b: usize| length(&sub(&position(a), &position(b)));
    match steps.len() {
        0..=2 => return Vec::new(),
        3 => return alloc::vec![[0, 1, 2]],
        _ => {}
    }
    // The nodes that are left, each with the line to the next one. A diagonal is on no line of the polygon.
    let mut left: Vec<(usize, Option<Line>)> = steps
        .iter()
        .enumerate()
        .map(|(place, &(_, line))| (place, Some(line)))
        .collect();
    let mut triangles = Vec::with_capacity(steps.len() - 2);
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
        triangles.push([tip + count - 1, tip, tip + 1].each(|index| at(index).0));
        left[(tip + count - 1) % count].1 = None;
        left.remove(tip);
    }
    triangles.push([0, 1, 2].each(|index| left[index].0));
    triangles
}
