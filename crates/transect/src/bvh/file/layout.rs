//! The sizes in a tree file, and the check of a piece of the file (up to 64 KiB) against its checksum.

use crate::bvh::file::error::BvhFileError;

pub(super) const MAGIC: &[u8; 8] = b"transbvh";
pub(super) const VERSION: u32 = 2;
pub(super) const HEADER: usize = 64;
pub(super) const PIECE: usize = 1 << 16;
pub(super) const CHECKSUM: usize = 4;
/// The number of bytes in a row, the unit in which a file is read. The sizes of pieces, of blocks and of the ids of a
/// leaf are multiples of this number.
pub(super) const ROW: usize = 64;

/// Returns the columns of a block in the order in which a file stores them. Each column is given by its axis and its
/// end: 0 for the least coordinates, 1 for the greatest.
pub(super) fn ends<const D: usize>() -> impl Iterator<Item = (usize, usize)> {
    (0..D).flat_map(|axis| [(axis, 0), (axis, 1)])
}

pub(super) fn u32_of(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("four bytes"))
}

/// Returns an error if the bytes of a piece differ from the checksum at its end; `from` is the piece's position in the
/// file.
pub(super) fn check_piece(piece: &[u8], from: usize) -> Result<(), BvhFileError> {
    let (content, checksum) = piece.split_at(piece.len().saturating_sub(CHECKSUM));
    if checksum.len() < CHECKSUM || crc32fast::hash(content) != u32_of(checksum) {
        let to = from + piece.len();
        return Err(BvhFileError::Damaged { from, to });
    }
    Ok(())
}
