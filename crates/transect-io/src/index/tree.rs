//! The tree of a part.

use transect::bvh::{Bvh, BvhFileError};

/// A tree over some rows of a table: id 0 is the first of them.
#[derive(Clone, Debug)]
pub enum IndexTree<const D: usize> {
    /// Each number of these rows is one of f32 exactly.
    Single(Bvh<f32, D>),
    /// Some are not.
    Double(Bvh<f64, D>),
}

impl<const D: usize> IndexTree<D> {
    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Single(tree) => tree.len(),
            Self::Double(tree) => tree.len(),
        }
    }

    /// Whether there are none; an index has no such tree.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tree that bytes hold; none if there is no tree of such numbers.
    pub(crate) fn of_bytes(width: u32, bytes: &[u8]) -> Result<Option<Self>, BvhFileError> {
        Ok(match width {
            4 => Some(Self::Single(Bvh::from_bytes(bytes)?)),
            8 => Some(Self::Double(Bvh::from_bytes(bytes)?)),
            _ => None,
        })
    }

    /// How many bytes a number takes.
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

    /// How many rows there are, if each has one box.
    pub(crate) fn rows(&self) -> Option<usize> {
        let ids = match self {
            Self::Single(tree) => tree.id_count(),
            Self::Double(tree) => tree.id_count(),
        };
        (self.len() == ids).then_some(ids)
    }
}
