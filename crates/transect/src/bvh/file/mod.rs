//! Trees as bytes, and back. Nothing is trusted: a damaged file is an error that says where.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---:|---|
//! | 8 | `transbvh` |
//! | 4 | the version, 2 |
//! | 1, 1, 2 | dimensions, bytes of a coordinate, zeros |
//! | 8 | built blocks |
//! | 8 | slots given to boxes that wait to be merged |
//! | 8 | the next id |
//! | 8 | a number (f64) that no coordinate exceeds in magnitude |
//! | 12 | zeros |
//! | 4 | CRC-32 of the 60 bytes before |
//!
//! Then in pieces of 64 KiB, the last one shorter, each with its CRC-32 behind it: the ids of all slots, 4 bytes
//! each, 2³²−1 where there is no box; the blocks, axis by axis the sixteen least and the sixteen greatest
//! coordinates; and the levels over them, blocks of the same kind, from the lowest up.

mod header;
mod read;
mod view;
mod write;

pub use view::{BvhView, OverlapIds};

use crate::aabb::{Aabb, AabbError};
use crate::bvh::block::Block;
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::file::header::Header;
use crate::bvh::tree::NO_ID;

const MAGIC: &[u8; 8] = b"transbvh";
const VERSION: u32 = 2;
const HEADER: usize = 64;
const PIECE: usize = 1 << 16;
const CHECKSUM: usize = 4;
/// What is read at once; pieces are whole numbers of it, and so is all that stands in them.
const ROW: usize = 64;

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

/// The block of the next rows.
fn block_of<'b, T: Coordinate, const D: usize>(
    rows: &mut impl Iterator<Item = &'b [u8]>,
) -> Block<T, D> {
    let mut block = Block::of(&[[T::ZERO; D]; 2]);
    for (axis, end) in ends::<D>() {
        for part in block.column_mut(axis, end).chunks_exact_mut(ROW / T::BYTES) {
            let row = rows.next().unwrap_or_default().chunks_exact(T::BYTES);
            for (number, bytes) in part.iter_mut().zip(row) {
                *number = T::take(bytes);
            }
        }
    }
    block
}

/// Refuses a block with a box that is none, or with a coordinate beyond what the header says.
fn check_boxes<T: Coordinate, const D: usize>(
    block: &Block<T, D>,
    place: usize,
    header: &Header,
) -> Result<(), BvhFileError> {
    for lane in 0..LANES {
        let slot = place * LANES + lane;
        let [min, max] = block.corners(lane).map(|corner| corner.map(T::to_f64));
        let why = |why| BvhFileError::NotABox { slot, why };
        Aabb::new(min, max).map_err(why)?;
        let numbers = [min, max];
        if numbers
            .as_flattened()
            .iter()
            .any(|number| number.abs() > header.largest)
        {
            let what = "a coordinate is larger than the tree says";
            return Err(BvhFileError::Slot { slot, what });
        }
    }
    Ok(())
}

fn lanes_in_use(ids: &[u32]) -> u16 {
    let in_use = ids.iter().enumerate().filter(|&(_, &id)| id != NO_ID);
    in_use.fold(0, |lanes, (lane, _)| lanes | 1 << lane)
}

/// The columns of a block in the order of a file.
fn ends<const D: usize>() -> impl Iterator<Item = (usize, usize)> {
    (0..D).flat_map(|axis| [(axis, 0), (axis, 1)])
}

fn u32_of(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("four bytes"))
}

/// Compares a piece with the checksum behind it; `from` is where it begins.
fn check_piece(piece: &[u8], from: usize) -> Result<(), BvhFileError> {
    let (content, checksum) = piece.split_at(piece.len().saturating_sub(CHECKSUM));
    if checksum.len() < CHECKSUM || crc32fast::hash(content) != u32_of(checksum) {
        let to = from + piece.len();
        return Err(BvhFileError::Damaged { from, to });
    }
    Ok(())
}
