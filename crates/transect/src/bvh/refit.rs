//! Refitting a tree to moved boxes: the order of the boxes in the tree stays, their bounds change. A slot is a position
//! in the tree, and a lane is a position in a block of sixteen boxes.

use alloc::vec::Vec;

use fearless_simd::Simd;

use crate::aabb::Aabb;
use crate::batch::AabbColumns;
use crate::batch::level::{dispatch, level_of_cpu};
use crate::batch::threads::{each, parts_of};
use crate::bvh::block::{Block, lanes};
use crate::bvh::check::check;
use crate::bvh::coordinate::{Column, Coordinate, LANES};
use crate::bvh::tree::{Bvh, BvhError, bounds_of_group};

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Moves all boxes to the bounds in the columns, which have one row per slot. This is the fastest way for callers
    /// that keep their boxes in the order of [`Bvh::ids`]. On an error the tree is unchanged.
    ///
    /// The order of the boxes in the tree does not change. After large moves, queries are still exact, but slower.
    ///
    /// # Errors
    /// Returns [`BvhError::NotABox`] if a row is not a box. Returns [`BvhError::Unmerged`] if boxes were inserted or
    /// removed since the tree was built or merged.
    ///
    /// # Panics
    /// Panics if the columns do not have one row per box of the tree.
    pub fn refit_slots(&mut self, boxes: &AabbColumns<'_, T, D>) -> Result<(), BvhError> {
        if self.waiting > 0 || self.removed > 0 {
            return Err(BvhError::Unmerged);
        }
        self.assert_length(boxes.len(), self.count);
        check(boxes)?;
        let nodes = self
            .built
            .div_ceil(LANES)
            .div_ceil(parts_of(self.count))
            .max(1);
        let (lowest, rows) = (self.levels.first_mut(), nodes * LANES * LANES);
        let mut lowest = lowest.map_or(&mut [][..], |level| level).chunks_mut(nodes);
        let mut parts = Vec::new();
        for (leaves, first) in self
            .leaves
            .chunks_mut(nodes * LANES)
            .zip((0..).step_by(rows))
        {
            let boxes = boxes.slice(first..boxes.len().min(first + rows));
            parts.push((boxes, leaves, lowest.next().unwrap_or_default()));
        }
        each(parts, |(boxes, leaves, nodes)| {
            dispatch!(level_of_cpu(), simd => copy(simd, &boxes, leaves, nodes));
        });
        self.set_levels_from(1);
        Ok(())
    }

    /// Moves all boxes to the bounds in the columns, which have one row per id. Rows of removed ids are ignored. On an
    /// error the tree is unchanged.
    ///
    /// ```
    /// use transect::{Plane, batch::AabbColumns, bvh::Bvh};
    /// let (low, high) = ([0.0, 2.0], [1.0, 3.0]);
    /// let mut tree = Bvh::build(&AabbColumns::new([&low, &low], [&high, &high]))?;
    /// let (low, high) = ([5.0, 2.0], [6.0, 3.0]);
    /// tree.refit(&AabbColumns::new([&low, &low], [&high, &high]))?;
    /// assert_eq!(tree.on(&Plane::new([1.0, 0.0], -5.5)?).ids().next(), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`BvhError::NotABox`] if the row of an id in use is not a box.
    ///
    /// # Panics
    /// Panics if the columns do not have [`Bvh::id_count`] rows.
    pub fn refit(&mut self, boxes: &AabbColumns<'_, T, D>) -> Result<(), BvhError> {
        self.assert_length(boxes.len(), self.id_count());
        if self.count == boxes.len() {
            check(boxes)?;
        } else {
            let live = self.slots_in_use().map(|slot| self.ids[slot] as usize);
            for (row, [min, max]) in live.filter_map(|row| Some((row, boxes.get(row)?))) {
                Aabb::new(min, max).map_err(|why| BvhError::NotABox { row, why })?;
            }
        }
        let leaves = self.leaves.len().div_ceil(parts_of(self.count)).max(1);
        let parts = self.leaves.chunks_mut(leaves);
        let parts = parts.zip(
            self.ids
                .chunks(leaves * LANES)
                .zip(self.alive.chunks(leaves)),
        );
        each(parts.collect(), |(leaves, (ids, alive))| {
            let ids = ids.as_chunks().0;
            for ((leaf, ids), &alive) in leaves.iter_mut().zip(ids).zip(alive) {
                pick(boxes, ids, alive, leaf);
            }
        });
        self.set_levels();
        Ok(())
    }

    /// Moves some boxes: row i of the columns has the new bounds of the box with the id `ids[i]`. Only the bounds of
    /// nodes above moved boxes are updated. On an error the tree is unchanged.
    ///
    /// # Errors
    /// Returns [`BvhError::NotABox`] if a row is not a box, and [`BvhError::UnknownId`] if no box has one of the ids.
    ///
    /// # Panics
    /// Panics if there is not one row per id.
    pub fn refit_boxes(
        &mut self,
        ids: &[u32],
        boxes: &AabbColumns<'_, T, D>,
    ) -> Result<(), BvhError> {
        self.assert_length(boxes.len(), ids.len());
        check(boxes)?;
        let mut slots = Vec::with_capacity(ids.len());
        for &id in ids {
            slots.push(self.slot(id)?);
        }
        let (min, max) = (boxes.min(), boxes.max());
        for (row, &slot) in slots.iter().enumerate() {
            let corners = [min.map(|column| column[row]), max.map(|column| column[row])];
            self.put(slot, &corners);
        }
        let largest = dispatch!(level_of_cpu(), simd => largest_finite(simd, boxes));
        self.largest = self.largest.max(largest);
        let leaves = slots.iter().map(|slot| slot / LANES);
        let mut changed = grouped(leaves.filter(|&leaf| leaf < self.built), self.built);
        for level in 0..self.levels.len() {
            let (below, above) = self.levels.split_at_mut(level);
            let children = match below.last() {
                Some(level) => level,
                None => &self.leaves[..self.built],
            };
            dispatch!(level_of_cpu(), simd => bound_some(simd, children, &mut above[0], &changed));
            let count = above[0].len();
            changed = grouped(changed.iter().map(|&(node, _)| node), count);
        }
        Ok(())
    }

    fn slots_in_use(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.ids.len()).filter(|&slot| self.alive[slot / LANES] >> (slot % LANES) & 1 == 1)
    }

    fn assert_length(&self, rows: usize, expected: usize) {
        assert!(
            rows == expected,
            "one row per box of the tree is needed: there are {rows} rows for {expected} boxes"
        );
    }
}

/// Copies boxes in the order of slots into their leaves. Writes the bounds of the leaves into the level above while the
/// leaves are in the cache. In the last block, lanes after the last box repeat the block's first box.
#[inline(always)]
fn copy<S: Simd, T: Coordinate, const D: usize>(
    simd: S,
    boxes: &AabbColumns<'_, T, D>,
    leaves: &mut [Block<T, D>],
    nodes: &mut [Block<T, D>],
) {
    let (min, max) = (boxes.min(), boxes.max());
    let mut nodes = nodes.iter_mut();
    for (place, group) in leaves.chunks_mut(LANES).enumerate() {
        let first = place * LANES * LANES;
        for (leaf, start) in group.iter_mut().zip((first..).step_by(LANES)) {
            for axis in 0..D {
                fill(&min[axis][start..], leaf.column_mut(axis, 0));
                fill(&max[axis][start..], leaf.column_mut(axis, 1));
            }
        }
        if let Some(node) = nodes.next() {
            *node = bounds_of_group(simd, group);
        }
    }
}

/// Copies the first sixteen numbers of a column. If there are fewer numbers, the remaining lanes repeat the first one.
#[inline(always)]
fn fill<T: Copy>(numbers: &[T], lanes: &mut Column<T>) {
    match numbers.first_chunk() {
        Some(all) => *lanes = *all,
        None => {
            lanes.fill(numbers[0]);
            lanes[..numbers.len()].copy_from_slice(numbers);
        }
    }
}

/// Copies the boxes with these ids into a leaf; lanes without a box repeat another box of the leaf.
fn pick<T: Coordinate, const D: usize>(
    boxes: &AabbColumns<'_, T, D>,
    ids: &[u32; LANES],
    alive: u16,
    leaf: &mut Block<T, D>,
) {
    let mut rows = *ids;
    if alive == 0 {
        return;
    }
    for lane in lanes(!alive) {
        rows[lane] = ids[alive.trailing_zeros() as usize];
    }
    // The boxes are copied column by column, so that the reads of sixteen rows can wait for memory at the same time.
    for (axis, (min, max)) in boxes.min().into_iter().zip(boxes.max()).enumerate() {
        for (end, column) in [min, max].into_iter().enumerate() {
            for (number, &row) in leaf.column_mut(axis, end).iter_mut().zip(&rows) {
                *number = column[row as usize];
            }
        }
    }
}

/// Returns the nodes above the changed blocks of a level with `count` blocks, in ascending order. `changed` has the
/// indices of these blocks. Each node is returned with a mask of those lanes whose blocks changed.
fn grouped(changed: impl Iterator<Item = usize> + Clone, count: usize) -> Vec<(usize, u16)> {
    // If many blocks changed, all nodes get a mask, and the indices need not be sorted. Sorting would take longer.
    if changed.clone().count() > count / LANES {
        let mut masks = alloc::vec![0_u16; count.div_ceil(LANES)];
        for place in changed {
            masks[place / LANES] |= 1 << (place % LANES);
        }
        let masks = masks.into_iter().enumerate();
        return masks.filter(|&(_, mask)| mask != 0).collect();
    }
    let mut places: Vec<usize> = changed.collect();
    places.sort_unstable();
    let mut nodes: Vec<(usize, u16)> = Vec::new();
    for place in places {
        let bit = 1 << (place % LANES);
        match nodes.last_mut() {
            Some((node, mask)) if *node == place / LANES => *mask |= bit,
            _ => nodes.push((place / LANES, bit)),
        }
    }
    nodes
}

/// If at least this number of children of a node changed, the bounds of all its children are computed together. Per
/// child, this takes about a third of the time of computing the bounds of one child alone.
const TOGETHER: u32 = 6;

/// Writes the bounds of changed blocks into the level above, where each block has one lane. `changed` has nodes of
/// the level above, each with a mask of those lanes whose blocks changed.
#[inline(always)]
fn bound_some<S: Simd, T: Coordinate, const D: usize>(
    simd: S,
    children: &[Block<T, D>],
    level: &mut [Block<T, D>],
    changed: &[(usize, u16)],
) {
    for &(place, mask) in changed {
        let group = &children[place * LANES..children.len().min((place + 1) * LANES)];
        let node = &mut level[place];
        if mask.count_ones() >= TOGETHER {
            *node = bounds_of_group(simd, group);
            continue;
        }
        for lane in lanes(mask) {
            let bounds = group[lane].bounds(simd);
            node.set(lane, &bounds);
            // The last node has more lanes than children. These lanes must repeat the bounds of a child, so they are
            // updated, too.
            for spare in group.len()..LANES {
                node.set(spare, &bounds);
            }
        }
    }
}

/// Returns the largest magnitude of a finite coordinate, or 0 if no coordinate is finite.
#[inline(always)]
fn largest_finite<S: Simd, T: Coordinate, const D: usize>(
    _: S,
    boxes: &AabbColumns<'_, T, D>,
) -> f64 {
    // Only plain loops are used here: closures would be compiled for the lowest CPU feature level.
    let (min, max) = (boxes.min(), boxes.max());
    let mut largest = [0.0; LANES];
    for axis in 0..D {
        for column in [min[axis], max[axis]] {
            for numbers in column.chunks(LANES) {
                for (largest, number) in largest.iter_mut().zip(numbers) {
                    let magnitude = number.to_f64().abs();
                    if magnitude < f64::INFINITY && magnitude > *largest {
                        *largest = magnitude;
                    }
                }
            }
        }
    }
    largest.into_iter().fold(0.0, f64::max)
}
