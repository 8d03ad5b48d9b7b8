//! The connected surfaces of a mesh.

use alloc::vec;
use alloc::vec::Vec;

use crate::mesh::gaps::Groups;

/// Returns the triangles of each connected surface, in the order of their first triangles. Two triangles are connected if they
/// share an edge. `vertices` is the number of vertices.
pub(super) fn shells(vertices: usize, triangles: &[[u32; 3]]) -> Vec<Vec<u32>> {
    let edges = |corners: &[u32; 3]| {
        let [a, b, c] = *corners;
        [[a, b], [b, c], [c, a]].map(|[from, to]| [from.min(to), from.max(to)])
    };
    // Counting puts the edges of each lesser vertex side by side, so that only few of them are ever sorted.
    let mut ends = vec![0_usize; vertices + 1];
    for [low, _] in triangles.iter().flat_map(edges) {
        ends[low as usize + 1] += 1;
    }
    for vertex in 0..vertices {
        ends[vertex + 1] += ends[vertex];
    }
    let mut entries = vec![[0_u32; 2]; 3 * triangles.len()];
    for (triangle, corners) in (0..).zip(triangles) {
        for [low, high] in edges(corners) {
            let place = &mut ends[low as usize];
            entries[*place] = [high, triangle];
            *place += 1;
        }
    }
    let mut groups = Groups::new(triangles.len());
    let mut start = 0;
    for &end in &ends[..vertices] {
        let entries = &mut entries[start..end];
        start = end;
        entries.sort_unstable();
        for pair in entries.windows(2).filter(|pair| pair[0][0] == pair[1][0]) {
            groups.join([pair[0][1], pair[1][1]]);
        }
    }
    let all: Vec<u32> = (0..triangles.len() as u32).collect();
    groups.of(&all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_with_a_common_edge_are_one_surface() {
        let triangles = [[0, 1, 2], [5, 3, 4], [2, 1, 3], [4, 6, 7], [3, 5, 7]];
        // 0 and 2 share an edge, 1 and 4 share one, and 3 has only a vertex in common with others.
        assert_eq!(shells(8, &triangles), [vec![0, 2], vec![1, 4], vec![3]]);
        assert!(shells(3, &[]).is_empty());
    }
}
