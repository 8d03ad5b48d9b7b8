//! The sweep over the nodes of a figure.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use transect_exact::Side;
use transect_exact::sorting::sort_by;

use crate::triangulation::figure::Nodes;
use crate::triangulation::front::{Front, Fronts};
use crate::triangulation::plan::Plan;
use crate::triangulation::status::{BOTTOM, Edge, NONE, Status};

/// An edge of a figure, or of a layer of a figure, from a node to a node with a higher rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weighted {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The number of times that the loops follow the edge forward, minus the number of times that they follow it back.
    pub(super) weight: i32,
}

/// A part of an edge between two nodes, with no node inside, and the winding numbers on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) below: i32,
    pub(super) above: i32,
}

/// The work of the sweep on regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Fills the regions of the winding number 1 with triangles. The sweep stops if it finds another winding number,
    /// except 0.
    Fill,
    /// Fills the regions of all winding numbers except 0.
    FillAll,
    /// Lists the pieces of edges with the winding numbers on both sides.
    List,
}

/// The result of a sweep.
#[derive(Debug)]
pub(super) struct Swept {
    pub(super) fronts: Fronts,
    /// Triangles that restore the edges that nodes divide, by ranks, with the number of times that each counts. A
    /// negative number reverses the triangle.
    pub(super) thin: Vec<([u32; 3], i32)>,
    pub(super) pieces: Vec<Piece>,
    /// `true` if the sweep stopped because of a winding number other than 0 and 1.
    pub(super) is_stopped: bool,
    /// `true` if edges cross.
    pub(super) crosses: bool,
    /// `true` if the sweep stopped because more edges cross than the figure has nodes.
    pub(super) is_tangled: bool,
}

/// Sweeps over a figure with the given edges.
pub(super) fn sweep(plan: &Plan<'_, impl Nodes>, edges: &[Weighted], task: Task) -> Swept {
    let mut sweep = Sweep::new(plan, edges, task);
    for node in 0..plan.count() as u32 {
        sweep.visit(node);
        if sweep.is_stopped || sweep.crossings > plan.count() {
            break;
        }
    }
    Swept {
        crosses: sweep.crossings > 0 || sweep.fronts.is_folded,
        is_tangled: sweep.crossings > plan.count(),
        fronts: sweep.fronts,
        thin: sweep.thin,
        pieces: sweep.pieces,
        is_stopped: sweep.is_stopped,
    }
}

/// The end of an edge that starts at a node, and its weight.
#[derive(Clone, Copy, Debug)]
struct Start {
    to: u32,
    weight: i32,
}

struct Sweep<'p, 'n, N> {
    plan: &'p Plan<'n, N>,
    task: Task,
    /// The edges that start at each node: for each node, the index of its first one in `starts`.
    firsts: Vec<u32>,
    starts: Vec<Start>,
    /// Edges whose first part was passed: for each node, the last one that goes on from there, and lists of them.
    rests: Vec<u32>,
    rest: Vec<(Start, u32)>,
    status: Status,
    fronts: Fronts,
    thin: Vec<([u32; 3], i32)>,
    pieces: Vec<Piece>,
    is_stopped: bool,
    /// The number of times that a node beside an edge divided it, because edges cross.
    crossings: usize,
    /// The edges that end at the visited node, from the lowest to the highest.
    arriving: Vec<u32>,
    /// The edges that start at the visited node, from the lowest to the highest.
    leaving: Vec<Start>,
}

impl<'p, 'n, N: Nodes> Sweep<'p, 'n, N> {
    fn new(plan: &'p Plan<'n, N>, edges: &[Weighted], task: Task) -> Self {
        let count = plan.count();
        // A counting sort of the edges by the nodes at which they start, in linear time.
        let mut firsts = vec![0; count + 1];
        for edge in edges {
            firsts[edge.from as usize + 1] += 1;
        }
        for node in 0..count {
            firsts[node + 1] += firsts[node];
        }
        let mut next = firsts.clone();
        let mut starts = vec![Start { to: 0, weight: 0 }; edges.len()];
        for edge in edges {
            let place = &mut next[edge.from as usize];
            starts[*place as usize] = Start {
                to: edge.to,
                weight: edge.weight,
            };
            *place += 1;
        }
        Self {
            plan,
            task,
            firsts,
            starts,
            rests: Vec::new(),
            rest: Vec::new(),
            status: Status::new(count),
            fronts: Fronts::with_capacity(if task == Task::List { 0 } else { count }),
            thin: Vec::new(),
            pieces: Vec::new(),
            is_stopped: false,
            crossings: 0,
            arriving: Vec::new(),
            leaving: Vec::new(),
        }
    }

    fn visit(&mut self, node: u32) {
        self.collect_leaving(node);
        let below = if self.status.ending_at(node) != NONE {
            self.collect_arriving(node)
        } else {
            self.find(node)
        };
        if self.leaving.is_empty() && self.arriving.is_empty() {
            return;
        }
        self.divide_arriving(node);
        self.bundle_leaving(node);
        let above = self.pass_regions(node, below);
        self.start_leaving(node, below, above);
    }

    /// Collects the edges that start at the node, or go on from there.
    fn collect_leaving(&mut self, node: u32) {
        let [first, end] = [0, 1].map(|step| self.firsts[node as usize + step] as usize);
        self.leaving.clear();
        self.leaving.extend_from_slice(&self.starts[first..end]);
        let mut rest = self.rests.get(node as usize).copied().unwrap_or(NONE);
        while rest != NONE {
            let (start, next) = self.rest[rest as usize];
            self.leaving.push(start);
            rest = next;
        }
    }

    /// Collects the edges that end at the node or pass through it, if some edge ends there. Returns the edge below them.
    fn collect_arriving(&mut self, node: u32) -> u32 {
        let [mut low, mut high] = [self.status.ending_at(node); 2];
        let mut count = 1;
        let ends = |edge: u32, status: &Status| edge != NONE && status.edge(edge).to == node;
        while low != BOTTOM && ends(self.status.below(low), &self.status) {
            low = self.status.below(low);
            count += 1;
        }
        while ends(self.status.above(high), &self.status) {
            high = self.status.above(high);
            count += 1;
        }
        // If edges cross, other edges may lie between those that end at the node.
        let mut edge = self.status.ending_at(node);
        while edge != NONE {
            count -= 1;
            edge = self.status.next_ending(edge);
        }
        if count != 0 {
            let mut edge = self.status.ending_at(node);
            while edge != NONE {
                if edge != low && self.status.is_below(edge, low) {
                    low = edge;
                }
                if edge != high && self.status.is_below(high, edge) {
                    high = edge;
                }
                edge = self.status.next_ending(edge);
            }
        }
        let mut below = self.status.below(low);
        // Edges below those that end here may pass through the node, too, or above it if edges cross.
        while below != BOTTOM && self.side_of(below, node) != Side::Front {
            low = below;
            below = self.status.below(low);
        }
        self.collect_from(low, Some(high), node);
        below
    }

    /// Finds the node among the edges, if no edge ends there. Collects the edges that pass through it, and returns the
    /// edge below them.
    fn find(&mut self, node: u32) -> u32 {
        let [below, above] = self
            .status
            .around(|edge| self.plan.turn(edge.from, edge.to, node) == Side::Front);
        self.collect_from(above, None, node);
        below
    }

    /// Collects the edges from `low` up to `high`, and all further ones that are not above the node.
    fn collect_from(&mut self, low: u32, high: Option<u32>, node: u32) {
        self.arriving.clear();
        let mut edge = low;
        let mut is_certain = high.is_some();
        while edge != NONE && (is_certain || self.side_of(edge, node) != Side::Back) {
            self.arriving.push(edge);
            is_certain &= Some(edge) != high;
            edge = self.status.above(edge);
        }
    }

    /// Returns the side of an edge on which a node lies: `Front` if the node is above the edge.
    fn side_of(&self, edge: u32, node: u32) -> Side {
        let edge = self.status.edge(edge);
        self.plan.turn(edge.from, edge.to, node)
    }

    /// Divides the edges that pass through the node.
    fn divide_arriving(&mut self, node: u32) {
        for index in 0..self.arriving.len() {
            let place = self.arriving[index];
            let Edge {
                from, to, weight, ..
            } = *self.status.edge(place);
            if to == node {
                continue;
            }
            self.crossings += usize::from(self.plan.turn(from, to, node) != Side::On);
            self.thin.push(([from, to, node], weight));
            self.leaving.push(Start { to, weight });
            self.status.forget_end(place);
        }
    }

    /// Sorts the edges that start at the node, and makes one edge of those that run along each other. The rest of a
    /// longer edge goes on from the end of the shortest one.
    fn bundle_leaving(&mut self, node: u32) {
        let plan = self.plan;
        if self.leaving.len() < 2 {
            return;
        }
        sort_by(&mut self.leaving, |a, b| {
            match plan.turn(node, a.to, b.to) {
                _ if a.to == b.to => Ordering::Equal,
                Side::Front => Ordering::Less,
                Side::Back => Ordering::Greater,
                Side::On => a.to.cmp(&b.to),
            }
        });
        let mut kept = 0;
        for index in 1..self.leaving.len() {
            let (last, Start { to, weight }) = (self.leaving[kept], self.leaving[index]);
            if last.to != to && plan.turn(node, last.to, to) != Side::On {
                kept += 1;
                self.leaving[kept] = self.leaving[index];
                continue;
            }
            self.leaving[kept].weight += weight;
            if last.to != to {
                self.thin.push(([node, to, last.to], weight));
                self.go_on(last.to, Start { to, weight });
            }
        }
        self.leaving.truncate(kept + 1);
    }

    /// Notes that an edge goes on from a node.
    fn go_on(&mut self, node: u32, start: Start) {
        if self.rests.is_empty() {
            self.rests = vec![NONE; self.plan.count()];
        }
        let last = &mut self.rests[node as usize];
        self.rest.push((start, *last));
        *last = self.rest.len() as u32 - 1;
    }

    /// Brings the fronts of all regions at the node up to the node. Returns the front of the region above the node, if
    /// edges start there.
    fn pass_regions(&mut self, node: u32, below: u32) -> Front {
        let is_end = self.leaving.is_empty();
        if self.task == Task::List {
            for &edge in &self.arriving {
                let edge = self.status.edge(edge);
                self.pieces.push(Piece {
                    from: edge.from,
                    to: node,
                    below: edge.winding - edge.weight,
                    above: edge.winding,
                });
            }
            return Front::NONE;
        }
        let is_filled = |status: &Status, edge: u32| status.edge(edge).winding != 0;
        let fills_below = is_filled(&self.status, below);
        let front_below = &mut self.status.edge_mut(below).front;
        let Some((&highest, lower)) = self.arriving.split_last() else {
            return if fills_below {
                self.fronts.divide(self.plan, front_below, node)
            } else {
                Front::NONE
            };
        };
        if fills_below {
            self.fronts.push_high(self.plan, front_below, node);
        }
        // The regions between edges that end here end, too.
        for &edge in lower {
            if is_filled(&self.status, edge) {
                let front = self.status.edge(edge).front;
                self.fronts.end(self.plan, front, node);
            }
        }
        let mut above = Front::NONE;
        if is_filled(&self.status, highest) {
            above = self.status.edge(highest).front;
            self.fronts.push_low(self.plan, &mut above, node);
        }
        // No edge starts here, so the regions below and above are one from here on.
        if is_end && fills_below {
            let front_below = &mut self.status.edge_mut(below).front;
            self.fronts.unite(front_below, above);
        }
        above
    }

    /// Puts the edges that start at the node in the place of those that end there. `above` is the front of the region
    /// above the node.
    fn start_leaving(&mut self, node: u32, below: u32, above: Front) {
        let mut winding = self.status.edge(below).winding;
        let mut last = below;
        for index in 0..self.leaving.len() {
            let Start { to, weight } = self.leaving[index];
            winding += weight;
            let is_highest = index + 1 == self.leaving.len();
            let fills = self.task != Task::List && winding != 0;
            if fills && winding != 1 && self.task == Task::Fill {
                self.is_stopped = true;
                return;
            }
            let edge = Edge {
                from: node,
                to,
                weight,
                winding,
                front: match fills {
                    true if is_highest => above,
                    true => self.fronts.begin(node, winding),
                    false => Front::NONE,
                },
            };
            // New edges take the places of those that end, so the tree changes little.
            last = match self.arriving.get(index) {
                Some(&place) => {
                    self.status.replace(place, edge);
                    place
                }
                None => self.status.insert(last, edge),
            };
        }
        for index in self.leaving.len()..self.arriving.len() {
            self.status.remove(self.arriving[index]);
        }
    }
}
