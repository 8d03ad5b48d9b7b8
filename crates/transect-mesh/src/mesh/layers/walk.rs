//! The loops and open polylines of a level, found by walking from edge to edge. A level stands for a plane just below
//! or just above the plane of a layer. Each edge that the current level crosses has a slot, an index.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use transect_exact::sorting::sort_by_key;

use crate::mesh::layers::active::Active;
use crate::mesh::layers::plan::NONE;

/// The slots of the edges that a level crosses, in the order of the loops and open polylines that pass them.
#[derive(Debug, Default)]
pub(super) struct Walks {
    pub(super) slots: Vec<u32>,
    /// The closed walks of at least three edges.
    pub(super) closed: Vec<Walk>,
    pub(super) open: Vec<Walk>,
}

/// A list of consecutive crossed edges.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// The triangle in which the walk begins. For a closed walk, this is the triangle with the lowest index among all
    /// triangles that the walk passes.
    first: u32,
    /// The range of indices in [`Walks::slots`].
    edges: Range<usize>,
    /// The index in [`Walks::slots`] at which the walk begins. At the end of its range, a closed walk continues at the
    /// start of the range.
    begin: usize,
}

impl Walk {
    /// Returns two ranges in [`Walks::slots`]: the walk passes the edges of the first, then those of the second.
    pub(super) fn parts(&self) -> [Range<usize>; 2] {
        [self.begin..self.edges.end, self.edges.start..self.begin]
    }
}

/// Returns the walks of the current level. All slots in use have indices below `used`. Each crossed edge must belong to
/// one triangle, or to two triangles that have it in opposite directions. Open walks are found only if `is_open` is
/// `true`.
///
/// The walks, their order and their first edges are those of `chain.rs`: a closed walk begins in its triangle with the
/// lowest index, and walks are in the order of the triangles in which they begin.
pub(super) fn walks(active: &Active, used: usize, is_open: bool) -> Walks {
    let used = used as u32;
    let mut walks = Walks {
        slots: Vec::with_capacity(used as usize),
        ..Walks::default()
    };
    let mut is_passed = vec![false; used as usize];
    if is_open {
        for start in (0..used).filter(|&slot| active.is_start(slot)) {
            let (begin, mut slot) = (walks.slots.len(), start);
            while slot != NONE {
                is_passed[slot as usize] = true;
                walks.slots.push(slot);
                slot = active.slot(slot).next;
            }
            walks.open.push(Walk {
                first: active.slot(start).triangle,
                edges: begin..walks.slots.len(),
                begin,
            });
        }
    }
    for start in 0..used {
        if is_passed[start as usize] || !active.is_crossed(start) {
            continue;
        }
        let first_edge = walks.slots.len();
        let (mut first, mut begin) = (NONE, first_edge);
        let mut slot = start;
        while !is_passed[slot as usize] {
            is_passed[slot as usize] = true;
            let edge = active.slot(slot);
            if edge.triangle < first {
                (first, begin) = (edge.triangle, walks.slots.len());
            }
            walks.slots.push(slot);
            slot = edge.next;
        }
        let end = walks.slots.len();
        // A loop of two crossed edges has two points. It runs from one to the other and back, so it bounds nothing.
        if end - first_edge > 2 {
            walks.closed.push(Walk {
                first,
                edges: first_edge..end,
                begin,
            });
        } else {
            walks.slots.truncate(first_edge);
        }
    }
    sort_by_key(&mut walks.closed, |walk| walk.first);
    sort_by_key(&mut walks.open, |walk| walk.first);
    walks
}
