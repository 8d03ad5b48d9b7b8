//! The regions of the cutting plane that the loops of a cap bound. They are given as groups of an outer loop and its
//! holes, or as closed walks (lists of nodes) that each go around one region of material.

use alloc::vec::Vec;
use core::cmp::Ordering;

use hashbrown::HashMap;

use crate::arrays::Few as _;
use crate::mesh::area::doubled_area;
use crate::mesh::nesting::{nest, polygons};
use crate::mesh::trace::Node;
use crate::predicates::orient::orient2d;
use crate::side::Side;
use crate::sorting::{sort, sort_by};

/// Groups loops into polygons; the loops are given as their projections to 2D. Returns the indices of the loops of each
/// polygon, the outer loop first.
pub(super) fn groups(shadows: &[Vec<[f64; 2]>]) -> Vec<Vec<usize>> {
    let areas: Vec<f64> = shadows.iter().map(|s| doubled_area(s)).collect();
    let is_outer: Vec<bool> = areas.iter().map(|&area| area >= 0.0).collect();
    let polygons = polygons(&nest(shadows, &areas), &is_outer).into_iter();
    polygons
        .map(|(outer, holes)| [alloc::vec![outer], holes].concat())
        .collect()
}

/// The loops of a cap, divided and joined anew so that each resulting walk goes around one region.
pub(super) struct Regions {
    /// The closed walks, each of which goes around one region of material.
    pub(super) walks: Vec<Vec<Node>>,
    /// Zero-area triangles between nodes at the same place. The boundary of these triangles, together with the walks,
    /// equals the original loops.
    pub(super) thin: Vec<[Node; 3]>,
}

/// Joins loops anew at each place that several loops pass, so that each resulting walk (a closed list of nodes) goes
/// around one region of material. The fast triangulation, by the crate `earcut`, can fill such walks. Nodes that
/// rounding brought to one place count as one node here.
///
/// A hole that touches its outer loop at one place becomes part of the outer loop. A hole that touches its outer loop
/// at two places divides the outer loop. Material lies on the left of a walk. So a walk that arrives at a place
/// continues along the first outgoing edge that follows clockwise from the edge on which it arrives.
pub(super) fn regions(walks: &[Vec<Node>], project: impl Fn(Node) -> [f64; 2]) -> Regions {
    let place = |node: Node| project(node).map(|c| (c + 0.0).to_bits());
    let mut passes: HashMap<[u64; 2], u32> = HashMap::new();
    for &node in walks.iter().flatten() {
        *passes.entry(place(node)).or_default() += 1;
    }
    if passes.values().all(|&times| times == 1) {
        return Regions {
            walks: walks.to_vec(),
            thin: Vec::new(),
        };
    }
    let mut segments: Vec<[Node; 2]> = Vec::new();
    let mut successor: Vec<usize> = Vec::new();
    let mut stars: HashMap<[u64; 2], Vec<Spoke>> = HashMap::new();
    for walk in walks {
        let (first, count) = (segments.len(), walk.len());
        for (index, &node) in walk.iter().enumerate() {
            let (arriving, leaving) = (first + (index + count - 1) % count, first + index);
            segments.push([node, walk[(index + 1) % count]]);
            successor.push(first + (index + 1) % count);
            if passes[&place(node)] > 1 {
                let star = stars.entry(place(node)).or_default();
                let towards = |index: usize| project(walk[index % count]);
                star.push(Spoke::new(towards(index + count - 1), None, arriving));
                star.push(Spoke::new(towards(index + 1), Some(leaving), leaving));
            }
        }
    }
    let mut thin = Vec::new();
    for (&place, star) in &mut stars {
        join(star, &place.each(f64::from_bits), &mut successor);
        // A place may have several nodes. A walk may arrive at one node of a place and leave from another, which adds
        // an edge between these two nodes. The edges added at one place form closed loops.
        let arriving = star.iter().filter(|spoke| spoke.arrives);
        let steps = arriving.map(|spoke| {
            let [_, here] = segments[spoke.segment];
            let [there, _] = segments[successor[spoke.segment]];
            [here, there]
        });
        let steps: Vec<[Node; 2]> = steps.collect();
        let [root, _] = steps[0];
        thin.extend(steps.iter().map(|&[here, there]| [root, there, here]));
    }
    thin.retain(|[a, b, c]| a != b && b != c && c != a);
    sort(&mut thin);
    let mut joined = Vec::new();
    let mut visited = alloc::vec![false; segments.len()];
    for first in 0..segments.len() {
        let mut walk = Vec::new();
        let mut segment = first;
        while !core::mem::replace(&mut visited[segment], true) {
            let [from, to] = segments[segment];
            walk.push(from);
            segment = successor[segment];
            if segments[segment][0] != to {
                walk.push(to);
            }
        }
        // A walk of two segments runs along an edge and back, so it bounds nothing and is dropped.
        if walk.len() > 2 {
            joined.push(walk);
        }
    }
    Regions {
        walks: joined,
        thin,
    }
}

/// Joins each segment that arrives at a place to a segment that leaves it. `star` holds all segments at the place.
fn join(star: &mut [Spoke], place: &[f64; 2], successor: &mut [usize]) {
    // Material lies on the left of a segment. As seen from the place, this is clockwise of an arriving segment and
    // counter-clockwise of a leaving segment. If an arriving and a leaving segment go off from the place in the same
    // direction, the arriving one comes first, so that bodies that share an edge stay on their own sides.
    let kind = |spoke: &Spoke| (spoke.leaving.is_some(), spoke.segment);
    sort_by(star, |a, b| a.turn(b, place).then(kind(a).cmp(&kind(b))));
    let count = star.len();
    for arrived in 0..count {
        if star[arrived].leaving.is_some() || star[arrived].is_taken {
            continue;
        }
        let clockwise = (1..count).map(|step| (arrived + count - step) % count);
        for place in clockwise {
            if let Some(next) = star[place].leaving.take() {
                star[place].is_taken = true;
                successor[star[arrived].segment] = next;
                break;
            }
        }
    }
}

/// One end of a loop's segment, which arrives at a node or leaves it, as seen from the node.
struct Spoke {
    towards: [f64; 2],
    /// The index of the segment, if it leaves the node and no walk continues along it yet.
    leaving: Option<usize>,
    /// `true` if the segment arrives at the node.
    arrives: bool,
    is_taken: bool,
    segment: usize,
}

impl Spoke {
    fn new(towards: [f64; 2], leaving: Option<usize>, segment: usize) -> Self {
        Self {
            towards,
            leaving,
            arrives: leaving.is_none(),
            is_taken: false,
            segment,
        }
    }

    /// Compares the directions of two spokes (ends of segments at a node) exactly, in counter-clockwise order around
    /// the node.
    fn turn(&self, other: &Self, node: &[f64; 2]) -> Ordering {
        let is_below = |[x, y]: [f64; 2]| y < node[1] || y == node[1] && x < node[0];
        let below = [self.towards, other.towards].each(is_below);
        below[0]
            .cmp(&below[1])
            .then_with(|| match orient2d(node, &self.towards, &other.towards) {
                Side::Front => Ordering::Less,
                Side::On => Ordering::Equal,
                Side::Back => Ordering::Greater,
            })
    }
}
