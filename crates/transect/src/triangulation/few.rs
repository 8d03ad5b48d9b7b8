//! Figures with few nodes, whose loops are each seen by one of their nodes.

use alloc::vec::Vec;
use core::ops::Range;

use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::triangulation::delaunay::delaunay;
use crate::triangulation::figure::{Form, Nodes, do_cross};
use crate::triangulation::front::Fronts;
use crate::triangulation::plan::Plan;

/// The largest number of nodes of a figure for which fans are tried.
pub(super) const FEW: usize = 64;

/// Returns the triangles of loops that do not cross, if in each loop some node sees the whole loop. These are the
/// triangles from this node to the edges; all of them have the right orientation, so loops that touch, or lie in one
/// another, are covered as often as they wind around a point. So no sweep is needed. The flips are those of any other triangulation.
///
/// Walls with doors and tables have such sections: some rectangles.
pub(super) fn few(
    nodes: &impl Nodes,
    count: usize,
    edges: &[[u32; 2]],
    form: Form,
) -> Option<Vec<[u32; 3]>> {
    if !(3..=FEW).contains(&count) || edges.len() > 2 * FEW {
        return None;
    }
    let figure = Figure {
        plan: Plan::unsorted(nodes, count),
        edges,
    };
    let mut fronts = Fronts::with_capacity(edges.len());
    for ring in figure.rings() {
        let ring = ring?;
        let mut starts = figure.middle(&ring).into_iter().chain(ring.clone());
        let start = starts.find(|&start| figure.sees(start, &ring))?;
        fronts.add_fan(figure.fan(&ring, start));
    }
    if figure.cross() {
        return None;
    }
    if form == Form::Delaunay {
        delaunay(&figure.plan, &mut fronts);
    }
    Some(fronts.triangles)
}

/// Loops, given by their edges.
struct Figure<'f, N> {
    plan: Plan<'f, N>,
    edges: &'f [[u32; 2]],
}

impl<N: Nodes> Figure<'_, N> {
    /// Returns the edges of each loop. Each edge starts where the edge before it ends, or starts a new loop; otherwise,
    /// there is a `None`.
    fn rings(&self) -> impl Iterator<Item = Option<Range<usize>>> {
        let mut first = 0;
        core::iter::from_fn(move || {
            let [start, _] = *self.edges.get(first)?;
            let rest = &self.edges[first..];
            let joined = rest.windows(2).take_while(|pair| {
                let [[_, end], [next, _]] = [pair[0], pair[1]];
                end == next && end != start
            });
            let ring = first..first + 1 + joined.count();
            first = ring.end;
            let [_, end] = self.edges[first - 1];
            Some((end == start).then_some(ring))
        })
    }

    /// Returns the edge of a loop that starts nearest to the middle of the loop's bounding box. A fan from there needs few
    /// flips. Returns `None` for a loop of four edges at most, where any fan needs one flip at most.
    fn middle(&self, ring: &Range<usize>) -> Option<usize> {
        if ring.len() <= 4 {
            return None;
        }
        let start = |edge: usize| self.edges[edge][0];
        let [low, high] = self.plan.reach(ring.clone().map(start));
        let from_middle = |edge: usize| -> f64 {
            let place = self.plan.place(start(edge));
            let axes =
                [0, 1].each(|axis: usize| (2.0 * place[axis] - low[axis] - high[axis]).abs());
            axes[0] + axes[1]
        };
        ring.clone()
            .min_by(|&a, &b| from_middle(a).total_cmp(&from_middle(b)))
    }

    /// Returns the triangles of a fan, which join the start of an edge to the other edges of a loop.
    fn fan(&self, ring: &Range<usize>, start: usize) -> impl Iterator<Item = [u32; 3]> {
        let [apex, _] = self.edges[start];
        let others = (start + 1..ring.end).chain(ring.start..start);
        let edges = others.map(|edge| self.edges[edge]);
        edges.take(ring.len() - 2).map(move |[b, c]| [apex, b, c])
    }

    /// Returns `true` if all triangles of the fan from the start of an edge are counter-clockwise, and do not overlap.
    fn sees(&self, start: usize, ring: &Range<usize>) -> bool {
        let is_left = |[a, b, c]: [u32; 3]| self.plan.turn(a, b, c) == Side::Front;
        if ring.len() < 3 || !self.fan(ring, start).all(is_left) {
            return false;
        }
        // The directions to the nodes must not pass the first of them again. A pentagram has fans where they do.
        if self.is_less_than_a_turn(ring, start) {
            return true;
        }
        let mut fan = self.fan(ring, start);
        let Some([apex, first, _]) = fan.next() else {
            return true;
        };
        let mut is_past_half = false;
        fan.all(|[_, _, next]| {
            let is_front = is_left([apex, first, next]);
            let returns = is_past_half && is_front;
            is_past_half |= !is_front;
            !returns
        })
    }

    /// Returns `true` if floats prove that the directions from the start of an edge to the other nodes of a loop, in
    /// order, make less than a whole turn. Each of them must lie strictly on the left of the one before it.
    ///
    /// No step is as long as half a turn. So a whole turn and more goes below the start at least once, and above it, and
    /// then returns to the side on which it began.
    fn is_less_than_a_turn(&self, ring: &Range<usize>, start: usize) -> bool {
        let [apex, first] = self.edges[start];
        let rise = |node: u32| self.plan.place(node)[1] - self.plan.place(apex)[1];
        let doubt = 2.0 * self.plan.margin();
        let (mut changes, mut is_certain) = (0, true);
        let mut was_up = rise(first) >= 0.0;
        for edge in (start + 1..ring.end).chain(ring.start..start) {
            let rise = rise(self.edges[edge][0]);
            is_certain &= doubt == 0.0 || rise.abs() > doubt;
            changes += u32::from((rise >= 0.0) != was_up);
            was_up = rise >= 0.0;
        }
        is_certain && changes < 2
    }

    /// Returns `true` if edges of different loops cross: if they have a common point that is an end of neither.
    fn cross(&self) -> bool {
        let mut rings = self.rings().flatten().peekable();
        if rings
            .peek()
            .is_some_and(|ring| ring.len() == self.edges.len())
        {
            return false;
        }
        let rings: Vec<(Range<usize>, Reach)> = rings
            .map(|ring| {
                let starts = self.edges[ring.clone()].iter().map(|edge| edge[0]);
                let reach = self.plan.reach(starts);
                (ring, reach)
            })
            .collect();
        let mut pairs =
            (0..rings.len()).flat_map(|second| (0..second).map(move |first| [first, second]));
        pairs.any(|pair| {
            let [(first, reach), (second, other)] = pair.each(|index| &rings[index]);
            self.meet(reach, other) && self.rings_cross([first.clone(), second.clone()])
        })
    }

    /// Returns `true` if the bounding boxes of the exact positions of some nodes and of others may have a common point:
    /// unless the rounded positions are apart by more than both margins. Rounding keeps the order of numbers. So a
    /// difference of at most both margins stays at most so large.
    fn meet(&self, [low, high]: &Reach, [other_low, other_high]: &Reach) -> bool {
        let doubt = 2.0 * self.plan.margin();
        (0..2).all(|axis| {
            other_low[axis] - high[axis] <= doubt && low[axis] - other_high[axis] <= doubt
        })
    }

    fn rings_cross(&self, [one, other]: [Range<usize>; 2]) -> bool {
        let reach = |edge: usize| self.plan.reach(self.edges[edge]);
        let others: Vec<(usize, Reach)> = other.map(|edge| (edge, reach(edge))).collect();
        one.into_iter().any(|edge| {
            let own = reach(edge);
            let mut near = others.iter().filter(|(_, other)| self.meet(&own, other));
            near.any(|&(other, _)| self.edges_cross(edge, other))
        })
    }

    fn edges_cross(&self, edge: usize, other: usize) -> bool {
        let turn = |a, b, c| self.plan.turn(a, b, c);
        do_cross(turn, self.edges[edge], self.edges[other])
    }
}

/// The lowest and the highest coordinates of the rounded positions of some nodes.
type Reach = [[f64; 2]; 2];
