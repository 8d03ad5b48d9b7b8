//! The edges that a sweep crosses, joined in the order in which the loops of the section pass them. A sweep is a plane
//! that rises from level to level; a level stands for a plane just below or just above the plane of a layer (see
//! [`Ranks`]). Each crossed edge has a slot, an index. After the sweep has passed the edge, another edge may get the
//! same slot.

use alloc::vec;
use alloc::vec::Vec;

use transect::Plane;
use transect_exact::arrays::Few as _;

use crate::mesh::indexed::Mesh;
use crate::mesh::layers::lines::Lines;
use crate::mesh::layers::plan::{NONE, Plan};
use crate::mesh::layers::ranks::Ranks;

/// The state of a sweep at one level: the edges that the level crosses, each in its slot.
#[derive(Clone, Debug)]
pub(super) struct Active {
    /// The number of levels that the sweep has reached. The last of them is the current level.
    reached: usize,
    slots: Vec<Slot>,
    pub(super) lines: Lines,
}

/// An edge that the current level crosses. A loop passes from the edge through a triangle to the next edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The ids of the lower and the upper vertex.
    pub(super) ends: [u32; 2],
    /// The ranks of the lower and the upper vertex. The levels from the first number on, and below the second, cross
    /// the edge.
    ranks: [u32; 2],
    /// The slot of the next edge, or `NONE` if the mesh is open here.
    pub(super) next: u32,
    /// The triangle through which the loop passes to the next edge, or `NONE`.
    pub(super) triangle: u32,
    /// `true` if a loop arrives at this edge from another edge.
    is_entered: bool,
}

/// The crossed edges of a triangle. The index has one bit per corner, which is 1 for corners in front of the plane. The
/// entry has the edge on which the boundary of the triangle leaves the front, and the edge on which it returns. Edge k
/// runs from corner k to the next corner.
const CROSSED: [Option<[usize; 2]>; 8] = [
    None,
    Some([0, 2]),
    Some([1, 0]),
    Some([1, 2]),
    Some([2, 1]),
    Some([0, 1]),
    Some([2, 0]),
    None,
];

impl Active {
    pub(super) fn new(plan: &Plan, direction: [f64; 3]) -> Self {
        let slot = Slot {
            ends: [0; 2],
            ranks: [0; 2],
            next: NONE,
            triangle: NONE,
            is_entered: false,
        };
        Self {
            reached: 0,
            slots: vec![slot; plan.most_used()],
            lines: Lines::new(direction, plan.most_used()),
        }
    }

    /// Moves the sweep up to a level.
    ///
    /// A loop passes from the edge on which the boundary of a triangle leaves the front of the plane to the edge on
    /// which it returns to the front. The front is above the level, or below if `is_flipped` is `true`.
    pub(super) fn advance(
        &mut self,
        level: usize,
        mesh: &Mesh,
        ranks: &Ranks,
        plan: &Plan,
        is_flipped: bool,
    ) {
        let levels = self.reached..=level;
        for edge in plan.edges(levels.clone()) {
            let until = ranks.of(edge.upper);
            // The sweep may pass several levels at once. An edge that ends among them is not crossed, and its slot may
            // be given to another edge.
            if until as usize > level {
                let [a, b] = [edge.lower, edge.upper].each(|v| &mesh.positions[v as usize]);
                self.lines.set(edge.slot as usize, a, b);
                self.slots[edge.slot as usize] = Slot {
                    ends: [edge.lower, edge.upper],
                    ranks: [ranks.of(edge.lower), until],
                    next: NONE,
                    triangle: NONE,
                    is_entered: false,
                };
            }
        }
        for &triangle in plan.triangles(levels) {
            let corners = &mesh.triangles[triangle as usize];
            let [a, b, c] = corners.each(|v| (ranks.of(v) as usize > level) != is_flipped);
            if let Some([from, to]) =
                CROSSED[usize::from(a) + 2 * usize::from(b) + 4 * usize::from(c)]
            {
                let slots = plan.slots(triangle);
                let [from, to] = [slots[from], slots[to]];
                self.slots[from as usize].next = to;
                self.slots[from as usize].triangle = triangle;
                self.slots[to as usize].is_entered = true;
            }
        }
        self.reached = level + 1;
    }

    /// Returns the current level.
    pub(super) fn level(&self) -> usize {
        self.reached - 1
    }

    #[inline]
    pub(super) fn slot(&self, slot: u32) -> &Slot {
        &self.slots[slot as usize]
    }

    /// Returns `true` if the current level crosses the edge in a slot.
    #[inline]
    pub(super) fn is_crossed(&self, slot: u32) -> bool {
        self.slots[slot as usize].ranks[1] as usize >= self.reached
    }

    /// Returns the vertex with this rank, if an end of the edge in a slot has it.
    #[inline]
    pub(super) fn end_with_rank(&self, slot: u32, rank: u32) -> Option<u32> {
        let Slot { ends, ranks, .. } = self.slots[slot as usize];
        let end = (0..2).find(|&end| ranks[end] == rank)?;
        Some(ends[end])
    }

    /// Returns `true` if an open polyline begins at the edge in a slot.
    pub(super) fn is_start(&self, slot: u32) -> bool {
        self.is_crossed(slot) && !self.slots[slot as usize].is_entered
    }

    /// Returns the point in which the plane of the current layer crosses the edge in a slot. The crossings of
    /// [`Self::lines`] must be computed before.
    #[inline]
    pub(super) fn point(&self, slot: u32, mesh: &Mesh, plane: &Plane) -> [f64; 3] {
        let ends = || {
            let ends = self.slots[slot as usize].ends;
            ends.each(|vertex| mesh.positions[vertex as usize])
        };
        self.lines.crossing(slot as usize, plane, ends)
    }
}
