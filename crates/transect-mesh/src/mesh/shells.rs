//! Shells: triangles that are connected by edges. An open mesh may have closed shells.

use alloc::vec::Vec;

use transect::Aabb;

use crate::mesh::attributes::Attributes;
use crate::mesh::boundary::boundary;
use crate::mesh::indexed::Mesh;
use crate::mesh::rims::Groups;

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
        let mut groups = Groups::new(self.triangles.len());
        let mut edges: Vec<([u32; 2], u32)> = Vec::with_capacity(3 * self.triangles.len());
        for (index, &[a, b, c]) in (0..).zip(&self.triangles) {
            for [from, to] in [[a, b], [b, c], [c, a]] {
                // An edge from a vertex to itself connects nothing.
                if from != to {
                    edges.push(([from.min(to), from.max(to)], index));
                }
            }
        }
        edges.sort_unstable();
        for [one, other] in edges.array_windows() {
            if one.0 == other.0 {
                groups.join(one.1, other.1);
            }
        }
        drop(edges);
        // The triangles of each shell together, and the shells in the order of their first triangles.
        let mut members: Vec<(u32, u32)> = (0..self.triangles.len() as u32)
            .map(|index| (groups.of(index), index))
            .collect();
        members.sort_unstable();
        let mut is_closed = Vec::new();
        is_closed.resize(self.triangles.len(), false);
        let (mut count, mut open) = (0, Vec::new());
        // The vertices of a shell are numbered anew, so that the work for a shell depends on its own size only.
        let mut numbers: Vec<u32> = Vec::new();
        numbers.resize(self.positions.len(), u32::MAX);
        for shell in members.chunk_by(|one, other| one.0 == other.0) {
            let mut used: Vec<u32> = Vec::new();
            let mut own = Vec::with_capacity(shell.len());
            for (_, index) in shell {
                own.push(self.triangles[*index as usize].map(|vertex| {
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
                for (_, index) in shell {
                    is_closed[*index as usize] = true;
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
