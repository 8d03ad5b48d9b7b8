//! Pairs of segments of a section that cross.
//!
//! The sweep of a triangulation finds that loops cross. Then the exact points where segments cross become nodes of the
//! cap (`exact_nodes.rs`), and the sweep runs again: now all edges end or are divided where they meet. So caps cover
//! each point as often as the loops wind around it, for every input.

use alloc::vec::Vec;

use transect::triangulation::{Nodes, do_cross};
use transect_exact::arrays::Few as _;
use transect_exact::sorting::sort_by;

/// Returns the pairs of segments that cross: that have a common point which is an end of neither.
///
/// A line sweeps over the bounding boxes of the segments. Segments whose boxes overlap are compared exactly.
pub(super) fn meeting_segments(nodes: &impl Nodes, edges: &[[u32; 2]]) -> Vec<[[u32; 2]; 2]> {
    let mut segments: Vec<[u32; 2]> = edges.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    segments.sort_unstable();
    segments.dedup();
    let margin = nodes.margin();
    let mut boxes: Vec<(Box, [u32; 2])> = segments
        .into_iter()
        .map(|segment| {
            (
                Box::of(segment.each(|end| nodes.place(end)), margin),
                segment,
            )
        })
        .collect();
    sort_by(&mut boxes, |a, b| a.0.least[0].total_cmp(&b.0.least[0]));
    let mut pairs = Vec::new();
    let mut active: Vec<(Box, [u32; 2])> = Vec::new();
    for (own, segment) in boxes {
        active.retain(|(other, _)| other.most[0] >= own.least[0]);
        for (other, with) in &active {
            let is_near = other.most[1] >= own.least[1] && own.most[1] >= other.least[1];
            if is_near && do_cross(|a, b, c| nodes.turn(a, b, c), segment, *with) {
                pairs.push([*with, segment]);
            }
        }
        active.push((own, segment));
    }
    pairs
}

/// The bounding box of a segment.
#[derive(Clone, Copy)]
struct Box {
    least: [f64; 2],
    most: [f64; 2],
}

impl Box {
    fn of([a, b]: [[f64; 2]; 2], margin: f64) -> Self {
        Self {
            least: [0, 1].each(|axis| a[axis].min(b[axis]) - 2.0 * margin),
            most: [0, 1].each(|axis| a[axis].max(b[axis]) + 2.0 * margin),
        }
    }
}
