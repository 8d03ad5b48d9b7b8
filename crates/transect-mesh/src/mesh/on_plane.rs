//! The vertices, edges and triangles of a mesh that lie in a plane, as lists of ids.

use alloc::vec::Vec;

use transect::Cutter;
use transect_exact::Side;
use transect_exact::sorting::sort_pairs;

use crate::mesh::indexed::Mesh;
use crate::mesh::section::{Section, section_counting};
use crate::mesh::section_index::SectionIndex;
use crate::mesh::trace::{BACK, FRONT, ON, Trace};

/// The vertices, edges and triangles of a mesh that lie exactly in a plane.
///
/// [`PlaneContact`](crate::mesh::PlaneContact) only counts these vertices, edges and triangles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnPlane {
    /// The ids of the vertices in the plane, in ascending order.
    pub vertices: Vec<u32>,
    /// The edges with both ends in the plane, in ascending order. Each edge is a pair of vertex ids with the lesser id
    /// first.
    pub edges: Vec<[u32; 2]>,
    /// The indices of the triangles with all corners in the plane, in ascending order.
    pub faces: Vec<u32>,
    /// The number of triangles that pass through the plane.
    pub crossed: usize,
}

impl OnPlane {
    fn of(trace: &Trace<'_>) -> Self {
        let on = |(vertex, &side): (usize, &u8)| (side == ON).then_some(vertex as u32);
        let vertices = match trace.counts {
            [_, 0, _] => Vec::new(),
            _ => trace.sides.iter().enumerate().filter_map(on).collect(),
        };
        let mut edges: Vec<[u32; 2]> = trace.plane_edges.keys().copied().collect();
        sort_pairs(&mut edges);
        let passes = |&&triangle: &&u32| {
            let mask = trace.mask(&trace.mesh.triangles[triangle as usize]);
            mask & (FRONT | BACK) == FRONT | BACK
        };
        Self {
            vertices,
            edges,
            faces: trace.coplanar.iter().map(|&(face, _)| face).collect(),
            crossed: trace.contacts.iter().filter(passes).count(),
        }
    }
}

impl Mesh {
    /// Returns the vertices, edges and triangles that lie in a plane.
    ///
    /// ```
    /// use transect::Plane;
    /// use transect_mesh::{Mesh, RawMesh};
    /// # let positions = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let on = tetrahedron.on_plane(&"z = 0".parse::<Plane>()?);
    /// assert_eq!((on.vertices, on.faces, on.crossed), (vec![0, 1, 2], vec![0], 0));
    /// assert_eq!(on.edges, [[0, 1], [0, 2], [1, 2]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_plane(&self, cutter: &impl Cutter) -> OnPlane {
        OnPlane::of(&Trace::new(self, cutter))
    }
}

impl<M: core::borrow::Borrow<Mesh>> SectionIndex<M> {
    /// Returns the same result as [`Mesh::on_plane`] for the mesh of this [`SectionIndex`], but examines only the
    /// triangles near the plane.
    #[must_use]
    pub fn on_plane(&self, cutter: &impl Cutter) -> OnPlane {
        OnPlane::of(&self.trace(cutter))
    }

    /// Returns the section in which points on the plane count as lying on `side`, and the vertices, edges and triangles
    /// in the plane. The results equal those of [`Sections::counting_on_as`](crate::mesh::Sections::counting_on_as) and
    /// [`Mesh::on_plane`], but a single pass computes both.
    ///
    /// ```
    /// use transect::{Plane, Side};
    /// use transect_mesh::{Mesh, RawMesh, SectionIndex};
    /// # let positions = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let index = SectionIndex::new(&tetrahedron);
    /// let plane = "z = 0".parse::<Plane>()?;
    /// let (section, on) = index.section_and_on_plane(&plane, Side::Back);
    /// assert_eq!((section.area(), on.faces), (8.0, vec![0]));
    /// assert_eq!(index.section(&plane).area(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn section_and_on_plane(&self, cutter: &impl Cutter, side: Side) -> (Section, OnPlane) {
        let trace = self.trace(cutter);
        let section = section_counting(&trace, cutter.measuring_plane(), side);
        (section, OnPlane::of(&trace))
    }
}
