//! The outlines of a section as contour lines.

use transect::Frame;
use transect_draw::ContourLine;
use transect_mesh::Section;

/// Returns the loops and the open chains (outlines that do not close) of a section as contour lines, in the coordinates
/// of a frame.
pub(crate) fn lines(section: &Section, frame: &Frame) -> Vec<ContourLine> {
    let flat = |points: &[[f64; 3]]| points.iter().map(|point| frame.to_2d(point)).collect();
    let loops = section.loops.iter().map(|outline| ContourLine {
        points: flat(&outline.points),
        is_closed: true,
    });
    let chains = section.open_chains.iter().map(|chain| ContourLine {
        points: flat(chain),
        is_closed: false,
    });
    loops.chain(chains).collect()
}
