//! The buffers from which a mesh is read, as graphics cards have them.

use alloc::vec::Vec;
use core::ops::Range;

use crate::mesh::buffers::indices::Indices;
use crate::mesh::buffers::mesh_buffers::MeshBuffers;
use crate::mesh::buffers::vertex_column::VertexColumn;

/// The vertex and index buffers of a mesh, borrowed: f32 columns that are separate or interleaved, and indices of two or
/// four bytes. [`Mesh::from_buffers`](crate::Mesh::from_buffers) reads them.
///
/// All columns have one entry per vertex. Vertices at the same position are one vertex of the mesh, and their other
/// numbers stay those of the corners.
#[derive(Clone, Debug)]
pub struct VertexBuffers<'b> {
    pub(super) positions: VertexColumn<'b, 3>,
    pub(super) normals: Option<VertexColumn<'b, 3>>,
    pub(super) tangents: Option<VertexColumn<'b, 4>>,
    pub(super) texture_coordinates: Vec<VertexColumn<'b, 2>>,
    pub(super) colors: Vec<VertexColumn<'b, 4>>,
    pub(super) indices: Indices<'b>,
    pub(super) parts: Vec<(u32, Range<usize>)>,
}

impl<'b> VertexBuffers<'b> {
    /// Returns the buffers of a mesh that has positions and indices only.
    #[must_use]
    pub fn new(positions: impl Into<VertexColumn<'b, 3>>, indices: impl Into<Indices<'b>>) -> Self {
        Self {
            positions: positions.into(),
            normals: None,
            tangents: None,
            texture_coordinates: Vec::new(),
            colors: Vec::new(),
            indices: indices.into(),
            parts: Vec::new(),
        }
    }

    /// Returns these buffers with normals of length one.
    #[must_use]
    pub fn with_normals(mut self, normals: impl Into<VertexColumn<'b, 3>>) -> Self {
        self.normals = Some(normals.into());
        self
    }

    /// Returns these buffers with tangents: a direction of length one, and a handedness ±1.
    #[must_use]
    pub fn with_tangents(mut self, tangents: impl Into<VertexColumn<'b, 4>>) -> Self {
        self.tangents = Some(tangents.into());
        self
    }

    /// Returns these buffers with a further set of texture coordinates. The sets count from 0 on.
    #[must_use]
    pub fn with_texture_coordinates(mut self, coordinates: impl Into<VertexColumn<'b, 2>>) -> Self {
        self.texture_coordinates.push(coordinates.into());
        self
    }

    /// Returns these buffers with a further set of linear colours: red, green, blue and alpha from 0 to 1. The sets count
    /// from 0 on.
    #[must_use]
    pub fn with_colors(mut self, colors: impl Into<VertexColumn<'b, 4>>) -> Self {
        self.colors.push(colors.into());
        self
    }

    /// Returns these buffers with a part: the triangles whose corners are in this range of the indices get this part
    /// number. All others belong to part 0. Engines call the parts of a mesh submeshes, surfaces or materials.
    #[must_use]
    pub fn with_part(mut self, part: u32, indices: Range<usize>) -> Self {
        self.parts.push((part, indices));
        self
    }
}

impl<'b> From<&'b MeshBuffers> for VertexBuffers<'b> {
    fn from(buffers: &'b MeshBuffers) -> Self {
        Self {
            positions: (&buffers.positions).into(),
            normals: some(&buffers.normals),
            tangents: some(&buffers.tangents),
            texture_coordinates: buffers.texture_coordinates.iter().map(Into::into).collect(),
            colors: buffers.colors.iter().map(Into::into).collect(),
            indices: (&buffers.indices).into(),
            parts: buffers
                .parts
                .iter()
                .map(|own| (own.part, own.indices.clone()))
                .collect(),
        }
    }
}

/// Returns a column, or `None` for an empty list.
fn some<const N: usize>(rows: &Vec<[f32; N]>) -> Option<VertexColumn<'_, N>> {
    (!rows.is_empty()).then(|| rows.into())
}
