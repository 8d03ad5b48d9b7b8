//! Merges vertices that rounding made equal, and removes the triangles that then no longer bound anything.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::arrays::Few as _;
use crate::mesh::indexed::CAP;
use crate::mesh::measure::triangle_area;
use crate::mesh::triple::{is_distinct, least_first};
use crate::mesh::weld::weld;
use crate::sorting::ascending;

/// The value that marks a missing id.
const NONE: u32 = u32::MAX;

/// The area and the corners of triangles that were removed when vertices were merged.
#[derive(Clone, Debug, Default)]
pub(super) struct Merged {
    /// The total area of the removed triangles, measured after their vertices were merged.
    pub(super) vanished_area: f64,
    /// The corners of the removed cap triangles. Each of them lay back to back with a triangle of the surface.
    pub(super) folded_caps: Vec<[[f64; 3]; 3]>,
    /// The pairs of triangles that were removed because they lay back to back.
    pub(super) pairs: Vec<Pair>,
}

/// Two removed triangles that lay back to back: on the same corners, with opposite orientation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The corners of the first triangle. The second triangle has the same corners in the opposite order.
    pub(super) corners: [[f64; 3]; 3],
    /// The part numbers of the first and of the second triangle; 0 in a mesh without part numbers.
    pub(super) parts: [u32; 2],
}

/// Merges vertices that rounding brought to one position. Removes the triangles that become degenerate, and the pairs
/// of triangles that come to lie back to back, because such pairs bound nothing. Pairs of two caps, or of two surface
/// triangles, stay if they lay back to back before the merge.
///
/// The triangles from the index `flat_from` on lie in one plane. They may lie back to back without a merge, so they are
/// always checked. If `all_differ` is `true`, the caller knows that all positions differ. Then only the triangles from
/// `flat_from` on are checked.
pub(super) fn merge_equal(
    positions: &mut Vec<[f64; 3]>,
    triangles: &mut Vec<[u32; 3]>,
    corners: &mut Vec<[u32; 3]>,
    parts: &mut Vec<u32>,
    flat_from: usize,
    all_differ: bool,
) -> Merged {
    if all_differ && flat_from >= triangles.len() {
        return Merged::default();
    }
    let mut keep = vec![true; triangles.len()];
    let mut suspects: Vec<usize> = (flat_from.min(triangles.len())..triangles.len()).collect();
    let before = if all_differ {
        Vec::new()
    } else {
        triangles.clone()
    };
    if !all_differ {
        let count = positions.len();
        weld(positions, triangles);
        if positions.len() < count {
            suspects = at_merged_vertices(&before, triangles, positions.len(), flat_from);
            for (keep, (before, after)) in keep.iter_mut().zip(before.iter().zip(&*triangles)) {
                *keep = is_distinct(after) || !is_distinct(before);
            }
        }
    }
    let mut folded_caps = Vec::new();
    let mut pairs = Vec::new();
    let mut waiting: HashMap<[u32; 3], Vec<usize>> = HashMap::new();
    for index in suspects {
        if !is_distinct(&triangles[index]) {
            continue;
        }
        let [a, b, c] = least_first(triangles[index]);
        let is_cap = |index: usize| parts.get(index) == Some(&CAP);
        // A cap and a surface triangle that lie back to back are removed. Two caps, or two surface triangles, stay if
        // they lay back to back before the merge.
        let was_apart = |&opposite: &usize| {
            is_cap(index) != is_cap(opposite)
                || before
                    .get(index)
                    .is_some_and(|own| ascending(*own) != ascending(before[opposite]))
        };
        let opposites = waiting.get_mut(&[a, c, b]);
        let opposite = opposites.and_then(|list| {
            let place = list.iter().rposition(was_apart)?;
            Some(list.remove(place))
        });
        if let Some(opposite) = opposite {
            keep[index] = false;
            keep[opposite] = false;
            pairs.push(Pair {
                corners: triangles[index].each(|v| positions[v as usize]),
                parts: [index, opposite].each(|index| parts.get(index).copied().unwrap_or(0)),
            });
            let [here, there] = [index, opposite].each(is_cap);
            if here != there {
                let cap = if here { index } else { opposite };
                folded_caps.push(triangles[cap].each(|v| positions[v as usize]));
            }
        } else {
            waiting.entry([a, b, c]).or_default().push(index);
        }
    }
    if keep.iter().all(|&keep| keep) {
        return Merged::default();
    }
    let vanished_area = (0..triangles.len())
        .filter(|&index| !keep[index])
        .map(|index| triangle_area(&triangles[index].each(|v| positions[v as usize])))
        .sum();
    retain(triangles, &keep);
    retain(parts, &keep);
    retain(corners, &keep);
    weld(positions, triangles);
    Merged {
        vanished_area,
        folded_caps,
        pairs,
    }
}

/// Returns the indices of the triangles from `flat_from` on, and of all triangles with a vertex into which several
/// vertices were merged.
fn at_merged_vertices(
    before: &[[u32; 3]],
    after: &[[u32; 3]],
    vertices: usize,
    flat_from: usize,
) -> Vec<usize> {
    let mut first: Vec<u32> = vec![NONE; vertices];
    let mut merged = vec![false; vertices];
    for (old, new) in before.as_flattened().iter().zip(after.as_flattened()) {
        let first = &mut first[*new as usize];
        if *first == NONE {
            *first = *old;
        }
        merged[*new as usize] |= first != old;
    }
    let is_suspect = |&index: &usize| {
        index >= flat_from || after[index].iter().any(|&vertex| merged[vertex as usize])
    };
    (0..after.len()).filter(is_suspect).collect()
}

/// Keeps the entries of a list for which `keep` is `true`. If the list is longer than `keep`, the further entries are
/// kept, too.
pub(super) fn retain<T>(list: &mut Vec<T>, keep: &[bool]) {
    let mut marks = keep.iter();
    list.retain(|_| marks.next().copied().unwrap_or(true));
}
