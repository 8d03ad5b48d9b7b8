//! The sizes in a tree file, and the check of a piece of the file.

use crate::bvh::file::error::BvhFileError;

pub(super) const MAGIC: &[u8; 8] = b"transbvh";
pub(super) const VERSION: u32 = 2;
pub(super) const HEADER: usize = 64;
pub(super) const PIECE: usize = 1 << 16;
pub(super) const CHECKSUM: usize = 4;
/// The number of bytes read at once. Pieces, blocks and the ids of a leaf are multiples of it.
pub(super) const ROW: usize = 64;

/// Returns the columns of a block in the order of a file: each as an axis and an end (0 for the least coordinates).
pub(super) fn ends<const D: usize>() -> impl Iterator<Item = (usize, usize)> {
    (0..D).flat_map(|axis| [(axis, 0), (axis, 1)])
}

pub(super) fn u32_of(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("four bytes"))
}

/// Compares the bytes of a piece with the checksum at its end; `from` is the position of the piece in the file.
pub(super) fn check_piece(piece: &[u8], from: usize) -> Result<(), BvhFileError> {
    let (content, checksum) = piece.split_at(piece.len().saturating_sub(CHECKSUM));
    if checksum.len() < CHECKSUM || crc32fast::hash(content) != u32_of(checksum) {
        let to = from + piece.len();
        return Err(BvhFileError::Damaged { from, to });
    }
    Ok(())
}
