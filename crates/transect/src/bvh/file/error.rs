//! Why bytes are not a tree.

use crate::aabb::AabbError;

/// Why bytes are not a tree.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BvhFileError {
    /// The first bytes are others than those of a tree.
    #[error("this is no file of a tree of boxes: it does not start with `transbvh`")]
    NotATree,
    /// A version that is not known here.
    #[error("the tree is of version {found} of its format; version 2 is known here. Build it anew")]
    Version {
        /// The version in the file.
        found: u32,
    },
    /// A tree of other dimensions or other numbers.
    #[error("the tree is {dimensions}D of {bits}-bit numbers; asked for is {asked}")]
    Kind {
        /// Its dimensions.
        dimensions: u8,
        /// The bits of its numbers.
        bits: u32,
        /// What was to be read.
        asked: &'static str,
    },
    /// There are more or less bytes than the tree has.
    #[error("the tree has {expected} bytes, of which {found} are here")]
    Length {
        /// How long the file of such a tree is; 2⁶⁴−1 if longer than that.
        expected: u64,
        /// How many bytes there are.
        found: u64,
    },
    /// A checksum differs.
    #[error("bytes {from} to {to} of the tree are damaged: their checksum differs. Build it anew")]
    Damaged {
        /// The first byte that may be wrong.
        from: usize,
        /// The byte after the last one.
        to: usize,
    },
    /// Checksums hold, but what they hold is no tree.
    #[error("slot {slot} of the tree is wrong: {what}")]
    Slot {
        /// The slot.
        slot: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// Checksums hold, but a box is none.
    #[error("slot {slot} of the tree is no box: {why}")]
    NotABox {
        /// The slot.
        slot: usize,
        /// What is wrong with its bounds.
        why: AabbError,
    },
    /// Checksums hold, but bounds do not.
    #[error("bounds in block {block} of level {level} of the tree do not hold what is below them")]
    Bounds {
        /// The level, counted from 1 up from the boxes.
        level: usize,
        /// The block of it.
        block: usize,
    },
}
