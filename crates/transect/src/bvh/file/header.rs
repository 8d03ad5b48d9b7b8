//! The header of a tree file, and the sizes that follow from the header.

use alloc::vec::Vec;

use transect_exact::arrays::Few as _;
use transect_exact::sorting::sort_pairs;

use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::file::error::BvhFileError;
use crate::bvh::file::layout::{CHECKSUM, HEADER, MAGIC, PIECE, VERSION, u32_of};
use crate::bvh::tree::{Bvh, NO_ID};

/// The content of a tree file's header.
#[derive(Clone, Debug)]
pub(super) struct Header {
    pub(super) built: u64,
    pub(super) waiting: u64,
    pub(super) next_id: u64,
    /// The number of leaf blocks: those of the built tree, and those of inserted boxes that wait to be merged into it.
    pub(super) leaves: u64,
    /// A number that no finite coordinate in the file exceeds in magnitude.
    pub(super) largest: f64,
}

impl Header {
    pub(super) fn of<T, const D: usize>(tree: &Bvh<T, D>) -> Self {
        Self {
            built: tree.built as u64,
            waiting: tree.waiting as u64,
            next_id: u64::from(tree.next_id),
            leaves: tree.leaves.len() as u64,
            largest: tree.largest,
        }
    }

    pub(super) fn to_bytes<T: Coordinate, const D: usize>(&self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(MAGIC);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        header[12] = D as u8;
        header[13] = T::BYTES as u8;
        let counts = [self.built, self.waiting, self.next_id].each(u64::to_le_bytes);
        header[16..40].copy_from_slice(counts.as_flattened());
        header[40..48].copy_from_slice(&self.largest.to_le_bytes());
        let checksum = crc32fast::hash(&header[..HEADER - CHECKSUM]);
        header[HEADER - CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
        header
    }

    /// Returns the number of blocks in each level of nodes above the leaves, from the lowest level up.
    pub(super) fn levels(&self) -> impl Iterator<Item = usize> {
        levels_over(self.built).map(|blocks| blocks as usize)
    }

    /// Reads the header. Checks that the number of bytes in the file matches the header.
    pub(super) fn read<T: Coordinate, const D: usize>(bytes: &[u8]) -> Result<Self, BvhFileError> {
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
                query: match (D, T::BYTES) {
                    (2, 4) => "2D of 32-bit ones",
                    (2, _) => "2D of 64-bit ones",
                    (_, 4) => "3D of 32-bit ones",
                    _ => "3D of 64-bit ones",
                },
            });
        }
        let bytes_at = |place: usize| {
            let bytes = header[16 + 8 * place..24 + 8 * place].try_into();
            bytes.expect("eight bytes")
        };
        let [built, waiting, next_id] = [0, 1, 2].each(|place| u64::from_le_bytes(bytes_at(place)));
        let leaves = built.saturating_add(waiting.div_ceil(LANES as u64));
        let nodes = levels_over(built).fold(0_u64, u64::saturating_add);
        let block = (LANES * 2 * D * T::BYTES) as u64;
        let of_blocks = leaves.saturating_add(nodes).saturating_mul(block);
        let body = leaves
            .saturating_mul((LANES * 4) as u64)
            .saturating_add(of_blocks);
        let expected = (HEADER as u64)
            .saturating_add(body)
            .saturating_add(body.div_ceil(PIECE as u64).saturating_mul(CHECKSUM as u64));
        if expected != found {
            return Err(BvhFileError::Length { expected, found });
        }
        let largest = f64::from_le_bytes(bytes_at(3));
        if !(0.0..=f64::MAX).contains(&largest) {
            let what = "its largest coordinate is not a number";
            return Err(BvhFileError::Slot { slot: 0, what });
        }
        Ok(Self {
            built,
            waiting,
            next_id,
            leaves,
            largest,
        })
    }

    /// Returns an error if an id occurs twice, if an id was never assigned, or if a slot has an id although no box was
    /// ever stored in it.
    pub(super) fn check_ids(&self, ids: &[u32]) -> Result<(), BvhFileError> {
        let given = self.built * LANES as u64 + self.waiting;
        let wrong = |slot, what| Err(BvhFileError::Slot { slot, what });
        if self.next_id > u64::from(NO_ID) || given >= u64::from(NO_ID) {
            return wrong(0, "there are more ids than 32 bits number");
        }
        for (slot, &id) in ids.iter().enumerate().filter(|&(_, &id)| id != NO_ID) {
            if u64::from(id) >= self.next_id {
                return wrong(slot, "its id was never assigned");
            }
            if slot as u64 >= given {
                return wrong(slot, "it has an id, but no box was ever stored in it");
            }
        }
        match first_again(ids, self.next_id as usize) {
            Some(slot) => wrong(slot, "another slot has the same id"),
            None => Ok(()),
        }
    }
}

/// Returns a slot whose id also occurs in an earlier slot, or `None` if all ids differ; all ids are below `end`,
/// and all slots with an id are below 2³².
fn first_again(ids: &[u32], end: usize) -> Option<usize> {
    // If a set of bits, one per id below `end`, needs no more memory than a list of pairs of id and slot, the set of
    // bits is used.
    let are_bits_fewer = end <= 64 * ids.len();
    let mut ids = ids.iter().copied().zip(0..).filter(|&(id, _)| id != NO_ID);
    if are_bits_fewer {
        let mut seen = alloc::vec![0_u64; end.div_ceil(64)];
        let again = |&(id, _): &(u32, usize)| {
            let (word, bit) = (&mut seen[id as usize / 64], 1 << (id % 64));
            let was_seen = *word & bit != 0;
            *word |= bit;
            was_seen
        };
        return ids.find(again).map(|(_, slot)| slot);
    }
    let mut seen: Vec<[u32; 2]> = ids.map(|(id, slot)| [id, slot as u32]).collect();
    sort_pairs(&mut seen);
    let pair = seen.windows(2).find(|pair| pair[0][0] == pair[1][0])?;
    Some(pair[1][1] as usize)
}

/// Returns the number of blocks in each level of nodes above `leaves` leaves, from the lowest level up.
fn levels_over(leaves: u64) -> impl Iterator<Item = u64> {
    let above = |&blocks: &u64| (blocks > 1).then(|| blocks.div_ceil(LANES as u64));
    core::iter::successors(Some(leaves), above).skip(1)
}
