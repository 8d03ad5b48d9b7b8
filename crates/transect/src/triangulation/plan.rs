//! The nodes of a figure in the order of the sweep, with turns that floats decide where they can.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::sorting::sort_by;
use transect_exact::unit::U;

use crate::triangulation::figure::Nodes;

/// The nodes of a figure, ranked in the order of the sweep. Nodes at one place have one rank.
pub(super) struct Plan<'n, N> {
    nodes: &'n N,
    /// For each rank, the first node with this rank. An empty list means that each node is its own rank.
    ids: Vec<u32>,
    /// For each rank, the rounded position of the node.
    places: Vec<[f64; 2]>,
    margin: f64,
}

impl<'n, N: Nodes> Plan<'n, N> {
    /// Ranks the nodes below `count` along a direction, whose coefficients are 1 and a smaller one than a half. Also
    /// returns the rank of each node.
    pub(super) fn new(nodes: &'n N, count: usize, direction: [f64; 2]) -> (Self, Vec<u32>) {
        let margin = nodes.margin();
        let mut size: f64 = 0.0;
        let mut order: Vec<(u64, u32)> = (0..)
            .take(count)
            .map(|node| {
                let [x, y] = nodes.place(node);
                size = size.max(x.abs() + y.abs());
                (ordered_bits(direction[0] * x + direction[1] * y), node)
            })
            .collect();
        order.sort_unstable();
        // A key differs from the exact p·x + q·y by less than 1.5 times the margin, and by two roundings. So nodes
        // are in the right order if their keys differ by more than twice as much.
        let doubt = 3.0 * margin + 6.0 * U * size + f64::MIN_POSITIVE;
        let mut plan = Self {
            nodes,
            ids: Vec::with_capacity(count),
            places: Vec::with_capacity(count),
            margin,
        };
        let mut ranks = vec![0; count];
        let mut rest = &mut order[..];
        while !rest.is_empty() {
            let is_certain = |pair: &[(u64, u32)]| {
                let [low, high] = [pair[0], pair[1]].each(|(bits, _)| of_ordered_bits(bits));
                high - low > doubt
            };
            // Only runs of numbers that may be in the wrong order are compared exactly.
            let end = 1 + rest.windows(2).take_while(|pair| !is_certain(pair)).count();
            let (near, others) = rest.split_at_mut(end);
            plan.rank(near, direction, &mut ranks);
            rest = others;
        }
        plan.places = plan.ids.iter().map(|&node| nodes.place(node)).collect();
        (plan, ranks)
    }

    /// Ranks nodes that are next to each other in the order of the sweep, in an order that floats do not decide.
    fn rank(&mut self, near: &mut [(u64, u32)], direction: [f64; 2], ranks: &mut [u32]) {
        let order = |a, b| self.nodes.order(a, b, direction);
        sort_by(near, |a, b| order(a.1, b.1));
        let mut last = None;
        for &mut (_, node) in near {
            let is_same = |&last: &u32| order(last, node) == Ordering::Equal;
            match self.ids.last_mut() {
                Some(first) if last.as_ref().is_some_and(is_same) => *first = node.min(*first),
                _ => self.ids.push(node),
            }
            ranks[node as usize] = self.ids.len() as u32 - 1;
            last = Some(node);
        }
    }

    /// Returns a plan with the nodes below `count` in the given order, for flips.
    pub(super) fn unsorted(nodes: &'n N, count: usize) -> Self {
        let ids = (0..).take(count);
        Self {
            nodes,
            places: ids.map(|node| nodes.place(node)).collect(),
            ids: Vec::new(),
            margin: nodes.margin(),
        }
    }

    /// Returns a plan of some of the nodes, given by their ranks in ascending order.
    pub(super) fn part(&self, ranks: &[u32]) -> Self {
        Self {
            nodes: self.nodes,
            ids: ranks.iter().map(|&rank| self.id(rank)).collect(),
            places: ranks
                .iter()
                .map(|&rank| self.places[rank as usize])
                .collect(),
            margin: self.margin,
        }
    }

    /// Returns the number of ranks.
    pub(super) fn count(&self) -> usize {
        self.places.len()
    }

    /// Returns the node with a rank.
    pub(super) fn id(&self, rank: u32) -> u32 {
        self.ids.get(rank as usize).copied().unwrap_or(rank)
    }

    pub(super) fn place(&self, rank: u32) -> &[f64; 2] {
        &self.places[rank as usize]
    }

    /// Returns the bound on the difference between exact and rounded positions on each axis.
    pub(super) fn margin(&self) -> f64 {
        self.margin
    }

    /// Returns the lowest and the highest coordinates of the rounded positions of some nodes.
    pub(super) fn reach(&self, ranks: impl IntoIterator<Item = u32>) -> [[f64; 2]; 2] {
        let mut reach = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        for rank in ranks {
            let place = &self.places[rank as usize];
            for axis in 0..2 {
                reach[0][axis] = reach[0][axis].min(place[axis]);
                reach[1][axis] = reach[1][axis].max(place[axis]);
            }
        }
        reach
    }

    /// Returns the rounded positions of all ranks.
    pub(super) fn places(&self) -> &[[f64; 2]] {
        &self.places
    }

    /// Returns the positions of all ranks by which the shape of triangles is judged, if they are not the places.
    pub(super) fn shapes(&self) -> Option<Vec<[f64; 2]>> {
        let ranks = 0..self.count() as u32;
        self.nodes.shapes(ranks.map(|rank| self.id(rank)))
    }

    /// Returns the exact side of the line from `a` to `b` on which `c` lies.
    ///
    /// Floats decide most turns. Let m be the margin of the positions. A difference d of two coordinates then has an
    /// error of at most 2m + u·|d|, and the rest follows as for Shewchuk's bound.
    #[inline]
    pub(super) fn turn(&self, a: u32, b: u32, c: u32) -> Side {
        let [a_place, b_place, c_place] = [a, b, c].each(|rank| &self.places[rank as usize]);
        let [ax, ay] = [a_place[0] - c_place[0], a_place[1] - c_place[1]];
        let [bx, by] = [b_place[0] - c_place[0], b_place[1] - c_place[1]];
        let (left, right) = (ax * by, ay * bx);
        let determinant = left - right;
        let magnitude = left.abs() + right.abs();
        let sum = ax.abs() + ay.abs() + bx.abs() + by.abs();
        let margin = self.margin;
        // A coordinate of a crossing has an error ≤ m = u times the largest magnitude of a coordinate, so a difference
        // d of two has one ≤ 2m + u·|d|. For the turn, let Σ be the sum of the magnitudes of the four differences, and
        // P that of the two products. The error of the determinant is ≤ 4u·P + 2.01m·Σ + 8.1m², plus the least normal
        // float.
        let error = 4.0 * U * magnitude + margin * (2.01 * sum + 8.1 * margin) + f64::MIN_POSITIVE;
        // An infinite error means that a number overflowed.
        if determinant.abs() > error && error < f64::INFINITY {
            return Side::of_nonzero(determinant);
        }
        let [a, b, c] = [a, b, c].each(|rank| self.id(rank));
        self.nodes.turn(a, b, c)
    }
}

/// Returns an integer for a float, such that greater floats have greater integers.
fn ordered_bits(value: f64) -> u64 {
    // −0 becomes 0, which is equal but has other bits.
    let bits = (value + 0.0).to_bits();
    if bits >> 63 == 0 {
        bits | 1 << 63
    } else {
        !bits
    }
}

/// Returns the float of an integer that [`ordered_bits`] returned.
fn of_ordered_bits(bits: u64) -> f64 {
    f64::from_bits(if bits >> 63 == 1 {
        bits & !(1 << 63)
    } else {
        !bits
    })
}
