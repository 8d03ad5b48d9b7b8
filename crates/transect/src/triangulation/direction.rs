//! The direction in which the sweep goes through a figure.
//!
//! Any direction gives a right triangulation. The direction decides how many flips make it Delaunay.

use transect_exact::arrays::Few as _;

use crate::triangulation::figure::Nodes;

/// The slope of the sweep through technical figures. Their nodes often have equal coordinates on an axis, and a sweep along
/// an axis would join them by long thin triangles, which take many flips. So the sweep is aslant: its lines are nearly
/// parallel to (−11, 32), a direction in which drawings have few edges. The slope has many bits, so that nodes on a grid
/// have different numbers x + STEEP·y.
const STEEP: f64 = 369_367_187.0 / 1_073_741_824.0;

/// The slope of the sweep through other figures. Sections of limbs and rivers are long and have nodes on both sides. A sweep
/// along them joins nodes that face each other if its lines go straight across. For the section of `spot` this halves
/// the number of flips.
const SLIGHT: f64 = 53_687_093.0 / 1_073_741_824.0;

/// Returns the direction (p, q) of the sweep through the figure that the edges bound. One coefficient is 1, and the other
/// one is positive and smaller than a half.
pub(super) fn direction(nodes: &impl Nodes, edges: &[[u32; 2]]) -> [f64; 2] {
    let mut parallel = 0;
    let mut reach = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    for edge in edges {
        let [start, end] = edge.each(|node| nodes.place(node));
        parallel += usize::from((0..2).any(|axis| start[axis] == end[axis]));
        for axis in 0..2 {
            reach[0][axis] = reach[0][axis].min(start[axis]);
            reach[1][axis] = reach[1][axis].max(start[axis]);
        }
    }
    let [width, height] = [0, 1].each(|axis| reach[1][axis] - reach[0][axis]);
    if 2 * parallel > edges.len() {
        [1.0, STEEP]
    } else if width < height {
        [SLIGHT, 1.0]
    } else {
        [1.0, SLIGHT]
    }
}
