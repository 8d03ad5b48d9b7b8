//! The tree over the rows of one part of an index.

use transect::bvh::{Bvh, BvhFileError};

/// A tree over consecutive rows of a table; id 0 is the first of these rows.
#[derive(Clone, Debug)]
pub enum IndexTree<const D: usize> {
    /// A tree in f32: every number of these rows is an f32 value.
    Single(Bvh<f32, D>),
    /// A tree in f64: some numbers are not f32 values.
    Double(Bvh<f64, D>),
}

impl<const D: usize> IndexTree<D> {
    /// Returns the number of rows that the tree contains.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Single(tree) => tree.len(),
            Self::Double(tree) => tree.len(),
        }
    }

    /// Returns `true` if there are no rows. An index does not contain empty trees.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads a tree from bytes; `None` if `width` is not the size of f32 or f64.
    pub(crate) fn of_bytes(width: u32, bytes: &[u8]) -> Result<Option<Self>, BvhFileError> {
        Ok(match width {
            4 => Some(Self::Single(Bvh::from_bytes(bytes)?)),
            8 => Some(Self::Double(Bvh::from_bytes(bytes)?)),
            _ => None,
        })
    }

    /// Returns the size in bytes of the tree's numbers: 4 for f32, 8 for f64.
    pub(crate) fn width(&self) -> u32 {
        match self {
            Self::Single(_) => 4,
            Self::Double(_) => 8,
        }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Single(tree) => tree.to_bytes(),
            Self::Double(tree) => tree.to_bytes(),
        }
    }

    /// Returns the number of rows in the tree, or `None` if some row has no box.
    pub(crate) fn rows(&self) -> Option<usize> {
        let ids = match self {
            Self::Single(tree) => tree.id_count(),
            Self::Double(tree) => tree.id_count(),
        };
        (self.len() == ids).then_some(ids)
    }
}
