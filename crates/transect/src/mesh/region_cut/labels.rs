//! The labels of triangles while several planes cut a mesh: one label per part number of the input, then one per plane.

use alloc::vec::Vec;

use crate::mesh::indexed::{CAP, Mesh};
use crate::mesh::region_cut::part::RegionPart;

/// The different part numbers of a mesh in ascending order. While planes cut the mesh, each triangle has a label. The
/// label of a triangle of the surface is the index of its part number in this list. The label of a triangle of a cut
/// face is the length of the list plus the index of the plane. So the labels of cut faces differ from each other and
/// from those of the surface, whatever part numbers the input has.
pub(in crate::mesh) struct Labels {
    parts: Vec<u32>,
}

impl Labels {
    pub(in crate::mesh) fn of(mesh: &Mesh) -> Self {
        let mut parts = mesh.parts.clone();
        parts.sort_unstable();
        parts.dedup();
        if parts.is_empty() {
            parts.push(0);
        }
        Self { parts }
    }

    /// Returns the label of the cut face of the region's first plane. Smaller labels are those of the surface.
    pub(in crate::mesh) fn first_plane(&self) -> u32 {
        self.parts.len() as u32
    }

    /// Returns the label of the cut face of a plane.
    pub(in crate::mesh) fn of_plane(&self, plane: usize) -> u32 {
        self.first_plane() + plane as u32
    }

    /// Returns the mesh with labels in place of its part numbers.
    pub(in crate::mesh) fn numbered(&self, mesh: &Mesh) -> Mesh {
        let mut numbered = mesh.clone();
        for part in &mut numbered.parts {
            *part = self.parts.partition_point(|known| known < part) as u32;
        }
        numbered
    }

    /// Returns the mesh with part numbers in place of labels, and the plane of each triangle of a cut face.
    pub(in crate::mesh) fn resolved(&self, mut mesh: Mesh) -> RegionPart {
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
