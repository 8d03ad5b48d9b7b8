//! Figures with few nodes, whose loops are each seen by one of their nodes.

use alloc::vec::Vec;
use core::ops::Range;

use crate::side::Side;
use crate::triangulation::delaunay::delaunay;
use crate::triangulation::figure::{Form, Nodes};
use crate::triangulation::front::Fronts;
use crate::triangulation::plan::Plan;

/// The largest number of nodes of a figure for which fans are tried.
pub(super) const FEW: usize = 64;

/// Returns the triangles of loops that lie beside each other, if in each loop some node sees the whole loop. These are
/// the triangles from this node to the edges; all of them have the right orientation. So no sweep is needed. The flips
/// are those of any other triangulation. The nodes must be numbered along the loops.
///
/// Walls with doors have such sections: some rectangles.
pub(super) fn few(
    nodes: &impl Nodes,
    count: usize,
    edges: &[[u32; 2]],
    form: Form,
) -> Option<Vec<[u32; 3]>> {
    if !(3..=FEW).contains(&count) || edges.len() != count {
        return None;
    }
    let rings = rings(edges)?;
    let plan = Plan::unsorted(nodes, count);
    if !are_beside_each_other(&plan, &rings) {
        return None;
    }
    let mut fronts = Fronts::with_capacity(count);
    for ring in rings {
        let sees_all = |start: &u32| {
            fan(ring.clone(), *start).all(|[a, b, c]| plan.turn(a, b, c) == Side::Front)
                && goes_around_once(&plan, ring.clone(), *start)
        };
        let start = ring.clone().find(sees_all)?;
        fronts.add_fan(fan(ring, start));
    }
    if form == Form::Delaunay {
        delaunay(&plan, &mut fronts);
    }
    Some(fronts.triangles)
}

/// Returns the nodes of each loop, if the edges are loops through the nodes in their order.
fn rings(edges: &[[u32; 2]]) -> Option<Vec<Range<u32>>> {
    let mut rings = Vec::new();
    let mut first = 0;
    for (node, &[from, to]) in (0..).zip(edges) {
        if from != node {
            return None;
        }
        if to == first {
            rings.push(first..node + 1);
            first = node + 1;
        } else if to != node + 1 {
            return None;
        }
    }
    (first as usize == edges.len()).then_some(rings)
}

/// Returns `true` if some line parallel to an axis separates any two of the loops.
fn are_beside_each_other(plan: &Plan<'_, impl Nodes>, rings: &[Range<u32>]) -> bool {
    if rings.len() == 1 {
        return true;
    }
    let boxes: Vec<[[f64; 2]; 2]> = rings.iter().map(|ring| plan.reach(ring.clone())).collect();
    let are_beside = |[low, high]: &[[f64; 2]; 2], [other_low, other_high]: &[[f64; 2]; 2]| {
        (0..2).any(|axis| high[axis] < other_low[axis] || other_high[axis] < low[axis])
    };
    let mut before = (0..).zip(&boxes);
    before.all(|(index, own)| boxes[..index].iter().all(|other| are_beside(own, other)))
}

/// Returns `true` if the triangles of a fan do not overlap, where all of them are counter-clockwise: the directions from
/// the node `start` to the others do not pass the first of them again. A pentagram has fans that do.
fn goes_around_once(plan: &Plan<'_, impl Nodes>, ring: Range<u32>, start: u32) -> bool {
    let mut sides = fan(ring, start).map(|[_, first, next]| [first, next]);
    let Some([first, second]) = sides.next() else {
        return true;
    };
    let mut is_past_half = plan.turn(start, first, second) != Side::Front;
    sides.all(|[_, next]| {
        let is_front = plan.turn(start, first, next) == Side::Front;
        let returns = is_past_half && is_front;
        is_past_half |= !is_front;
        !returns
    })
}

/// Returns the triangles of a fan, which join the node `start` of a ring of nodes to the ring's edges.
pub(super) fn fan(ring: Range<u32>, start: u32) -> impl Iterator<Item = [u32; 3]> {
    let others = (start + 1..ring.end).chain(ring.start..start);
    let nexts = others.clone().skip(1);
    others.zip(nexts).map(move |(b, c)| [start, b, c])
}
