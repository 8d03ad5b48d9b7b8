//! The corners of triangles in an index buffer.

use alloc::vec::Vec;

use transect_exact::arrays::Few as _;

/// The corners of triangles as indices of vertices: three successive ones are a triangle, counter-clockwise seen from
/// outside.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Indices<'b> {
    /// Indices in two bytes.
    U16(&'b [u16]),
    /// Indices in four bytes.
    U32(&'b [u32]),
    /// No index buffer: three successive vertices are a triangle.
    InOrder,
}

impl Indices<'_> {
    /// Returns the number of corners of a mesh with so many vertices.
    pub(super) fn count(&self, vertices: usize) -> usize {
        match self {
            Self::U16(indices) => indices.len(),
            Self::U32(indices) => indices.len(),
            Self::InOrder => vertices,
        }
    }

    /// Returns the triangles of a mesh with so many vertices. Corners after the last whole triangle are left out.
    pub(super) fn triangles(&self, vertices: usize) -> Vec<[u32; 3]> {
        match self {
            Self::U16(indices) => {
                let (triangles, _) = indices.as_chunks::<3>();
                triangles
                    .iter()
                    .map(|corners| corners.each(u32::from))
                    .collect()
            }
            Self::U32(indices) => indices.as_chunks::<3>().0.to_vec(),
            Self::InOrder => (0..vertices as u32 / 3)
                .map(|triangle| [0, 1, 2].each(|corner| 3 * triangle + corner))
                .collect(),
        }
    }
}

macro_rules! indices_from {
    ($($index:ty => $variant:ident),*) => {$(
        impl<'b> From<&'b [$index]> for Indices<'b> {
            fn from(indices: &'b [$index]) -> Self {
                Self::$variant(indices)
            }
        }

        impl<'b> From<&'b Vec<$index>> for Indices<'b> {
            fn from(indices: &'b Vec<$index>) -> Self {
                Self::$variant(indices)
            }
        }

        impl<'b, const COUNT: usize> From<&'b [$index; COUNT]> for Indices<'b> {
            fn from(indices: &'b [$index; COUNT]) -> Self {
                Self::$variant(indices)
            }
        }
    )*};
}

indices_from!(u16 => U16, u32 => U32);
