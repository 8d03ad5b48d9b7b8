//! Writing a tree as bytes.

use alloc::vec::Vec;

use crate::bvh::coordinate::Coordinate;
use crate::bvh::file::header::Header;
use crate::bvh::file::layout::{CHECKSUM, PIECE, ends};
use crate::bvh::tree::Bvh;

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Passes the bytes of the tree's file to `write`, one piece of at most 64 KiB and its checksum at a time. So the
    /// file can be written without holding all its bytes in memory.
    ///
    /// # Errors
    /// Returns the error that `write` returned. After this error, no more bytes are passed to `write`.
    pub fn write_to<E>(&self, mut write: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        write(&Header::of(self).to_bytes::<T, D>())?;
        let mut piece = Vec::with_capacity(PIECE + CHECKSUM);
        let mut seal = |piece: &mut Vec<u8>| {
            let checksum = crc32fast::hash(piece);
            piece.extend_from_slice(&checksum.to_le_bytes());
            let written = write(piece);
            piece.clear();
            written
        };
        for &id in &self.ids {
            piece.extend_from_slice(&id.to_le_bytes());
            if piece.len() == PIECE {
                seal(&mut piece)?;
            }
        }
        for block in self.leaves.iter().chain(self.levels.iter().flatten()) {
            for (axis, end) in ends::<D>() {
                for number in block.column(axis, end) {
                    number.put(&mut piece);
                    if piece.len() == PIECE {
                        seal(&mut piece)?;
                    }
                }
            }
        }
        if piece.is_empty() {
            return Ok(());
        }
        seal(&mut piece)
    }

    /// Returns the tree as the bytes of a file.
    ///
    /// ```
    /// use transect::{batch::AabbColumns, bvh::{Bvh, BvhFileError}};
    /// let (low, high) = ([0.0_f32, 2.0], [1.0, 3.0]);
    /// let tree = Bvh::build(&AabbColumns::new([&low, &low], [&high, &high]))?;
    /// let mut bytes = tree.to_bytes();
    /// let same: Bvh<f32, 2> = Bvh::from_bytes(&bytes)?;
    /// assert!(same.boxes().eq(tree.boxes()));
    /// bytes[100] ^= 1;
    /// let damaged = Bvh::<f32, 2>::from_bytes(&bytes);
    /// assert!(matches!(damaged, Err(BvhFileError::Damaged { from: 64, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let written = self.write_to(|piece| {
            bytes.extend_from_slice(piece);
            Ok::<(), core::convert::Infallible>(())
        });
        match written {
            Ok(()) => bytes,
        }
    }
}
