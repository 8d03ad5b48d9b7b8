//! Welding: corners at exactly equal positions become one vertex, with one id. −0 equals 0.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::{BuildHasher, Hasher};

use hashbrown::{DefaultHashBuilder, HashTable};

/// The value that marks a position without an id.
const NONE: u32 = u32::MAX;

/// Returns the bits that identify a position. −0 has the same bits as 0.
pub(crate) fn key(position: &[f64; 3]) -> [u64; 3] {
    position.map(|c| (c + 0.0).to_bits())
}

/// A list of distinct positions, and a hash table of their ids (the indices in the list).
#[derive(Clone, Debug)]
pub(super) struct Welder {
    hasher: DefaultHashBuilder,
    table: HashTable<u32>,
    pub(super) positions: Vec<[f64; 3]>,
}

impl Welder {
    /// Creates an empty list with memory for `capacity` positions. The list can grow beyond this capacity.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self {
            hasher: DefaultHashBuilder::default(),
            table: HashTable::with_capacity(capacity),
            positions: Vec::with_capacity(capacity),
        }
    }

    /// Returns the id of a position. If the position is new, it is added to the list.
    #[inline]
    pub(super) fn id(&mut self, position: &[f64; 3]) -> u32 {
        let Self {
            hasher,
            table,
            positions,
        } = self;
        let wanted = key(position);
        let entry = table.entry(
            hash(hasher, wanted),
            |&other| key(&positions[other as usize]) == wanted,
            |&other| hash(hasher, key(&positions[other as usize])),
        );
        *entry
            .or_insert_with(|| {
                positions.push(position.map(|c| c + 0.0));
                (positions.len() - 1) as u32
            })
            .get()
    }

    /// Returns the positions, in the order in which they were added.
    pub(super) fn into_positions(mut self) -> Vec<[f64; 3]> {
        self.positions.shrink_to_fit();
        self.positions
    }
}

#[inline]
fn hash(hasher: &DefaultHashBuilder, key: [u64; 3]) -> u64 {
    let mut state = hasher.build_hasher();
    for bits in key {
        state.write_u64(bits);
    }
    state.finish()
}

/// Gives equal positions one id, in the order of first use by the triangles, and replaces the corners of the triangles
/// by these ids. Removes the positions that no triangle uses.
pub(super) fn weld(positions: &mut Vec<[f64; 3]>, triangles: &mut [[u32; 3]]) {
    // Closed meshes have about half as many vertices as triangles, so this capacity is nearly always enough.
    let mut welder = Welder::with_capacity(positions.len().min(triangles.len()));
    let mut renumbered = vec![NONE; positions.len()];
    for corner in triangles.as_flattened_mut() {
        let id = &mut renumbered[*corner as usize];
        if *id == NONE {
            *id = welder.id(&positions[*corner as usize]);
        }
        *corner = *id;
    }
    *positions = welder.into_positions();
}
