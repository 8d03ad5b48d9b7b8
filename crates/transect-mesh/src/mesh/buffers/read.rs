//! A mesh from vertex and index buffers.

use alloc::vec::Vec;
use core::ops::Range;

use transect_exact::arrays::{Few as _, array};

use crate::mesh::attributes::{AttributeLayer, Attributes, Meaning};
use crate::mesh::buffers::vertex_buffers::VertexBuffers;
use crate::mesh::buffers::vertex_column::VertexColumn;
use crate::mesh::indexed::{Mesh, MeshError, RawMesh, expect_length};

impl Mesh {
    /// Builds a mesh from vertex and index buffers. The conversion to f64 is exact. Vertices at the same position become
    /// one vertex, where −0 equals 0; their normals, texture coordinates and colours stay those of the corners.
    ///
    /// ```
    /// use transect_mesh::{Mesh, VertexBuffers};
    /// // A square of two triangles, whose diagonal has two vertices at each end.
    /// let positions = [
    ///     [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0],
    ///     [0.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0],
    /// ];
    /// let colors = [[1.0, 0.0, 0.0, 1.0]; 6];
    /// let indices = [0_u16, 1, 2, 3, 4, 5];
    /// let square = Mesh::from_buffers(VertexBuffers::new(&positions, &indices).with_colors(&colors))?;
    /// assert_eq!((square.positions().len(), square.attributes().rows()), (4, 6));
    /// assert_eq!(square.boundary().open_edges(), 4); // the diagonal is closed
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`MeshError`] that names the invalid vertex or triangle, the column that is not as long as the positions,
    /// an incomplete last triangle, or a part that ends after the last triangle or inside of one.
    pub fn from_buffers<'b>(buffers: impl Into<VertexBuffers<'b>>) -> Result<Self, MeshError> {
        Self::new(raw(&buffers.into())?)
    }
}

/// Returns the lists of a mesh.
fn raw(buffers: &VertexBuffers<'_>) -> Result<RawMesh, MeshError> {
    let count = buffers.positions.len();
    let corners = buffers.indices.count(count);
    expect_length("indices", corners.next_multiple_of(3), corners)?;
    let mut layers = Vec::new();
    if let Some(normals) = &buffers.normals {
        layers.push(layer("normals", Meaning::Normal, normals, count)?);
    }
    if let Some(tangents) = &buffers.tangents {
        layers.push(layer("tangents", Meaning::Tangent, tangents, count)?);
    }
    for (set, column) in (0..).zip(&buffers.texture_coordinates) {
        let meaning = Meaning::TextureCoordinate(set);
        layers.push(layer("texture coordinates", meaning, column, count)?);
    }
    for (set, column) in (0..).zip(&buffers.colors) {
        layers.push(layer("colors", Meaning::Color(set), column, count)?);
    }
    let triangles = buffers.indices.triangles(count);
    let parts = parts(&buffers.parts, triangles.len())?;
    let positions = buffers.positions.iter();
    Ok(RawMesh {
        positions: positions.map(|position| position.each(f64::from)).collect(),
        attributes: Attributes {
            corners: if layers.is_empty() {
                Vec::new()
            } else {
                triangles.clone()
            },
            layers,
        },
        triangles,
        parts,
    })
}

/// Returns the layer of a column. `count` is the number of vertices.
fn layer<const N: usize>(
    what: &'static str,
    meaning: Meaning,
    column: &VertexColumn<'_, N>,
    count: usize,
) -> Result<AttributeLayer, MeshError> {
    expect_length(what, count, column.len())?;
    let mut values = Vec::with_capacity(N * count);
    for row in column.iter() {
        values.extend(array::<f64, N>(|place| row[place].into()));
    }
    Ok(AttributeLayer {
        meaning,
        width: N,
        values,
    })
}

/// Returns the part number of each triangle. The list is empty if all belong to part 0.
fn parts(parts: &[(u32, Range<usize>)], triangles: usize) -> Result<Vec<u32>, MeshError> {
    let mut numbers = Vec::new();
    for (part, indices) in parts {
        let Range { start, end } = *indices;
        if start > end || end > 3 * triangles || start % 3 != 0 || end % 3 != 0 {
            return Err(MeshError::Part {
                part: *part,
                start,
                end,
                count: 3 * triangles,
            });
        }
        if *part != 0 || !numbers.is_empty() {
            numbers.resize(triangles, 0);
            numbers[start / 3..end / 3].fill(*part);
        }
    }
    Ok(numbers)
}
