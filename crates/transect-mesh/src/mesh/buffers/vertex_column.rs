//! A column of a vertex buffer: some numbers of each vertex.

use alloc::vec::Vec;

use transect_exact::arrays::array;

use crate::mesh::indexed::MeshError;

/// A column of a vertex buffer: `N` successive `f32` numbers of each vertex, such as its position. The column of a buffer
/// of its own is made from a slice or a list of arrays; [`VertexColumn::interleaved`] takes the numbers out of vertices
/// that have others, too.
#[derive(Clone, Copy, Debug)]
pub struct VertexColumn<'b, const N: usize> {
    /// The numbers, from the first number of the first vertex in the column on.
    numbers: &'b [f32],
    stride: usize,
    count: usize,
}

impl<'b, const N: usize> VertexColumn<'b, N> {
    /// Returns the column of the numbers from `offset` on in each vertex. A vertex has `stride` numbers in all. Both are
    /// counted in numbers, not in bytes.
    ///
    /// ```
    /// use transect_mesh::VertexColumn;
    /// // Two vertices: a position, and texture coordinates.
    /// let vertices = [0.0, 0.0, 0.0, 0.5, 1.0, 2.0, 0.0, 0.0, 0.5, 0.0];
    /// let coordinates = VertexColumn::<2>::interleaved(&vertices, 3, 5)?;
    /// assert_eq!(coordinates.iter().collect::<Vec<_>>(), [[0.5, 1.0], [0.5, 0.0]]);
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MeshError::Column`] if a vertex of `stride` numbers has no `N` numbers from `offset` on, and
    /// [`MeshError::Length`] if the last vertex is incomplete.
    pub fn interleaved(
        vertices: &'b [f32],
        offset: usize,
        stride: usize,
    ) -> Result<Self, MeshError> {
        if N == 0 || stride < N || offset > stride - N {
            return Err(MeshError::Column {
                width: N,
                offset,
                stride,
            });
        }
        let count = vertices.len() / stride;
        if count * stride != vertices.len() {
            return Err(MeshError::Length {
                what: "vertices",
                expected: (count + 1).saturating_mul(stride),
                found: vertices.len(),
            });
        }
        Ok(Self {
            numbers: vertices.get(offset..).unwrap_or(&[]),
            stride,
            count,
        })
    }

    /// Returns the column that begins with the first of these numbers and has one row every `stride` numbers, counted in
    /// numbers. The last row may end with the numbers, before its stride does.
    ///
    /// ```
    /// use transect_mesh::VertexColumn;
    /// let from_third = [0.5, 1.0, 2.0, 0.0, 0.0, 0.5, 0.0]; // what follows the first three numbers of two vertices
    /// let coordinates = VertexColumn::<2>::strided(&from_third, 5, 2)?;
    /// assert_eq!(coordinates.iter().collect::<Vec<_>>(), [[0.5, 1.0], [0.5, 0.0]]);
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MeshError::Column`] if a row is wider than the stride, and [`MeshError::Length`] if there are fewer numbers
    /// than `count` rows need.
    pub fn strided(numbers: &'b [f32], stride: usize, count: usize) -> Result<Self, MeshError> {
        if N == 0 || stride < N {
            return Err(MeshError::Column {
                width: N,
                offset: 0,
                stride,
            });
        }
        let needed = match count.checked_sub(1) {
            None => 0,
            Some(last) => last.saturating_mul(stride).saturating_add(N),
        };
        if numbers.len() < needed {
            return Err(MeshError::Length {
                what: "vertices",
                expected: needed,
                found: numbers.len(),
            });
        }
        Ok(Self {
            numbers,
            stride,
            count,
        })
    }

    /// Returns the number of vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns `true` if there are no vertices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Visits the numbers of each vertex.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = [f32; N]> + 'b {
        let Self {
            numbers,
            stride,
            count,
        } = *self;
        (0..count).map(move |vertex| {
            let row = &numbers[vertex * stride..][..N];
            array(|place| row[place])
        })
    }
}

impl<'b, const N: usize> From<&'b [[f32; N]]> for VertexColumn<'b, N> {
    fn from(rows: &'b [[f32; N]]) -> Self {
        Self {
            numbers: rows.as_flattened(),
            stride: N,
            count: rows.len(),
        }
    }
}

impl<'b, const N: usize> From<&'b Vec<[f32; N]>> for VertexColumn<'b, N> {
    fn from(rows: &'b Vec<[f32; N]>) -> Self {
        rows.as_slice().into()
    }
}

impl<'b, const N: usize, const COUNT: usize> From<&'b [[f32; N]; COUNT]> for VertexColumn<'b, N> {
    fn from(rows: &'b [[f32; N]; COUNT]) -> Self {
        rows.as_slice().into()
    }
}
