//! The vertices of a mesh, as stored by file formats whose triangles refer to vertices by index.

use std::borrow::Cow;

use transect_mesh::{Boundary, Mesh};

/// The vertices and the triangles of a mesh, as stored in a file whose triangles refer to vertices by index.
///
/// If a closed mesh has an edge with more than two triangles, each end of this edge becomes several vertices of the
/// file: one per fan (connected group of triangles around that end, [`Mesh::fans`]). So programs that compare indices
/// find two triangles at each edge. Programs that compare positions find the vertices of the mesh.
pub(crate) struct Vertices<'a> {
    mesh: &'a Mesh,
    /// For each vertex of the file, the vertex of the mesh at the same position. `None` if the file has the same
    /// vertices as the mesh.
    sources: Option<Vec<u32>>,
    pub(crate) triangles: Cow<'a, [[u32; 3]]>,
}

impl<'a> Vertices<'a> {
    pub(crate) fn of(mesh: &'a Mesh) -> Self {
        let fans = mesh.fans();
        let (sources, triangles) = match fans {
            Some(fans) => (Some(fans.vertices), Cow::Owned(fans.triangles)),
            None => (None, Cow::Borrowed(mesh.triangles())),
        };
        Self {
            mesh,
            sources,
            triangles,
        }
    }

    pub(crate) fn len(&self) -> usize {
        let sources = self.sources.as_ref();
        sources.map_or(self.mesh.positions().len(), Vec::len)
    }

    /// Returns the vertex of the mesh that has the position of this vertex of the file.
    pub(crate) fn source(&self, vertex: u32) -> u32 {
        let sources = self.sources.as_ref();
        sources.map_or(vertex, |sources| sources[vertex as usize])
    }

    pub(crate) fn position(&self, vertex: u32) -> [f64; 3] {
        self.mesh.positions()[self.source(vertex) as usize]
    }

    /// Returns `true` if each edge of the triangles has exactly two triangles, which run along it in opposite
    /// directions. Vertices of the file are compared by index.
    pub(crate) fn is_manifold(&self) -> bool {
        match &self.sources {
            Some(sources) => is_manifold(sources.len(), &self.triangles),
            // The mesh keeps its boundary once it is computed, so the edges are not counted again.
            None => self.mesh.boundary().manifold,
        }
    }
}

/// Returns `true` if each edge of these triangles has exactly two triangles, which run along it in opposite directions.
/// Vertices are compared by index.
pub(crate) fn is_manifold(vertices: usize, triangles: &[[u32; 3]]) -> bool {
    vertices.max(triangles.len()) <= 1 << 30 && Boundary::of(vertices, triangles).manifold
}
