//! The errors of reading a tree from bytes.

use core::error::Error;
use core::fmt;

use crate::aabb::AabbError;

/// An error of reading a tree from bytes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BvhFileError {
    /// The bytes do not begin with `transbvh`, as those of a tree do.
    NotATree,
    /// The version of the format is not supported.
    Version {
        /// The version of the format in the file.
        found: u32,
    },
    /// The tree in the file has another dimension or number type than the reader expects.
    Kind {
        /// The dimension of the tree in the file: 2 or 3.
        dimensions: u8,
        /// The number of bits of a coordinate of the tree.
        bits: u32,
        /// The dimension and number type that the reader expects.
        query: &'static str,
    },
    /// There are more or fewer bytes than the header requires.
    Length {
        /// The length of the file according to the header; 2⁶⁴−1 if the header requires a greater length.
        expected: u64,
        /// The number of bytes that were given.
        found: u64,
    },
    /// The bytes of the header, or of a piece of the file (up to 64 KiB), differ from their checksum.
    Damaged {
        /// The position of the first byte that may be wrong.
        from: usize,
        /// The position after the last byte that may be wrong.
        to: usize,
    },
    /// The checksums are right, but a slot (place for one box) has an invalid id or an invalid coordinate.
    Slot {
        /// The index of the invalid slot, counted through all leaves.
        slot: usize,
        /// A description of what is wrong in the slot.
        what: &'static str,
    },
    /// The checksums are right, but a box is invalid.
    NotABox {
        /// The index of the slot that holds the invalid box.
        slot: usize,
        /// The error in the bounds of the box in this slot.
        why: AabbError,
    },
    /// The checksums are right, but the bounds of a block are invalid or do not contain the blocks below it.
    Bounds {
        /// The level of the block, counted from 1 for the level above the leaves.
        level: usize,
        /// The index of the wrong block in its level.
        block: usize,
    },
}

impl fmt::Display for BvhFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATree => f.write_str(
                "this is not the file of a tree of boxes: it does not start with `transbvh`",
            ),
            Self::Version { found } => write!(
                f,
                "the tree is of version {found} of its format; version 2 is known here. Build it anew"
            ),
            Self::Kind {
                dimensions,
                bits,
                query,
            } => write!(
                f,
                "the tree is {dimensions}D of {bits}-bit numbers; asked for is {query}"
            ),
            Self::Length { expected, found } => write!(
                f,
                "the tree has {expected} bytes, of which {found} are here"
            ),
            Self::Damaged { from, to } => write!(
                f,
                "bytes {from} to {to} of the tree are damaged: their checksum differs. Build it anew"
            ),
            Self::Slot { slot, what } => write!(f, "slot {slot} of the tree is wrong: {what}"),
            Self::NotABox { slot, why } => {
                write!(f, "slot {slot} of the tree is not a box: {why}")
            }
            Self::Bounds { level, block } => write!(
                f,
                "bounds in block {block} of level {level} of the tree do not hold what is below them"
            ),
        }
    }
}

impl Error for BvhFileError {}
