//! The labels of triangles while several planes cut: the parts of the input, then the planes.

use alloc::vec::Vec;

use crate::mesh::indexed::{CAP, Mesh};
use crate::mesh::region_cut::part::RegionPart;

/// The part numbers of a mesh in ascending order. While planes cut, a triangle of the surface has the index of its part
/// number in this list, and a triangle of a cut face has a number after all these indices. So cut faces of different
/// planes stay apart, whatever part numbers the input has.
pub(super) struct Labels {
    parts: Vec<u32>,
}

impl Labels {
    pub(super) fn of(mesh: &Mesh) -> Self {
        let mut parts = mesh.parts.clone();
        parts.sort_unstable();
        parts.dedup();
        if parts.is_empty() {
            parts.push(0);
        }
        Self { parts }
    }

    /// Returns the label of the cut face of the region's first plane. Smaller labels are those of the surface.
    pub(super) fn first_plane(&self) -> u32 {
        self.parts.len() as u32
    }

    /// Returns the label of the cut face of a plane.
    pub(super) fn of_plane(&self, plane: usize) -> u32 {
        self.first_plane() + plane as u32
    }

    /// Returns the mesh with labels in place of its part numbers.
    pub(super) fn numbered(&self, mesh: &Mesh) -> Mesh {
        let mut numbered = mesh.clone();
        for part in &mut numbered.parts {
            *part = self.parts.partition_point(|known| known < part) as u32;
        }
        numbered
    }

    /// Returns the mesh with its part numbers in place of labels, and the planes of its cut faces.
    pub(super) fn resolved(&self, mut mesh: Mesh) -> RegionPart {
        let first = self.first_plane();
        let mut planes = Vec::new();
        if mesh.parts.iter().any(|&label| label >= first) {
            let plane = |&label: &u32| (label + 1).saturating_sub(first);
            planes = mesh.parts.iter().map(plane).collect();
        }
        if mesh.parts.is_empty() && self.parts != [0] {
            mesh.parts.resize(mesh.triangles.len(), 0);
        }
        for part in &mut mesh.parts {
            *part = self.parts.get(*part as usize).copied().unwrap_or(CAP);
        }
        RegionPart { mesh, planes }
    }
}
