//! Boxes that moved: the order stays, bounds follow.

use alloc::vec::Vec;

use fearless_simd::{Simd, dispatch};

use crate::aabb::Aabb;
use crate::batch::AabbColumns;
use crate::bvh::block::Block;
use crate::bvh::build::check;
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::tree::{Bvh, BvhError, level_of_cpu};

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Moves all boxes to where these columns say, a row a slot: the fastest way, for those who keep their
    /// boxes in the order of [`Bvh::ids`]. Nothing changes where an error is returned.
    ///
    /// The order of boxes stays as it was built. After far moves answers are as exact, but slower.
    ///
    /// # Errors
    /// [`BvhError::NotABox`]; [`BvhError::Unmerged`] after insertions or removals.
    ///
    /// # Panics
    /// If the columns have another length than the tree.
    pub fn refit_slots(&mut self, boxes: &AabbColumns<'_, T, D>) -> Result<(), BvhError> {
        if self.waiting > 0 || self.removed > 0 {
            return Err(BvhError::Unmerged);
        }
        self.assert_length(boxes.len(), self.count);
        check(boxes)?;
        dispatch!(level_of_cpu(), simd => copy(simd, boxes, &mut self.leaves));
        self.set_levels();
        Ok(())
    }

    /// Moves all boxes to where these columns say, a row an id; rows of ids that were removed are not read.
    /// Nothing changes where an error is returned.
    ///
    /// ```
    /// use transect::{Plane, batch::AabbColumns, bvh::Bvh};
    /// let (low, high) = ([0.0, 2.0], [1.0, 3.0]);
    /// let mut tree = Bvh::build(&AabbColumns::new([&low, &low], [&high, &high]))?;
    /// let (low, high) = ([5.0, 2.0], [6.0, 3.0]);
    /// tree.refit(&AabbColumns::new([&low, &low], [&high, &high]))?;
    /// assert_eq!(tree.cut(&Plane::new([1.0, 0.0], -5.5)?).ids().next(), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BvhError::NotABox`].
    ///
    /// # Panics
    /// If the columns have another length than [`Bvh::id_count`].
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
        let (min, max) = (boxes.min(), boxes.max());
        let slots: Vec<usize> = self.slots_in_use().collect();
        for slot in slots {
            let row = self.ids[slot] as usize;
            let corners = [min.map(|column| column[row]), max.map(|column| column[row])];
            self.write(slot, &corners);
        }
        self.set_levels();
        Ok(())
    }

    /// Moves some boxes: row i of the columns is where the box with the i-th id is now. Only bounds above
    /// boxes that moved are looked at. Nothing changes where an error is returned.
    ///
    /// # Errors
    /// [`BvhError::NotABox`] and [`BvhError::UnknownId`].
    ///
    /// # Panics
    /// If there are not as many rows as ids.
    pub fn refit_boxes(
        &mut self,
        ids: &[u32],
        boxes: &AabbColumns<'_, T, D>,
    ) -> Result<(), BvhError> {
        self.assert_length(boxes.len(), ids.len());
        check(boxes)?;
        let slots: Result<Vec<usize>, _> = ids.iter().map(|&id| self.slot(id)).collect();
        let slots = slots?;
        let (min, max) = (boxes.min(), boxes.max());
        let mut changed = Vec::with_capacity(slots.len());
        for (row, slot) in slots.into_iter().enumerate() {
            let corners = [min.map(|column| column[row]), max.map(|column| column[row])];
            self.write(slot, &corners);
            if slot / LANES < self.built {
                changed.push(slot / LANES);
            }
        }
        if changed.len() > self.built / 8 {
            self.set_levels();
            return Ok(());
        }
        for level in 0..self.levels.len() {
            changed.sort_unstable();
            changed.dedup();
            let (below, above) = self.levels.split_at_mut(level);
            let children = match below.last() {
                Some(level) => level,
                None => &self.leaves[..self.built],
            };
            dispatch!(level_of_cpu(), simd => bound_some(simd, children, &mut above[0], &changed));
            for place in &mut changed {
                *place /= LANES;
            }
        }
        Ok(())
    }

    fn slots_in_use(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.ids.len()).filter(|&slot| self.alive[slot / LANES] >> (slot % LANES) & 1 == 1)
    }

    fn assert_length(&self, rows: usize, expected: usize) {
        assert!(
            rows == expected,
            "a row for each box that may have moved: there are {rows} rows for {expected} boxes"
        );
    }
}

/// Boxes in the order of slots into their blocks; lanes beyond the last one repeat the first of their block.
#[inline(always)]
fn copy<S: Simd, T: Coordinate, const D: usize>(
    _: S,
    boxes: &AabbColumns<'_, T, D>,
    leaves: &mut [Block<T, D>],
) {
    let (min, max) = (boxes.min(), boxes.max());
    for (place, leaf) in leaves.iter_mut().enumerate() {
        let rows = place * LANES..boxes.len().min((place + 1) * LANES);
        for (axis, ends) in min.into_iter().zip(max).enumerate() {
            for (end, column) in [ends.0, ends.1].into_iter().enumerate() {
                let numbers = &column[rows.clone()];
                let lanes = leaf.column_mut(axis, end);
                if numbers.len() == LANES {
                    lanes.copy_from_slice(numbers);
                } else {
                    lanes.fill(numbers[0]);
                    lanes[..numbers.len()].copy_from_slice(numbers);
                }
            }
        }
    }
}

/// The bounds of some blocks anew, in the level above.
#[inline(always)]
fn bound_some<S: Simd, T: Coordinate, const D: usize>(
    simd: S,
    children: &[Block<T, D>],
    level: &mut [Block<T, D>],
    changed: &[usize],
) {
    for &place in changed {
        let bounds = children[place].bounds(simd);
        let node = &mut level[place / LANES];
        node.set(place % LANES, &bounds);
        // Lanes behind the last child bound nothing: they follow, too.
        for lane in LANES.min(children.len() - place / LANES * LANES)..LANES {
            node.set(lane, &bounds);
        }
    }
}
