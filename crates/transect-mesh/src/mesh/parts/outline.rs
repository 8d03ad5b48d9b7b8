//! The boundary of a face between two cells, as directed segments.

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::mesh::trace::Node;

/// A directed segment of the boundary of a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) ends: [u32; 2],
    pub(super) line: Line,
}

impl Segment {
    /// Returns a part of the segment.
    pub(super) fn with_ends(self, ends: [u32; 2]) -> Self {
        Self { ends, ..self }
    }
}

/// The line on which a segment runs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Line {
    /// The section of a triangle, or an edge of the mesh, from one node of the section to another.
    Section([Node; 2]),
    /// The common line with another plane.
    Plane(u32),
}

/// The boundary of a face.
pub(super) struct Outline {
    pub(super) plane: u32,
    pub(super) cells: [u32; 2],
    pub(super) segments: Vec<Segment>,
    /// `true` if the segments are the loops of the section, one loop after the other: no plane has divided them.
    pub(super) is_in_loops: bool,
}

impl Outline {
    /// Returns the nodes of each loop, if no plane has divided the outline.
    pub(super) fn loops(&self) -> Vec<Vec<u32>> {
        let mut loops = Vec::new();
        let mut own = Vec::new();
        for &Segment {
            ends: [from, to], ..
        } in &self.segments
        {
            own.push(from);
            // A loop passes each of its nodes once.
            if own[0] == to {
                loops.push(core::mem::take(&mut own));
            }
        }
        loops
    }

    /// Returns the segments in an order in which each starts where the one before it ends, or starts a new loop.
    pub(super) fn joined(self) -> Vec<Segment> {
        let segments = self.segments;
        if self.is_in_loops {
            return segments;
        }
        let mut leaving: HashMap<u32, Vec<usize>> = HashMap::new();
        for (index, segment) in segments.iter().enumerate().rev() {
            leaving.entry(segment.ends[0]).or_default().push(index);
        }
        let mut is_used = alloc::vec![false; segments.len()];
        let mut joined = Vec::with_capacity(segments.len());
        for start in 0..segments.len() {
            let mut next = Some(start).filter(|&start| !is_used[start]);
            while let Some(index) = next {
                if !is_used[index] {
                    is_used[index] = true;
                    joined.push(segments[index]);
                }
                let end = segments[index].ends[1];
                next = leaving.get_mut(&end).and_then(|list| {
                    while let Some(index) = list.pop() {
                        if !is_used[index] {
                            return Some(index);
                        }
                    }
                    None
                });
            }
        }
        joined
    }
}
