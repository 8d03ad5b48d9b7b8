//! The lower envelope of edges: the edge nearest to the viewer at each position along a side.

use crate::dimension::edge::Edge;

/// The nearest edges in the intervals between successive ends of edges, as a segment tree of lines (Li and Chao).
/// Building takes O(n log² n) time for n edges, and a query O(log n), however many edges overlap.
pub(super) struct Envelope<'a> {
    edges: &'a [&'a Edge],
    /// The ends of all edges, in ascending order, without repetitions. The intervals lie between them.
    pub(super) ends: Vec<f64>,
    /// The middle of each interval. The edges are compared there.
    middles: Vec<f64>,
    /// The edges at the nodes of the tree; the children of the node n are 2n + 1 and 2n + 2. The nearest edge in an
    /// interval is at one of the nodes from the root to the leaf of this interval.
    nodes: Vec<Option<usize>>,
}

impl<'a> Envelope<'a> {
    /// Returns the envelope of edges. No edge is upright.
    pub(super) fn of(edges: &'a [&'a Edge]) -> Self {
        let ends = edges.iter().flat_map(|edge| edge.ends);
        let mut ends: Vec<f64> = ends.map(|[along, _]| along).collect();
        ends.sort_by(f64::total_cmp);
        ends.dedup();
        let middles: Vec<f64> = ends
            .windows(2)
            .map(|two| two[0] + (two[1] - two[0]) / 2.0)
            .collect();
        let nodes = vec![None; 2 * middles.len().next_power_of_two()];
        let mut envelope = Self {
            edges,
            ends,
            middles,
            nodes,
        };
        for (index, edge) in edges.iter().enumerate() {
            let [from, to] = edge
                .ends
                .map(|[along, _]| envelope.ends.partition_point(|&end| end < along));
            envelope.add(index, [from, to], 0, [0, envelope.middles.len()]);
        }
        envelope
    }

    /// Adds an edge that covers the intervals from `from` to before `to` to the nodes below `node`, which stands for
    /// the intervals from `low` to before `high`.
    fn add(&mut self, edge: usize, [from, to]: [usize; 2], node: usize, [low, high]: [usize; 2]) {
        if to <= low || high <= from {
            return;
        }
        if from <= low && high <= to {
            self.compare(edge, node, [low, high]);
            return;
        }
        let middle = low + (high - low) / 2;
        self.add(edge, [from, to], 2 * node + 1, [low, middle]);
        self.add(edge, [from, to], 2 * node + 2, [middle, high]);
    }

    /// Adds an edge that covers all intervals of a node. The nearer edge in the middle interval stays at the node. Two
    /// straight edges cross at most once, so the other edge can be the nearest only on one side of the middle.
    fn compare(&mut self, mut edge: usize, mut node: usize, [mut low, mut high]: [usize; 2]) {
        while let Some(own) = self.nodes[node] {
            let middle = low + (high - low) / 2;
            if self.is_nearer(edge, own, middle) {
                self.nodes[node] = Some(edge);
                edge = own;
            }
            let nearest = self.nodes[node].unwrap_or(edge);
            if low < middle && self.is_nearer(edge, nearest, low) {
                (node, high) = (2 * node + 1, middle);
            } else if middle < high - 1 && self.is_nearer(edge, nearest, high - 1) {
                (node, low) = (2 * node + 2, middle);
            } else {
                return;
            }
        }
        self.nodes[node] = Some(edge);
    }

    /// Returns `true` if an edge is nearer to the viewer than another in an interval. Of two edges with the same depth,
    /// the first in the list counts as nearer.
    fn is_nearer(&self, edge: usize, other: usize, interval: usize) -> bool {
        let along = self.middles[interval];
        let depth = |edge: usize| self.edges[edge].depth(along);
        let order = depth(edge).total_cmp(&depth(other));
        order.then(edge.cmp(&other)).is_lt()
    }

    /// Returns the index of the nearest edge in an interval, or `None` if no edge covers it.
    pub(super) fn nearest_in(&self, interval: usize) -> Option<usize> {
        let (mut node, mut low, mut high) = (0, 0, self.middles.len());
        let mut nearest: Option<usize> = None;
        loop {
            if let Some(edge) = self.nodes[node]
                && nearest.is_none_or(|nearest| self.is_nearer(edge, nearest, interval))
            {
                nearest = Some(edge);
            }
            if high - low < 2 {
                return nearest;
            }
            let middle = low + (high - low) / 2;
            if interval < middle {
                (node, high) = (2 * node + 1, middle);
            } else {
                (node, low) = (2 * node + 2, middle);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sequence of numbers below `2^32` that looks random (the generator of Knuth's MMIX).
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, most: u32) -> u32 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as u32 % most
        }
    }

    /// The positions, the lengths (powers of two) and the depths are such that each computed depth is exact.
    #[test]
    fn the_nearest_edge_is_that_of_a_search_over_all_edges() {
        let mut numbers = Numbers(1);
        for round in 1..300 {
            let edges: Vec<Edge> = (0..=numbers.below(round))
                .map(|_| {
                    let from = f64::from(numbers.below(40));
                    let length = f64::from(1 << numbers.below(6));
                    let [a, b] = [0; 2].map(|_| f64::from(numbers.below(16)));
                    Edge::of([from, a], [from + length, b], true)
                })
                .collect();
            let edges: Vec<&Edge> = edges.iter().collect();
            let envelope = Envelope::of(&edges);
            for (interval, two) in envelope.ends.windows(2).enumerate() {
                let middle = f64::midpoint(two[0], two[1]);
                let covering = (0..edges.len()).filter(|&edge| {
                    edges[edge].ends[0][0] <= two[0] && two[1] <= edges[edge].ends[1][0]
                });
                let expected = covering
                    .min_by(|&a, &b| edges[a].depth(middle).total_cmp(&edges[b].depth(middle)));
                assert_eq!(envelope.nearest_in(interval), expected, "{round}: {two:?}");
            }
        }
    }

    #[test]
    fn edges_that_all_overlap_are_searched_without_a_limit() {
        let count = 100_000;
        let edges: Vec<Edge> = (0..count)
            .map(|step| {
                let at = f64::from(step);
                Edge::of([at, at], [at + f64::from(count), at], true)
            })
            .collect();
        let edges: Vec<&Edge> = edges.iter().collect();
        let envelope = Envelope::of(&edges);
        // Each edge ends where the first edge is the nearest, so it is covered by those before it until they end.
        assert_eq!(envelope.nearest_in(0), Some(0));
        assert_eq!(envelope.nearest_in(count as usize - 1), Some(0));
        assert_eq!(envelope.nearest_in(count as usize + 4), Some(5));
        assert_eq!(
            envelope.nearest_in(2 * count as usize - 2),
            Some(count as usize - 1)
        );
    }
}
