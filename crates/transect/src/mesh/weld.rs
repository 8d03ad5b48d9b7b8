//! Welding: corners at exactly equal positions get the same id. −0 equals 0.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// The value of an id that is not assigned yet.
const NONE: u32 = u32::MAX;

/// Returns the bits that identify a position. −0 counts as 0.
pub(crate) fn key(position: &[f64; 3]) -> [u64; 3] {
    position.map(|c| (c + 0.0).to_bits())
}

/// Renumbers the triangles so that equal positions share one id, in the order of first use.
/// Removes the positions that no triangle uses.
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
