//! The part of a mesh inside or outside a region, with the planes of its cut faces.

use alloc::vec;
use alloc::vec::Vec;

use crate::mesh::indexed::Mesh;
use crate::mesh::measure::triangle_area;
use crate::mesh::parts::build::Built;

/// The part of a mesh inside or outside a region. Each cut face is labelled with its plane.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RegionPart {
    /// The mesh. The triangles of its cut faces have the part number [`CAP`](crate::mesh::CAP).
    pub mesh: Mesh,
    /// For each triangle of a cut face, the index of its plane plus 1; for any other triangle, 0. The list is empty if
    /// the mesh has no cut faces.
    pub(super) planes: Vec<u32>,
}

impl RegionPart {
    /// Returns the index of the plane whose cut face has this triangle, or `None` for a triangle of the input's
    /// surface.
    #[must_use]
    pub fn plane_of(&self, triangle: usize) -> Option<usize> {
        let label = *self.planes.get(triangle)?;
        Some(label.checked_sub(1)? as usize)
    }

    /// Returns the indices of the triangles in the cut face of a plane, in ascending order.
    pub fn face(&self, plane: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.planes.len()).filter(move |&triangle| self.plane_of(triangle) == Some(plane))
    }

    /// Returns the mesh with one part number per cut face: `first` for the cut face of the region's first plane,
    /// `first` + 1 for that of the second, and so on.
    pub(crate) fn into_mesh_with_faces_as_parts(self, first: u32) -> Mesh {
        let mut mesh = self.mesh;
        for (part, &plane) in mesh.parts.iter_mut().zip(&self.planes) {
            if plane > 0 {
                *part = first + (plane - 1);
            }
        }
        mesh
    }

    /// Returns the area of the cut face of each plane, for a region of `planes` planes.
    #[must_use]
    pub fn face_areas(&self, planes: usize) -> Vec<f64> {
        let mut areas = vec![0.0; planes];
        for triangle in 0..self.planes.len() {
            if let Some(plane) = self.plane_of(triangle) {
                areas[plane] += triangle_area(&self.mesh.corners(triangle));
            }
        }
        areas
    }

    /// Returns, for each triangle of a cut face, the index of its plane plus 1, and for any other triangle 0. The list is
    /// empty if the mesh has no cut faces.
    pub(in crate::mesh) fn planes(&self) -> &[u32] {
        &self.planes
    }

    pub(super) fn of(built: Built) -> Self {
        let Built { mesh, planes, .. } = built;
        let planes = match planes.len() {
            0 => planes,
            faces => [vec![0; mesh.triangles.len() - faces], planes].concat(),
        };
        Self { mesh, planes }
    }

    pub(in crate::mesh) fn whole(mesh: &Mesh) -> Self {
        Self {
            mesh: mesh.clone(),
            planes: Vec::new(),
        }
    }
}
