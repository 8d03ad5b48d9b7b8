//! The outlines of a section as contour lines.

use transect_draw::ContourLine;
use transect_mesh::Section;

/// Returns the loops and the open chains (outlines that do not close) of a section as contour lines.
pub(crate) fn lines(section: &Section) -> Vec<ContourLine> {
    let loops = (0..section.loops.len()).map(|place| ContourLine {
        points: section.loop_2d(place),
        is_closed: true,
    });
    let chains = section.open_chains.iter().map(|chain| ContourLine {
        points: chain
            .iter()
            .map(|point| section.frame.to_2d(point))
            .collect(),
        is_closed: false,
    });
    loops.chain(chains).collect()
}
