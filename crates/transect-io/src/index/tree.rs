//! The tree over the rows of one part of an index.

use transect::bvh::{Bvh, BvhFileError};

/// A search tree over the boxes of consecutive rows of a table; id 0 is the first of these rows.
#[derive(Clone, Debug)]
pub enum IndexTree<const D: usize> {
    /// A tree with f32 coordinates, for rows in which every coordinate is an f32 value.
    Single(Bvh<f32, D>),
    /// A tree with f64 coordinates, for rows in which some coordinate is not an f32 value.
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

    /// Returns `true` if the tree contains no rows. An index does not contain such trees.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads a tree from bytes. `width` is the size of a coordinate in bytes; the result is `None` unless it is 4 (f32)
    /// or 8 (f64).
    pub(crate) fn of_bytes(width: u32, bytes: &[u8]) -> Result<Option<Self>, BvhFileError> {
        Ok(match width {
            4 => Some(Self::Single(Bvh::from_bytes(bytes)?)),
            8 => Some(Self::Double(Bvh::from_bytes(bytes)?)),
            _ => None,
        })
    }

    /// Returns the size in bytes of the tree's coordinates: 4 for f32, 8 for f64.
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
