//! Conversion of trees to bytes and back. Input bytes are not trusted: damage is an error that names the position.
//!
//! All numbers in a tree file are little-endian.
//!
//! | bytes | content |
//! |---:|---|
//! | 8 | `transbvh` |
//! | 4 | the version, 2 |
//! | 1 + 1 + 2 | one byte for the number of dimensions, one for the bytes per coordinate, two zero bytes |
//! | 8 | number of built leaf blocks |
//! | 8 | number of slots given to inserted boxes that wait to be merged into the built leaves |
//! | 8 | the id that the next inserted box gets |
//! | 8 | a number (f64) that no finite coordinate exceeds in magnitude |
//! | 12 | zeros |
//! | 4 | CRC-32 of the 60 bytes before this checksum |
//!
//! After the header, the file is divided into pieces of 64 KiB; the last piece may be shorter. Each piece is followed
//! by its CRC-32. The pieces together hold three sections:
//!
//! * the ids of all slots, 4 bytes each; 2³²−1 marks a slot without a box;
//! * the leaf blocks; for each axis a block stores its sixteen least, then its sixteen greatest coordinates;
//! * the levels above the leaves, from the lowest up, as blocks with the same layout.

mod error;
mod header;
mod layout;
mod read;
mod view;
mod write;

pub use error::BvhFileError;
pub use view::{BvhView, OverlapIds};

use crate::aabb::Aabb;
use crate::bvh::block::Block;
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::file::header::Header;
use crate::bvh::file::layout::{ROW, ends};
use crate::bvh::tree::NO_ID;

/// Reads a block from an iterator over the file's rows of 64 bytes.
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

/// Returns an error for an invalid box in a block, or for a finite coordinate whose magnitude exceeds the header's
/// `largest`.
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
            .any(|number| number.is_finite() && number.abs() > header.largest)
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
