//! Merges vertices that rounding made equal, and removes the triangles that lose a corner.

use alloc::vec::Vec;

use transect_exact::arrays::Few as _;

use crate::mesh::triple::is_distinct;
use crate::mesh::weld::{compact, firsts_of_equal};

/// The triangles that were left out because rounding made two of their corners equal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Vanished {
    /// The number of triangles.
    pub triangles: usize,
    /// The total area that the triangles had before rounding.
    pub area: f64,
}

impl Vanished {
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            triangles: self.triangles + other.triangles,
            area: self.area + other.area,
        }
    }
}

/// Merges vertices that rounding brought to one position, and removes the triangles that become degenerate. All other
/// triangles stay, also those that come to lie back to back: so the boundary of the surface stays what it was, because
/// merging vertices maps chains to chains (docs/certificate.md). Whether two pieces coincide depends on diagonals, so
/// no rule that removes coinciding pieces would be well defined.
///
/// Positions that no triangle uses are removed, too. `numbers` are further lists with one number per triangle, or only for
/// the last triangles. `area` returns the area that a triangle had before rounding, from the rounded positions and the
/// indices of its corners.
pub(super) fn merge_equal(
    positions: &mut Vec<[f64; 3]>,
    triangles: &mut Vec<[u32; 3]>,
    corners: &mut Vec<[u32; 3]>,
    numbers: &mut [&mut Vec<u32>],
    area: impl Fn(&[[f64; 3]], &[u32; 3]) -> f64,
) -> Vanished {
    let Some(firsts) = firsts_of_equal(positions) else {
        compact(positions, triangles);
        return Vanished::default();
    };
    let merged = |triangle: &[u32; 3]| triangle.each(|vertex| firsts[vertex as usize]);
    // Triangles that had two equal corners in the input are the input's own, and stay.
    let keep: Vec<bool> = triangles
        .iter()
        .map(|triangle| is_distinct(&merged(triangle)) || !is_distinct(triangle))
        .collect();
    let mut vanished = Vanished::default();
    for (triangle, _) in triangles.iter().zip(&keep).filter(|(_, keep)| !**keep) {
        vanished.triangles += 1;
        vanished.area += area(positions, triangle);
    }
    retain(triangles, &keep);
    for list in numbers {
        retain(list, &keep);
    }
    retain(corners, &keep);
    for triangle in triangles.iter_mut() {
        *triangle = merged(triangle);
    }
    compact(positions, triangles);
    vanished
}

/// Keeps the entries of a list for which `keep` is `true`. The entries of a shorter list are those for the end of `keep`.
pub(super) fn retain<T>(list: &mut Vec<T>, keep: &[bool]) {
    let mut marks = keep[keep.len().saturating_sub(list.len())..].iter();
    list.retain(|_| marks.next().copied().unwrap_or(true));
}
