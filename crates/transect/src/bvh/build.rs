//! Building a tree. Each box gets a key along a Hilbert curve. One pass distributes the boxes into buckets by their
//! keys; each bucket is small enough for a cache. Each bucket is then sorted by a radix sort and written as blocks.
//! Until then, its boxes are stored in the memory of the tree's blocks.

use alloc::vec;
use alloc::vec::Vec;

use crate::batch::AabbColumns;
use crate::batch::threads::{each, parts_of, repeated};
use crate::bvh::block::{Block, first_lanes};
use crate::bvh::buckets::Buckets;
use crate::bvh::check::first_that_is_none;
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::grid::Keys;
use crate::bvh::tree::{Bvh, BvhError, NO_ID};

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Builds the tree over the rows of a table; the id of a box is its row. With the feature `rayon`, several threads
    /// sort large tables; the resulting tree is the same.
    ///
    /// A tree in 3D needs 24 bytes per box with f32 (48 with f64), 4 bytes per id, and 7 % more for the nodes above the
    /// leaves. While it is built, 8 more bytes per box are needed.
    ///
    /// # Errors
    /// Returns [`BvhError::NotABox`] with the first row that is not an [`Aabb`](crate::Aabb), and [`BvhError::TooMany`]
    /// if there are more boxes than ids.
    pub fn build(boxes: &AabbColumns<'_, T, D>) -> Result<Self, BvhError> {
        let count = boxes.len();
        if count >= (NO_ID as usize) - LANES {
            return Err(BvhError::TooMany { count });
        }
        Self::in_parts(boxes, None, count as u32, parts_of(count))
    }

    /// Builds the tree in up to `parts` parts. The boxes get the ids `ids`, or their rows as ids if `ids` is `None`.
    pub(crate) fn in_parts(
        boxes: &AabbColumns<'_, T, D>,
        ids: Option<&[u32]>,
        next_id: u32,
        parts: usize,
    ) -> Result<Self, BvhError> {
        let count = boxes.len();
        let blocks = count.div_ceil(LANES);
        let mut tree = Self {
            leaves: Vec::new(),
            levels: Vec::new(),
            built: blocks,
            ids: Vec::new(),
            alive: vec![u16::MAX; blocks],
            count,
            removed: 0,
            waiting: 0,
            next_id,
            slots: Vec::new(),
            largest: 0.0,
        };
        if count == 0 {
            return Ok(tree);
        }
        let mut keys = Keys::of(boxes, parts);
        if !keys.are_boxes {
            return Err(first_that_is_none(boxes));
        }
        let buckets = Buckets::of(&keys);
        let mut keyed = vec![0_u64; count];
        let nothing = Block::of(&[[T::ZERO; D]; 2]);
        tree.leaves = repeated(nothing, blocks, parts);
        let in_parts = buckets.parts(parts, &mut tree.leaves, &mut keyed);
        let in_parts = each(in_parts, |mut part| {
            part.scatter(boxes, ids, &keys.keys, &buckets);
            part
        });
        // The keys are not needed after this point, so the memory of the keys is used for the ids.
        let mut rest = &mut keys.keys[..];
        let with_ids = in_parts.into_iter().map(|part| {
            let (ids, others) = core::mem::take(&mut rest).split_at_mut(part.slots().len());
            rest = others;
            (part, ids)
        });
        let heads = each(with_ids.collect(), |(mut part, ids)| {
            part.gather(&buckets, ids);
            part.head()
        });
        tree.ids = keys.keys;
        tree.ids.resize(blocks * LANES, NO_ID);
        for (slots, head) in heads {
            for slot in slots {
                tree.leaves[slot / LANES].set(slot % LANES, &head.corners(slot % LANES));
            }
        }
        if let Some(last) = tree.alive.last_mut() {
            *last = first_lanes(count - (blocks - 1) * LANES);
        }
        tree.set_levels();
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the next number of the generator xorshift64*.
    fn next(state: &mut u64) -> u64 {
        *state ^= *state >> 12;
        *state ^= *state << 25;
        *state ^= *state >> 27;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns the columns of random boxes. Depending on `family`, the least corners are anywhere, in a few clusters,
    /// or all in one place.
    fn columns(count: usize, family: u64, state: &mut u64) -> [[Vec<f32>; 3]; 2] {
        let mut columns: [[Vec<f32>; 3]; 2] = Default::default();
        for _ in 0..count {
            let heap = next(state) >> 62;
            let [min, max] = &mut columns;
            for (min, max) in min.iter_mut().zip(max) {
                let place = (next(state) >> 40) as f32 / (1 << 24) as f32;
                let low = match family {
                    0 => place,
                    1 => heap as f32 * 10.0 + place * place * 0.1,
                    _ => 0.25,
                };
                min.push(low);
                max.push(low + 0.01 * place);
            }
        }
        columns
    }

    fn view(columns: &[[Vec<f32>; 3]; 2]) -> AabbColumns<'_, f32> {
        let [min, max] = columns.each_ref();
        AabbColumns::new(
            min.each_ref().map(Vec::as_slice),
            max.each_ref().map(Vec::as_slice),
        )
    }

    #[test]
    fn trees_are_the_same_in_any_number_of_parts() {
        let mut state = 7;
        for (count, family) in [(1, 0), (40, 0), (60_001, 0), (50_000, 1), (30_000, 2)] {
            let columns = columns(count, family, &mut state);
            let build = |parts| Bvh::in_parts(&view(&columns), None, count as u32, parts);
            let one = build(1).expect("boxes");
            for parts in [2, 3, 5, 64] {
                let other = build(parts).expect("boxes");
                assert!(one.leaves == other.leaves, "{count} boxes in {parts} parts");
                assert!(one.ids == other.ids && one.alive == other.alive);
                assert!(one.levels == other.levels);
            }
            let mut ids: Vec<u32> = one.ids[..count].to_vec();
            for (slot, &id) in ids.iter().enumerate() {
                let corners = columns
                    .each_ref()
                    .map(|end| end.each_ref().map(|column| column[id as usize]));
                assert_eq!(one.leaves[slot / LANES].corners(slot % LANES), corners);
            }
            ids.sort_unstable();
            assert!(ids.into_iter().eq(0..count as u32));
        }
    }

    #[test]
    fn a_row_that_is_no_box_is_found_in_any_part() {
        let mut state = 9;
        let mut columns = columns(50_000, 0, &mut state);
        columns[1][2][44_444] = f32::NAN;
        columns[0][1][49_999] = f32::INFINITY;
        for parts in [1, 2, 7] {
            let built = Bvh::in_parts(&view(&columns), None, 50_000, parts);
            assert!(matches!(built, Err(BvhError::NotABox { row: 44_444, .. })));
        }
    }

    #[test]
    fn bounds_follow_boxes_that_moved() {
        let mut state = 11;
        for count in [5, 16, 300, 4_200, 70_003] {
            let [before, after] = [0, 1].map(|family| columns(count, family, &mut state));
            let mut tree = Bvh::build(&view(&before)).expect("boxes");
            tree.refit(&view(&after)).expect("boxes");
            let by_id = tree.clone();
            let rows = tree.ids[..count].to_vec();
            let in_slots = after.each_ref().map(|end| {
                end.each_ref()
                    .map(|column| rows.iter().map(|&row| column[row as usize]).collect())
            });
            let mut tree = Bvh::build(&view(&before)).expect("boxes");
            tree.refit_slots(&view(&in_slots)).expect("boxes");
            assert!(tree.leaves == by_id.leaves && tree.levels == by_id.levels);
            let mut children = &tree.leaves;
            for level in &tree.levels {
                for (place, child) in children.iter().enumerate() {
                    let bounds: [[f32; 3]; 2] = [0, 1].map(|end| {
                        core::array::from_fn(|axis| {
                            let numbers = child.column(axis, end).iter().copied();
                            let pick = if end == 0 { f32::min } else { f32::max };
                            numbers.reduce(pick).expect("sixteen numbers")
                        })
                    });
                    assert_eq!(level[place / LANES].corners(place % LANES), bounds);
                }
                children = level;
            }
        }
    }
}
