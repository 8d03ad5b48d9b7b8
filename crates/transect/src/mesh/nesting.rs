//! Which loop lies within which: winding numbers, counted exactly, in one sweep.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::predicates::orient::orient2d;
use crate::side::Side;

/// A loop to be nested: its points, and the start of an edge that no other loop has, if there is one.
pub(super) struct Outline<'a> {
    pub(super) points: &'a [[f64; 2]],
    pub(super) probe: usize,
    /// Twice the signed area, or anything that orders loops by size and has its sign.
    pub(super) area: f64,
}

impl Outline<'_> {
    /// The point just behind the lower end of the probe's edge, as that end and the other. Loops may
    /// share every vertex, and the vertex itself then tells nothing.
    fn probe(&self) -> [[f64; 2]; 2] {
        let (from, to) = (self.points[self.probe], self.points[(self.probe + 1) % self.points.len()]);
        if to[1] < from[1] { [to, from] } else { [from, to] }
    }
}

/// For each loop the smallest loop around it, by the winding number of its probe (nonzero is
/// inside).
pub(super) fn parents(outlines: &[Outline<'_>]) -> Vec<Option<usize>> {
    let mut parents = vec![None; outlines.len()];
    if outlines.len() < 2 {
        return parents;
    }
    let boxes: Vec<_> = outlines.iter().map(|o| bounds(o.points)).collect();
    let mut probes: Vec<usize> = (0..outlines.len()).collect();
    let probe = |index: usize| outlines[index].probe()[0];
    probes.sort_unstable_by(|&a, &b| probe(a)[1].total_cmp(&probe(b)[1]));

    let mut edges = edges_around_probes(outlines, &boxes, &probes);
    edges.sort_unstable_by(|a, b| a.low[1].total_cmp(&b.low[1]));

    let mut upcoming = edges.iter().peekable();
    let mut active: Vec<&Edge> = Vec::new();
    for &index in &probes {
        let [point, towards] = outlines[index].probe();
        active.retain(|edge| edge.high[1] > point[1]);
        while let Some(edge) = upcoming.next_if(|edge| edge.low[1] <= point[1]) {
            if edge.high[1] > point[1] {
                active.push(edge);
            }
        }
        let mut windings: HashMap<usize, i32> = HashMap::new();
        for edge in &active {
            // The ray runs to the right: it meets what has the point on its left, going up.
            let is_left = || match orient2d(&edge.low, &edge.high, &point) {
                Side::On => orient2d(&edge.low, &edge.high, &towards) == Side::Front,
                side => side == Side::Front,
            };
            if edge.outline != index && is_left() {
                *windings.entry(edge.outline).or_default() += edge.direction;
            }
        }
        parents[index] = windings
            .into_iter()
            .filter(|&(_, winding)| winding != 0)
            .map(|(outline, _)| outline)
            .min_by(|&a, &b| {
                let size = |o: usize| outlines[o].area.abs();
                size(a).total_cmp(&size(b)).then(a.cmp(&b))
            });
    }
    break_cycles(&mut parents, outlines);
    parents
}

/// Loops that cross each other may each seem to lie within the other: the larger one is outside.
fn break_cycles(parents: &mut [Option<usize>], outlines: &[Outline<'_>]) {
    let rank = |o: usize| (outlines[o].area.abs(), core::cmp::Reverse(o));
    for index in 0..parents.len() {
        if parents[index].is_some_and(|parent| rank(parent) < rank(index)) {
            parents[index] = None;
        }
    }
}

/// A loop's edge that is not level, from its lower end to its upper.
struct Edge {
    low: [f64; 2],
    high: [f64; 2],
    /// 1 if the loop runs upward along it, −1 if downward.
    direction: i32,
    outline: usize,
}

/// The edges of the loops whose box holds the probe of another loop: no other can be a parent.
fn edges_around_probes(
    outlines: &[Outline<'_>],
    boxes: &[[[f64; 2]; 2]],
    probes: &[usize],
) -> Vec<Edge> {
    let mut edges = Vec::new();
    let probe = |index: usize| outlines[index].probe()[0];
    for (outline, [min, max]) in boxes.iter().enumerate() {
        let first = probes.partition_point(|&p| probe(p)[1] < min[1]);
        let holds_a_probe = probes[first..]
            .iter()
            .take_while(|&&p| probe(p)[1] <= max[1])
            .any(|&p| p != outline && (min[0]..=max[0]).contains(&probe(p)[0]));
        if !holds_a_probe {
            continue;
        }
        let points = outlines[outline].points;
        for (index, from) in points.iter().enumerate() {
            let to = &points[(index + 1) % points.len()];
            let (low, high, direction) = if from[1] < to[1] {
                (*from, *to, 1)
            } else if to[1] < from[1] {
                (*to, *from, -1)
            } else {
                continue;
            };
            edges.push(Edge {
                low,
                high,
                direction,
                outline,
            });
        }
    }
    edges
}

fn bounds(points: &[[f64; 2]]) -> [[f64; 2]; 2] {
    let mut bounds = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    for point in points {
        for axis in 0..2 {
            bounds[0][axis] = bounds[0][axis].min(point[axis]);
            bounds[1][axis] = bounds[1][axis].max(point[axis]);
        }
    }
    bounds
}
