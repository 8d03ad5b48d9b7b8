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
