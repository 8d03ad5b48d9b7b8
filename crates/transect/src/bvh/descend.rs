//! The descent of a tree, level by level. Where possible, a subtree is classified as a whole; the boxes of the other
//! subtrees are classified leaf by leaf.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use fearless_simd::Simd;

use crate::batch::level::{dispatch, level_of_cpu};
use crate::bvh::block::{Block, lanes};
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::tree::Bvh;

/// A tree with at most this number of leaves (4,096 boxes) is scanned leaf by leaf, without visiting the nodes above
/// the leaves.
const FLAT: usize = 256;

/// A query that sorts boxes into three classes: first (in front, or inside), between (on the plane, or meeting the
/// region), and last (behind, or outside).
pub(crate) trait Probe<T, const D: usize> {
    /// The knowledge about a node that a query gains at its ancestors, for example the planes that still need a test.
    type State: Copy;

    /// Returns the state of the root, about which nothing is known yet.
    fn start(&self) -> Self::State;

    /// Returns two masks with one bit per child of the node: the children that certainly have only boxes of the first
    /// class, and those that certainly have only boxes of the last class.
    fn node<S: Simd>(&mut self, simd: S, block: &Block<T, D>, state: Self::State) -> Verdict;

    /// Returns the state (the knowledge gained at the ancestors) of the child in a lane. Its parent must be the node
    /// that was passed to [`Self::node`] last.
    fn below(&self, state: Self::State, lane: usize) -> Self::State;

    /// Returns the exact classes of the boxes in those lanes of a leaf that `query` selects (bit i for lane i). In the
    /// result, the bits of all other lanes have no meaning.
    fn leaf<S: Simd>(
        &mut self,
        simd: S,
        block: &Block<T, D>,
        state: Self::State,
        query: u16,
    ) -> Verdict;
}

/// Masks of the boxes of the first class (in front, or inside) and of the last class (behind, or outside), with one bit
/// per lane of a block. All other boxes belong to the third class, called between (on the plane, or meeting the
/// region).
#[derive(Clone, Copy)]
pub(crate) struct Verdict {
    pub(crate) first: u16,
    pub(crate) last: u16,
}

/// The receiver of the boxes that a query has classified.
pub(crate) trait Sink {
    /// Receives a range of slots (positions in the tree) with boxes of the first class. Every slot of the range holds a
    /// box.
    fn first(&mut self, slots: Range<u32>) -> ControlFlow<()>;
    /// Receives a range of slots (positions in the tree) with boxes of the last class. Every slot of the range holds a
    /// box.
    fn last(&mut self, slots: Range<u32>) -> ControlFlow<()>;
    /// Receives a leaf, by its index `block`, and for each class a mask of the lanes whose boxes are of this class.
    fn leaf(&mut self, block: u32, first: u16, between: u16, last: u16) -> ControlFlow<()>;
    /// Two flags: `true` if the sink needs ranges of the first class, and `true` if it needs ranges of the last class.
    const WANTED: [bool; 2];
}

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Classifies all boxes of the tree by `probe`, and passes the results to `sink`.
    pub(crate) fn descend<P: Probe<T, D>>(
        &self,
        probe: &mut P,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        dispatch!(level_of_cpu(), simd => self.descend_on(simd, probe, sink))
    }

    #[inline(always)]
    fn descend_on<S: Simd, P: Probe<T, D>, K: Sink>(
        &self,
        simd: S,
        probe: &mut P,
        sink: &mut K,
    ) -> ControlFlow<()> {
        let start = probe.start();
        let (mut frontier, mut levels, descended) = if self.built > FLAT {
            (Vec::from([(0_u32, start)]), self.levels.len(), self.built)
        } else {
            (Vec::new(), 0, 0)
        };
        let mut below = Vec::new();
        // The level just above the leaves is skipped if most leaves will be visited anyway: testing its nodes would
        // only cost time.
        while levels > 1 || levels == 1 && 2 * frontier.len() <= self.levels[0].len() {
            let level = levels - 1;
            for &(block, state) in &frontier {
                let place = block as usize;
                let verdict = probe.node(simd, &self.levels[level][place], state);
                let query = self.lanes_of_node(level, place);
                let between = query & !(verdict.first | verdict.last);
                if K::WANTED[0] {
                    let first = query & verdict.first;
                    self.tell(level, block, first, &mut |slots| sink.first(slots))?;
                }
                if K::WANTED[1] {
                    let last = query & verdict.last & !verdict.first;
                    self.tell(level, block, last, &mut |slots| sink.last(slots))?;
                }
                for lane in lanes(between) {
                    below.push((block << 4 | lane as u32, probe.below(state, lane)));
                }
            }
            core::mem::swap(&mut frontier, &mut below);
            below.clear();
            levels -= 1;
        }
        let (leaves, nodes) = match levels {
            0 => (&frontier[..], &[][..]),
            _ => (&[][..], &frontier[..]),
        };
        let of_node = |&(node, state): &(u32, P::State)| {
            lanes(self.lanes_of_node(0, node as usize))
                .map(move |lane| (node << 4 | lane as u32, state))
        };
        let others = descended as u32..self.leaves.len() as u32;
        let all = leaves.iter().copied().chain(nodes.iter().flat_map(of_node));
        // A single loop visits all leaves. A second loop would double the compiled code, because the code is compiled
        // separately for each query, number type and CPU feature level.
        for (block, state) in all.chain(others.map(|block| (block, start))) {
            let place = block as usize;
            let query = self.alive[place];
            let verdict = probe.leaf(simd, &self.leaves[place], state, query);
            let (first, last) = (query & verdict.first, query & verdict.last);
            sink.leaf(block, first, query & !(first | last), last)?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `to` with the ranges of slots below some children of a node. Slots that hold no box are left out.
    fn tell(
        &self,
        level: usize,
        block: u32,
        children: u16,
        to: &mut dyn FnMut(Range<u32>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for lane in lanes(children) {
            let width = (LANES as u64).pow(level as u32 + 1);
            let start = u64::from(block << 4 | lane as u32) * width;
            let end = (start + width).min((self.built * LANES) as u64);
            self.filled(start as u32..end as u32, to)?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `to` with ranges of slots in which every slot holds a box. Together, these ranges contain all boxes of the
    /// range `slots`, which consists of whole leaves.
    fn filled(
        &self,
        slots: Range<u32>,
        to: &mut dyn FnMut(Range<u32>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let last_leaf = self.built - 1;
        let leaves = slots.start as usize / LANES..slots.end as usize / LANES;
        if self.removed == 0 {
            // There are no removed boxes here, so only the last leaf may have lanes without boxes, at its end.
            let mut end = slots.end;
            if leaves.end > last_leaf {
                end -= self.alive[last_leaf].leading_zeros();
            }
            return to(slots.start..end);
        }
        let mut run = slots.start..slots.start;
        for leaf in leaves {
            let start = (leaf * LANES) as u32;
            match self.alive[leaf] {
                u16::MAX => run.end = start + LANES as u32,
                alive => {
                    for lane in lanes(!alive) {
                        run.end = start + lane as u32;
                        if !run.is_empty() {
                            to(run.clone())?;
                        }
                        run.start = run.end + 1;
                    }
                    run.end = start + LANES as u32;
                }
            }
        }
        if run.start < run.end {
            to(run)?;
        }
        ControlFlow::Continue(())
    }
}
