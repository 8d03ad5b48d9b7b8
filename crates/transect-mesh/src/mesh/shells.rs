//! Shells: triangles that are connected by edges. An open mesh may have closed shells.

use alloc::vec;
use alloc::vec::Vec;

use transect::Aabb;

use crate::mesh::attributes::Attributes;
use crate::mesh::boundary::boundary;
use crate::mesh::gaps::Groups;
use crate::mesh::indexed::Mesh;

/// The closed shells of a mesh, and the open ones. [`Mesh::closed_shells`] returns them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ClosedShells {
    /// The triangles of all closed shells as one mesh, in their order. It has no attributes and no parts.
    pub mesh: Mesh,
    /// The number of closed shells.
    pub count: usize,
    /// The open shells, in the order of their first triangles.
    pub open: Vec<OpenShell>,
}

/// A shell with open edges.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OpenShell {
    /// The number of triangles.
    pub triangles: usize,
    /// The number of directed edges without a matching reverse edge.
    pub open_edges: usize,
    /// The bounding box.
    pub bounds: Aabb,
}

impl Mesh {
    /// Separates the closed shells of this mesh from the open ones. A shell is a largest group of triangles that are
    /// connected by edges.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh};
    /// let positions = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [5.0; 3], [6.0, 5.0, 5.0]];
    /// // A closed tetrahedron, and a triangle that shares a vertex with it.
    /// let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2], [3, 4, 5]];
    /// let mesh = Mesh::new(RawMesh { positions: positions.into(), triangles, ..RawMesh::default() })?;
    /// let shells = mesh.closed_shells();
    /// assert_eq!((shells.count, shells.mesh.volume()), (1, 1.0 / 6.0));
    /// assert_eq!((shells.open.len(), shells.open[0].open_edges), (1, 3));
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn closed_shells(&self) -> ClosedShells {
        let mut is_closed = vec![false; self.triangles.len()];
        let (mut count, mut open) = (0, Vec::new());
        // The vertices of a shell are numbered anew, so that the work for a shell depends on its own size only.
        let mut numbers = vec![u32::MAX; self.positions.len()];
        for shell in shells(self.positions.len(), &self.triangles) {
            let mut used: Vec<u32> = Vec::new();
            let mut own = Vec::with_capacity(shell.len());
            for &index in &shell {
                own.push(self.triangles[index as usize].map(|vertex| {
                    let number = &mut numbers[vertex as usize];
                    if *number == u32::MAX {
                        *number = used.len() as u32;
                        used.push(vertex);
                    }
                    *number
                }));
            }
            let open_edges = boundary(used.len(), &own).open_edges();
            if open_edges == 0 {
                count += 1;
                for &index in &shell {
                    is_closed[index as usize] = true;
                }
            } else {
                let positions = used.iter().map(|&vertex| self.positions[vertex as usize]);
                let positions: Vec<[f64; 3]> = positions.collect();
                open.extend(Aabb::of_points(&positions).ok().map(|bounds| OpenShell {
                    triangles: shell.len(),
                    open_edges,
                    bounds,
                }));
            }
            for vertex in used {
                numbers[vertex as usize] = u32::MAX;
            }
        }
        ClosedShells {
            mesh: self.with_triangles(&is_closed, numbers),
            count,
            open,
        }
    }

    /// Returns the mesh of some triangles, and of the vertices that they use. `numbers` has `u32::MAX` for each vertex.
    fn with_triangles(&self, is_kept: &[bool], mut numbers: Vec<u32>) -> Self {
        let mut positions = Vec::new();
        let kept = self.triangles.iter().zip(is_kept);
        let kept = kept.filter(|(_, is_kept)| **is_kept);
        let triangles = kept.map(|(triangle, _)| {
            triangle.map(|vertex| {
                let number = &mut numbers[vertex as usize];
                if *number == u32::MAX {
                    *number = positions.len() as u32;
                    positions.push(self.positions[vertex as usize]);
                }
                *number
            })
        });
        let triangles = triangles.collect();
        Self::from_welded(positions, triangles, Attributes::default(), Vec::new())
    }
}

/// Returns the triangles of each connected surface, in the order of their first triangles. Two triangles are connected if they
/// share an edge. `vertices` is the number of vertices.
pub(in crate::mesh) fn shells(vertices: usize, triangles: &[[u32; 3]]) -> Vec<Vec<u32>> {
    let edges = |corners: &[u32; 3]| {
        let [a, b, c] = *corners;
        let edges = [[a, b], [b, c], [c, a]].map(|[from, to]| [from.min(to), from.max(to)]);
        // An edge from a vertex to itself connects nothing.
        edges.into_iter().filter(|[low, high]| low != high)
    };
    // Counting puts the edges of each lesser vertex side by side, so that only few of them are ever sorted.
    let mut ends = vec![0_usize; vertices + 1];
    for [low, _] in triangles.iter().flat_map(edges) {
        ends[low as usize + 1] += 1;
    }
    for vertex in 0..vertices {
        ends[vertex + 1] += ends[vertex];
    }
    let mut entries = vec![[0_u32; 2]; ends[vertices]];
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
