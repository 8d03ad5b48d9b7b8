//! Welding: corners at exactly equal positions get the same id. −0 equals 0.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// The value that marks a position without an id.
const NONE: u32 = u32::MAX;

/// Returns the bits that identify a position. −0 has the same bits as 0.
pub(crate) fn key(position: &[f64; 3]) -> [u64; 3] {
    position.map(|c| (c + 0.0).to_bits())
}

/// Gives equal positions one id, in the order of first use by the triangles, and replaces the corners of the triangles
/// by these ids. Removes the positions that no triangle uses.
pub(super) fn weld(positions: &mut Vec<[f64; 3]>, triangles: &mut [[u32; 3]]) {
    let hasher = DefaultHashBuilder::default();
    let mut table: HashTable<u32> = HashTable::with_capacity(positions.len());
    let mut renumbered = vec![NONE; positions.len()];
    let mut kept: Vec<[f64; 3]> = Vec::with_capacity(positions.len());
    for corner in triangles.as_flattened_mut() {
        let id = &mut renumbered[*corner as usize];
        if *id == NONE {
            let position = &positions[*corner as usize];
            let wanted = key(position);
            let entry = table.entry(
                hasher.hash_one(wanted),
                |&other| key(&kept[other as usize]) == wanted,
                |&other| hasher.hash_one(key(&kept[other as usize])),
            );
            *id = *entry
                .or_insert_with(|| {
                    kept.push(position.map(|c| c + 0.0));
                    (kept.len() - 1) as u32
                })
                .get();
        }
        *corner = *id;
    }
    kept.shrink_to_fit();
    *positions = kept;
}
