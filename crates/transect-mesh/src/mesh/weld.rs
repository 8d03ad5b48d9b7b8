//! Welding: corners at exactly equal positions become one vertex, with one id. −0 equals 0.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::BuildHasher;
use core::mem;

use hashbrown::{DefaultHashBuilder, HashSet, HashTable};
use transect_exact::arrays::Few as _;

/// The value that marks a position without an id.
const NONE: u32 = u32::MAX;

/// The bits that identify a position, with a quick hash: an array of them would be hashed as a list of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key(u64, u64, u64);

/// Returns the bits that identify a position. −0 has the same bits as 0.
pub(crate) fn key(position: &[f64; 3]) -> Key {
    let [x, y, z] = position.each(|c| (c + 0.0).to_bits());
    Key(x, y, z)
}

/// The largest number of entries of the list of recent ids. The list then has 128 KiB, and stays in the cache of a CPU
/// core, unlike the table of a large mesh.
const MOST_RECENT: usize = 1 << 15;

/// A list of distinct positions, and a hash table of their ids (the indices in the list).
#[derive(Clone, Debug)]
pub(super) struct Welder {
    hasher: DefaultHashBuilder,
    table: HashTable<u32>,
    /// Ids that were asked for recently, or [`NONE`]. The hash of a position gives the place of its id. Neighbouring
    /// triangles share vertices, so most ids are found here. The length is a power of two.
    recent: Vec<u32>,
    pub(super) positions: Vec<[f64; 3]>,
}

impl Welder {
    /// Creates an empty list with memory for `capacity` positions. The list can grow beyond this capacity.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self {
            hasher: DefaultHashBuilder::default(),
            table: HashTable::with_capacity(capacity),
            recent: vec![NONE; capacity.next_power_of_two().min(MOST_RECENT)],
            positions: Vec::with_capacity(capacity),
        }
    }

    /// Returns the id of a position. If the position is new, it is added to the list.
    #[inline]
    pub(super) fn id(&mut self, position: &[f64; 3]) -> u32 {
        let Self {
            hasher,
            table,
            recent,
            positions,
        } = self;
        let wanted = key(position);
        let hashed = hasher.hash_one(wanted);
        // The table uses the highest and the lowest bits of a hash, so `recent` uses bits between them.
        let place = (hashed >> 24) as usize & (recent.len() - 1);
        let recent = &mut recent[place];
        if let Some(other) = positions.get(*recent as usize)
            && key(other) == wanted
        {
            return *recent;
        }
        let entry = table.entry(
            hashed,
            |&other| key(&positions[other as usize]) == wanted,
            |&other| hasher.hash_one(key(&positions[other as usize])),
        );
        *recent = *entry
            .or_insert_with(|| {
                positions.push(position.each(|c| c + 0.0));
                (positions.len() - 1) as u32
            })
            .get();
        *recent
    }

    /// Returns the positions, in the order in which they were added.
    pub(super) fn into_positions(mut self) -> Vec<[f64; 3]> {
        self.positions.shrink_to_fit();
        self.positions
    }
}

/// Returns `true` if welding would change no position: all are distinct, none is −0, and triangles use all of them.
#[cfg(feature = "serde_1")]
pub(super) fn is_welded(positions: &[[f64; 3]], triangles: &[[u32; 3]]) -> bool {
    let mut is_used = vec![false; positions.len()];
    for &vertex in triangles.as_flattened() {
        is_used[vertex as usize] = true;
    }
    let mut keys = HashSet::with_capacity(positions.len());
    let is_new = |position: &[f64; 3]| {
        let is_plain = position.iter().all(|c| c.to_bits() != (-0.0_f64).to_bits());
        is_plain && keys.insert(key(position))
    };
    is_used.iter().all(|&is_used| is_used) && positions.iter().all(is_new)
}

/// Gives equal positions one id, in the order of first use by the triangles, and replaces the corners of the triangles
/// by these ids. Removes the positions that no triangle uses.
pub(super) fn weld(positions: &mut Vec<[f64; 3]>, triangles: &mut [[u32; 3]]) {
    let mut used = renumber(mem::take(positions), triangles);
    if let Some(mut ids) = firsts_of_equal(&used) {
        // A position has the id of the first position that equals it. That one comes before, so its id is known.
        let mut count = 0;
        for index in 0..used.len() {
            let first = ids[index] as usize;
            ids[index] = if first == index {
                used[count] = used[index];
                count += 1;
                count as u32 - 1
            } else {
                ids[first]
            };
        }
        used.truncate(count);
        used.shrink_to_fit();
        for corner in triangles.as_flattened_mut() {
            *corner = ids[*corner as usize];
        }
    }
    for coordinate in used.as_flattened_mut() {
        *coordinate += 0.0;
    }
    *positions = used;
}

/// The mean number of positions in a group of [`firsts_of_equal`] is between half of this number and this number.
const GROUP: usize = 512;

/// Returns, for each position, the index of the first position that equals it; `None` if all positions differ.
///
/// The hash table of a large mesh does not stay in the cache of a CPU core, and most lookups would wait for memory. So
/// the positions are divided into groups by their hashes, and each group is compared in a table of its own.
pub(super) fn firsts_of_equal(positions: &[[f64; 3]]) -> Option<Vec<u32>> {
    let hasher = DefaultHashBuilder::default();
    let groups = positions.len().div_ceil(GROUP).next_power_of_two();
    let hashes: Vec<u32> = positions
        .iter()
        .map(|position| (hasher.hash_one(key(position)) >> 16) as u32)
        .collect();
    // The lowest bits of a hash give its group, and the bits above give its place in the table of the group.
    let group = |hash: u32| hash as usize & (groups - 1);
    let mut ends = vec![0; groups];
    for &hash in &hashes {
        ends[group(hash)] += 1;
    }
    let mut largest = 0;
    let mut next = 0;
    for end in &mut ends {
        largest = largest.max(*end);
        next += mem::replace(end, next);
    }
    let mut sorted = vec![[0; 2]; positions.len()];
    for (&hash, index) in hashes.iter().zip(0..) {
        let place = &mut ends[group(hash)];
        sorted[*place] = [hash, index];
        *place += 1;
    }
    let mut firsts = Vec::new();
    let mut table = vec![[0, NONE]; (2 * largest).next_power_of_two()];
    let mut start = 0;
    for end in ends {
        let entries = &sorted[start..end];
        start = end;
        let mask = (2 * entries.len()).next_power_of_two() - 1;
        table[..=mask].fill([0, NONE]);
        for &[hash, index] in entries {
            let mut place = hash as usize >> groups.trailing_zeros() & mask;
            loop {
                let [other_hash, other] = table[place];
                if other == NONE {
                    table[place] = [hash, index];
                    break;
                }
                if other_hash == hash
                    && key(&positions[other as usize]) == key(&positions[index as usize])
                {
                    if firsts.is_empty() {
                        firsts = (0..positions.len() as u32).collect();
                    }
                    // The entries of a group are in ascending order.
                    firsts[index as usize] = other;
                    break;
                }
                place = (place + 1) & mask;
            }
        }
    }
    (!firsts.is_empty()).then_some(firsts)
}

/// Removes the positions that no triangle uses, and numbers the others in the order of first use. Does the same as
/// [`weld`] if all positions that triangles use differ, and none has a −0.
pub(super) fn compact(positions: &mut Vec<[f64; 3]>, triangles: &mut [[u32; 3]]) {
    let mut next = 0;
    let is_in_order = triangles.as_flattened().iter().all(|&corner| {
        if corner == next {
            next += 1;
        }
        corner < next
    });
    if is_in_order && next as usize == positions.len() {
        return;
    }
    *positions = renumber(mem::take(positions), triangles);
}

/// Returns `true` if all positions differ: the positions `some`, which are compared with each other, and the positions
/// `others`, which are known to differ from each other. There should be few positions in `some`.
pub(super) fn all_differ<'p>(
    some: impl Iterator<Item = &'p [f64; 3]>,
    others: impl Iterator<Item = &'p [f64; 3]>,
) -> bool {
    let mut known = HashSet::new();
    let (mut least, mut most) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for position in some {
        if !known.insert(key(position)) {
            return false;
        }
        for axis in 0..3 {
            least[axis] = least[axis].min(position[axis]);
            most[axis] = most[axis].max(position[axis]);
        }
    }
    // Only positions in the bounding box of `some` can be equal to one of them. If `some` lie in a plane perpendicular
    // to an axis, the box is flat, and few other positions are in it.
    let is_near = |position: &[f64; 3]| {
        (0..3).all(|axis| least[axis] <= position[axis] && position[axis] <= most[axis])
    };
    let mut others = others.filter(|position| is_near(position));
    others.all(|position| !known.contains(&key(position)))
}

/// Numbers the positions in the order of first use by the triangles, and replaces the corners of the triangles by these
/// numbers. Returns the positions that the triangles use, in this order.
fn renumber(positions: Vec<[f64; 3]>, triangles: &mut [[u32; 3]]) -> Vec<[f64; 3]> {
    let mut numbers = vec![NONE; positions.len()];
    let mut used = Vec::with_capacity(positions.len());
    for corner in triangles.as_flattened_mut() {
        let number = &mut numbers[*corner as usize];
        if *number == NONE {
            *number = used.len() as u32;
            used.push(*corner);
        }
        *corner = *number;
    }
    // Triangles may use positions in any order. A loop that only reads lets the CPU wait for several of them at once.
    used.iter()
        .map(|&position| positions[position as usize])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hashbrown::HashMap;
    use transect_exact::SplitMix64;

    #[test]
    fn compacting_is_welding_of_positions_that_differ() {
        let position = |index: u32| [f64::from(index), f64::from(index % 7), 1.0];
        let positions: Vec<[f64; 3]> = (0..100).map(position).collect();
        let in_order: Vec<[u32; 3]> = (0..98).map(|index| [index, index + 1, index + 2]).collect();
        let reversed: Vec<[u32; 3]> = in_order
            .iter()
            .map(|&[a, b, c]| [99 - a, 99 - b, 99 - c])
            .collect();
        let without_last = in_order[..90].to_vec();
        for triangles in [in_order, reversed, without_last] {
            let [mut welded, mut compacted] =
                [(); 2].map(|()| (positions.clone(), triangles.clone()));
            weld(&mut welded.0, &mut welded.1);
            compact(&mut compacted.0, &mut compacted.1);
            assert_eq!(welded, compacted);
        }
    }

    #[test]
    fn equal_positions_are_found_among_some_and_among_others() {
        let [a, b, c] = [[0.0, 1.0, 2.0], [3.0, 1.0, 2.0], [1.0, 1.0, 2.0]];
        let zero = [-0.0, 1.0, 2.0];
        let differ =
            |some: &[[f64; 3]], others: &[[f64; 3]]| all_differ(some.iter(), others.iter());
        assert!(differ(&[a, b], &[c]) && differ(&[], &[a, b]) && differ(&[c], &[]));
        assert!(!differ(&[a, b, zero], &[c]));
        assert!(!differ(&[a, b], &[c, zero]));
    }

    #[test]
    fn a_position_that_occurs_twice_is_found_among_many() {
        let position = |index: usize| [(index % 97) as f64, (index / 97) as f64, -1.5];
        for count in [0, 1, 2, 3, GROUP - 1, GROUP, GROUP + 1, 5000, 40_000] {
            let mut positions: Vec<[f64; 3]> = (0..count).map(position).collect();
            assert_eq!(firsts_of_equal(&positions), None, "{count}");
            // The first position, whose coordinates are 0, is repeated with −0.
            for [from, to] in [[0, 1], [0, count.saturating_sub(1)], [count / 3, count / 2]] {
                if from < to && to < count {
                    let kept = positions[to];
                    positions[to] = positions[from].map(|c| if c == 0.0 { -c } else { c });
                    let firsts = firsts_of_equal(&positions).expect("two positions are equal");
                    let expected = |index| if index == to { from } else { index } as u32;
                    assert!(
                        firsts.into_iter().eq((0..count).map(expected)),
                        "{from} {to}"
                    );
                    positions[to] = kept;
                }
            }
        }
    }

    #[test]
    fn ids_are_those_of_a_search_among_the_positions_before() {
        let random = &mut SplitMix64::new(5);
        for count in [1, 2, 10, 1000, 1 << 15] {
            for values in [2, 10, 1000, 1 << 20] {
                let mut number = |most: u32| (random.bits() % u64::from(most)) as u32;
                let positions: Vec<[f64; 3]> = (0..count)
                    .map(|_| [(); 3].map(|()| f64::from(number(values)) - 1.0))
                    .collect();
                let triangles: Vec<[u32; 3]> = (0..2 * count)
                    .map(|_| [(); 3].map(|()| number(count)))
                    .collect();
                let (mut welded, mut corners) = (positions.clone(), triangles.clone());
                weld(&mut welded, &mut corners);
                let mut ids = HashMap::new();
                let mut expected = Vec::new();
                for (corner, id) in triangles.as_flattened().iter().zip(corners.as_flattened()) {
                    let position = positions[*corner as usize];
                    let next = ids.len() as u32;
                    let expected_id = *ids.entry(key(&position)).or_insert_with(|| {
                        expected.push(position);
                        next
                    });
                    assert_eq!(*id, expected_id);
                }
                assert_eq!(welded, expected);
            }
        }
    }

    #[test]
    fn an_id_is_found_after_many_other_ids() {
        // More positions than the list of recent ids has entries: some ids are only in the table.
        let count = 2 * MOST_RECENT as u32;
        let mut welder = Welder::with_capacity(100);
        for round in 0..2 {
            for id in 0..count {
                assert_eq!(welder.id(&[f64::from(id), 0.5, -0.0]), id, "round {round}");
            }
        }
        assert_eq!(welder.positions.len(), count as usize);
    }
}
