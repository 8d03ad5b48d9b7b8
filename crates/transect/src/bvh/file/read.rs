//! Reading a tree from bytes.

use alloc::vec::Vec;

use crate::bvh::block::Block;
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::file::error::BvhFileError;
use crate::bvh::file::header::Header;
use crate::bvh::file::layout::{CHECKSUM, HEADER, PIECE, ROW, check_piece, u32_of};
use crate::bvh::file::{block_of, check_boxes, lanes_in_use};
use crate::bvh::tree::{Bvh, NO_ID};

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Reads the tree from bytes that [`Bvh::to_bytes`] made. Lengths, checksums, ids, numbers and bounds are checked.
    /// Queries of the returned tree are as exact as those of the original. The memory used is in proportion to the
    /// bytes present, whatever the header claims.
    ///
    /// # Errors
    /// Returns a [`BvhFileError`] that names the error and its position.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BvhFileError> {
        let header = Header::read::<T, D>(bytes)?;
        let mut rows = checked_rows(&bytes[HEADER..])?;
        let leaves = header.leaves as usize;
        let mut ids = Vec::with_capacity(leaves * LANES);
        for _ in 0..leaves {
            let row = rows.next().unwrap_or_default();
            ids.extend(row.chunks_exact(4).map(u32_of));
        }
        header.check_ids(&ids)?;
        let mut blocks = Vec::with_capacity(leaves);
        for leaf in 0..leaves {
            let block = block_of(&mut rows);
            check_boxes(&block, leaf, &header)?;
            blocks.push(block);
        }
        let mut levels: Vec<Vec<Block<T, D>>> = Vec::new();
        for count in header.levels() {
            let level: Vec<_> = (0..count).map(|_| block_of(&mut rows)).collect();
            let below = match levels.last() {
                Some(level) => level,
                None => &blocks[..header.built as usize],
            };
            if let Some(block) = first_that_does_not_hold(&level, below, &header) {
                let level = levels.len() + 1;
                return Err(BvhFileError::Bounds { level, block });
            }
            levels.push(level);
        }
        Ok(Self::of_parts(blocks, levels, ids, &header))
    }

    fn of_parts(
        leaves: Vec<Block<T, D>>,
        levels: Vec<Vec<Block<T, D>>>,
        ids: Vec<u32>,
        header: &Header,
    ) -> Self {
        let alive: Vec<u16> = ids.chunks_exact(LANES).map(lanes_in_use).collect();
        let built = header.built as usize;
        let empty: u32 = alive[..built].iter().map(|alive| alive.count_zeros()).sum();
        // Slots (places for boxes) after the last box of the last built leaf are padding, not holes left by removed
        // boxes.
        let behind = alive[..built].last().map_or(0, |last| last.leading_zeros());
        Self {
            count: ids.iter().filter(|&&id| id != NO_ID).count(),
            leaves,
            levels,
            built,
            ids,
            alive,
            removed: (empty - behind) as usize,
            waiting: header.waiting as usize,
            next_id: header.next_id as u32,
            slots: Vec::new(),
            largest: header.largest,
        }
    }
}

/// Returns the index of the first block of a level whose bounds are invalid or do not contain the blocks below it.
fn first_that_does_not_hold<T: Coordinate, const D: usize>(
    level: &[Block<T, D>],
    below: &[Block<T, D>],
    header: &Header,
) -> Option<usize> {
    let holds = |place: usize| {
        let [min, max] = level[place / LANES].corners(place % LANES);
        let mut below = (0..LANES).map(|lane| below[place].corners(lane));
        below
            .all(|[low, high]| (0..D).all(|axis| min[axis] <= low[axis] && high[axis] <= max[axis]))
    };
    let none = (0..level.len()).find(|&place| check_boxes(&level[place], place, header).is_err());
    let open = (0..below.len()).find(|&place| !holds(place));
    none.or(open.map(|place| place / LANES))
}

/// Returns the file's bytes after the header, in rows of 64 bytes, after comparing all pieces with their checksums.
fn checked_rows(body: &[u8]) -> Result<impl Iterator<Item = &[u8]>, BvhFileError> {
    for (place, piece) in body.chunks(PIECE + CHECKSUM).enumerate() {
        check_piece(piece, HEADER + place * (PIECE + CHECKSUM))?;
    }
    let pieces = body.chunks(PIECE + CHECKSUM);
    Ok(pieces.flat_map(|piece| piece[..piece.len() - CHECKSUM].chunks_exact(ROW)))
}
