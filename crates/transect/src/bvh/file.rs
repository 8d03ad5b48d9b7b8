//! Trees as bytes, and back. Nothing is trusted: a damaged file is an error that says where.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---:|---|
//! | 8 | `transbvh` |
//! | 4 | the version, 1 |
//! | 1, 1, 2 | dimensions, bytes of a coordinate, zeros |
//! | 8 | built blocks |
//! | 8 | slots given to boxes that wait to be merged |
//! | 8 | the next id |
//! | 20 | zeros |
//! | 4 | CRC-32 of the 60 bytes before |
//!
//! Then in pieces of 64 KiB, the last one shorter, each with its CRC-32 behind it: the ids of all slots, 4 bytes
//! each, 2³²−1 where there is no box; the blocks, axis by axis the sixteen least and the sixteen greatest
//! coordinates. Levels are not kept: they are bounds of what is there, made again faster than read.

use alloc::vec::Vec;

use crate::aabb::{Aabb, AabbError};
use crate::bvh::block::Block;
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::tree::{Bvh, NO_ID};

const MAGIC: &[u8; 8] = b"transbvh";
const VERSION: u32 = 1;
const HEADER: usize = 64;
const PIECE: usize = 1 << 16;
const CHECKSUM: usize = 4;
/// What is read at once; pieces are whole numbers of it.
const ROW: usize = 64;

/// Why bytes are not a tree.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BvhFileError {
    /// The first bytes are others than those of a tree.
    #[error("this is no file of a tree of boxes: it does not start with `transbvh`")]
    NotATree,
    /// A version that is not known here.
    #[error("the tree is of version {found} of its format; version 1 is known here. Build it anew")]
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
}

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// The tree as the bytes of a file, handed on piece by piece, each 64 KiB at most: to write it without
    /// a copy in memory.
    ///
    /// # Errors
    /// What `write` returns.
    pub fn write_to<E>(&self, mut write: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        write(&self.header())?;
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
        for leaf in &self.leaves {
            for (axis, end) in ends::<D>() {
                for number in leaf.column(axis, end) {
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

    /// The tree as the bytes of a file.
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

    /// The tree that bytes of [`Bvh::to_bytes`] hold. Lengths, checksums, ids and numbers are checked, and
    /// bounds are made anew: what comes back answers as exactly as what was kept, or it is an error. Takes
    /// memory in proportion to the bytes that are really there.
    ///
    /// # Errors
    /// [`BvhFileError`] says where and what.
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
            let mut block = Block::of(&[[T::ZERO; D]; 2]);
            for (axis, end) in ends::<D>() {
                let column = block.column_mut(axis, end);
                for part in column.chunks_exact_mut(ROW / T::BYTES) {
                    let row = rows.next().unwrap_or_default().chunks_exact(T::BYTES);
                    for (number, bytes) in part.iter_mut().zip(row) {
                        *number = T::take(bytes);
                    }
                }
            }
            check_block(&block, leaf)?;
            blocks.push(block);
        }
        Ok(Self::of_parts(blocks, ids, &header))
    }

    fn of_parts(leaves: Vec<Block<T, D>>, ids: Vec<u32>, header: &Header) -> Self {
        let alive: Vec<u16> = ids.chunks_exact(LANES).map(lanes_in_use).collect();
        let built = header.built as usize;
        let empty: u32 = alive[..built].iter().map(|alive| alive.count_zeros()).sum();
        // Not a hole is what stands behind the last box.
        let behind = alive[..built].last().map_or(0, |last| last.leading_zeros());
        let mut tree = Self {
            count: ids.iter().filter(|&&id| id != NO_ID).count(),
            leaves,
            levels: Vec::new(),
            built,
            ids,
            alive,
            removed: (empty - behind) as usize,
            waiting: header.waiting as usize,
            next_id: header.next_id as u32,
            slots: Vec::new(),
            largest: 0.0,
        };
        tree.set_levels();
        tree
    }

    fn header(&self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(MAGIC);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        header[12] = D as u8;
        header[13] = T::BYTES as u8;
        let counts = [
            self.built as u64,
            self.waiting as u64,
            u64::from(self.next_id),
        ];
        for (place, count) in counts.into_iter().enumerate() {
            header[16 + 8 * place..24 + 8 * place].copy_from_slice(&count.to_le_bytes());
        }
        let checksum = crc32fast::hash(&header[..HEADER - CHECKSUM]);
        header[HEADER - CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
        header
    }
}

/// What the first bytes of a file say.
struct Header {
    built: u64,
    waiting: u64,
    next_id: u64,
    /// Built blocks and those of boxes that wait.
    leaves: u64,
}

impl Header {
    /// Reads it, and compares the length of all bytes with it.
    fn read<T: Coordinate, const D: usize>(bytes: &[u8]) -> Result<Self, BvhFileError> {
        if !bytes.starts_with(MAGIC) {
            return Err(BvhFileError::NotATree);
        }
        let found = bytes.len() as u64;
        let Some(header) = bytes.get(..HEADER) else {
            let expected = HEADER as u64;
            return Err(BvhFileError::Length { expected, found });
        };
        let (content, checksum) = header.split_at(HEADER - CHECKSUM);
        if crc32fast::hash(content) != u32_of(checksum) {
            let (from, to) = (0, HEADER);
            return Err(BvhFileError::Damaged { from, to });
        }
        match u32_of(&header[8..12]) {
            VERSION => {}
            found => return Err(BvhFileError::Version { found }),
        }
        let [dimensions, bytes_of_a_number] = [header[12], header[13]];
        if usize::from(dimensions) != D || usize::from(bytes_of_a_number) != T::BYTES {
            return Err(BvhFileError::Kind {
                dimensions,
                bits: 8 * u32::from(bytes_of_a_number),
                asked: match (D, T::BYTES) {
                    (2, 4) => "2D of 32-bit ones",
                    (2, _) => "2D of 64-bit ones",
                    (_, 4) => "3D of 32-bit ones",
                    _ => "3D of 64-bit ones",
                },
            });
        }
        let count = |place: usize| {
            let bytes = header[16 + 8 * place..24 + 8 * place].try_into();
            u64::from_le_bytes(bytes.expect("eight bytes"))
        };
        let [built, waiting, next_id] = [count(0), count(1), count(2)];
        let leaves = built.saturating_add(waiting.div_ceil(LANES as u64));
        let size = (LANES * (4 + 2 * D * T::BYTES)) as u64;
        let body = leaves.saturating_mul(size);
        let expected = (HEADER as u64)
            .saturating_add(body)
            .saturating_add(body.div_ceil(PIECE as u64).saturating_mul(CHECKSUM as u64));
        if expected != found {
            return Err(BvhFileError::Length { expected, found });
        }
        Ok(Self {
            built,
            waiting,
            next_id,
            leaves,
        })
    }

    /// Ids occur once and are below the next one, and slots that were never given have none.
    fn check_ids(&self, ids: &[u32]) -> Result<(), BvhFileError> {
        let given = self.built * LANES as u64 + self.waiting;
        let wrong = |slot, what| Err(BvhFileError::Slot { slot, what });
        if self.next_id > u64::from(NO_ID) || given >= u64::from(NO_ID) {
            return wrong(0, "there are more ids than 32 bits number");
        }
        let mut seen: Vec<(u32, u32)> = Vec::with_capacity(ids.len());
        for (slot, &id) in ids.iter().enumerate() {
            if id == NO_ID {
                continue;
            }
            if u64::from(id) >= self.next_id {
                return wrong(slot, "its id was never given");
            }
            if slot as u64 >= given {
                return wrong(slot, "it has an id, but was never given");
            }
            seen.push((id, slot as u32));
        }
        seen.sort_unstable();
        match seen.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => wrong(pair[1].1 as usize, "another slot has the same id"),
            None => Ok(()),
        }
    }
}

/// Rows of the body, after the checksums of all pieces were compared.
fn checked_rows(body: &[u8]) -> Result<impl Iterator<Item = &[u8]>, BvhFileError> {
    for (place, piece) in body.chunks(PIECE + CHECKSUM).enumerate() {
        let (content, checksum) = piece.split_at(piece.len().saturating_sub(CHECKSUM));
        if checksum.len() < CHECKSUM || crc32fast::hash(content) != u32_of(checksum) {
            let from = HEADER + place * (PIECE + CHECKSUM);
            return Err(BvhFileError::Damaged {
                from,
                to: from + piece.len(),
            });
        }
    }
    let pieces = body.chunks(PIECE + CHECKSUM);
    Ok(pieces.flat_map(|piece| piece[..piece.len() - CHECKSUM].chunks_exact(ROW)))
}

fn check_block<T: Coordinate, const D: usize>(
    block: &Block<T, D>,
    leaf: usize,
) -> Result<(), BvhFileError> {
    for lane in 0..LANES {
        let [min, max] = block.corners(lane).map(|corner| corner.map(T::to_f64));
        Aabb::new(min, max).map_err(|why| BvhFileError::NotABox {
            slot: leaf * LANES + lane,
            why,
        })?;
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
