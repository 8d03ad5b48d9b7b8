//! Insertion and removal of boxes. Inserted boxes wait in blocks of their own, and removed boxes leave holes, until the
//! tree is merged. A hole is an empty slot, which is a position in the tree.

use alloc::vec::Vec;

use transect_exact::arrays::Few as _;

use crate::aabb::Aabb;
use crate::batch::AabbColumns;
use crate::batch::threads::parts_of;
use crate::bvh::block::{Block, Corners, lanes};
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::tree::{Bvh, BvhError, NO_ID};

/// A tree with at most this number of waiting inserted boxes and at most this number of holes is not merged
/// automatically.
const WAITING: usize = 256;

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Adds the box between two corners, and returns its id. Inserted boxes wait in a list that every query scans. They
    /// are merged into the tree when more than 256 boxes wait, and their number exceeds a sixteenth of the merged
    /// boxes.
    ///
    /// ```
    /// use transect::{Plane, batch::AabbColumns, bvh::Bvh};
    /// let (low, high) = ([0.0, 2.0], [1.0, 3.0]);
    /// let mut tree = Bvh::build(&AabbColumns::new([&low, &low], [&high, &high]))?;
    /// assert_eq!(tree.insert([[1.0, 1.0], [9.0, 9.0]])?, 2);
    /// tree.remove(1)?;
    /// let cut = tree.on(&Plane::new([1.0, 0.0], -2.5)?);
    /// assert_eq!(cut.ids().collect::<Vec<_>>(), [2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`BvhError::Bounds`] if the corners do not form a box, and [`BvhError::TooMany`] if no id is left.
    pub fn insert(&mut self, corners: [[T; D]; 2]) -> Result<u32, BvhError> {
        let [min, max] = corners.each(|corner| corner.map(T::to_f64));
        Aabb::new(min, max)?;
        let id = self.next_id;
        // Slots are 32-bit numbers, too, and a new leaf adds sixteen of them.
        if (id.max(self.ids.len() as u32) as usize) >= NO_ID as usize - 2 * LANES {
            return Err(BvhError::TooMany {
                count: self.count + 1,
            });
        }
        let slot = self.built * LANES + self.waiting;
        let leaf = slot / LANES;
        if leaf == self.leaves.len() {
            self.leaves.push(Block::of(&corners));
            self.alive.push(0);
            self.ids.resize(self.ids.len() + LANES, NO_ID);
        }
        self.alive[leaf] |= 1 << (slot % LANES);
        self.ids[slot] = id;
        self.write(slot, &corners);
        if !self.slots.is_empty() {
            self.slots.push((id, slot as u32));
        }
        self.next_id += 1;
        self.waiting += 1;
        self.count += 1;
        if self.waiting > WAITING.max(self.built) {
            self.merge();
        }
        Ok(id)
    }

    /// Removes the box with an id; the id is not assigned again. The box's slot in the tree becomes a hole. The tree is
    /// merged when more than 256 slots, and more than a quarter of all slots, of merged boxes have become holes.
    ///
    /// # Errors
    /// Returns [`BvhError::UnknownId`] if the tree has no box with this id.
    pub fn remove(&mut self, id: u32) -> Result<(), BvhError> {
        let slot = self.slot(id)?;
        let place = self.place_of(id).expect("the id has a slot");
        self.slots[place].1 = NO_ID;
        let leaf = slot / LANES;
        self.alive[leaf] &= !(1 << (slot % LANES));
        self.ids[slot] = NO_ID;
        self.count -= 1;
        // A lane without a box repeats another one. If the leaf has none left, none of its lanes is read.
        if let Some(other) = lanes(self.alive[leaf]).next() {
            let corners = self.leaves[leaf].corners(other);
            self.leaves[leaf].set(slot % LANES, &corners);
        }
        if leaf < self.built {
            self.removed += 1;
            if self.removed > WAITING.max(self.built * LANES / 4) {
                self.merge();
            }
        }
        Ok(())
    }

    /// Builds the tree anew from all its boxes, without holes and without waiting boxes. The boxes get new slots and
    /// keep their ids.
    pub fn merge(&mut self) {
        let live: Vec<usize> = (0..self.ids.len())
            .filter(|&slot| self.ids[slot] != NO_ID)
            .collect();
        let ids: Vec<u32> = live.iter().map(|&slot| self.ids[slot]).collect();
        let column = |axis: usize, end: usize| -> Vec<T> {
            let numbers = live.iter().map(|slot| (slot / LANES, slot % LANES));
            numbers
                .map(|(leaf, lane)| self.leaves[leaf].column(axis, end)[lane])
                .collect()
        };
        let min: [Vec<T>; D] = core::array::from_fn(|axis| column(axis, 0));
        let max: [Vec<T>; D] = core::array::from_fn(|axis| column(axis, 1));
        let columns = AabbColumns::new(
            min.each_ref().map(Vec::as_slice),
            max.each_ref().map(Vec::as_slice),
        );
        let parts = parts_of(columns.len());
        *self = Self::in_parts(&columns, Some(&ids), self.next_id, parts)
            .expect("boxes of a tree were checked when they came");
    }

    /// Writes a box into its slot, and updates the largest magnitude of a finite coordinate in the tree.
    pub(crate) fn write(&mut self, slot: usize, corners: &Corners<T, D>) {
        self.put(slot, corners);
        let numbers = corners.as_flattened().iter();
        let finite = numbers.copied().filter(|number| number.is_finite());
        self.largest = finite.fold(self.largest, |most, number| most.max(number.to_f64().abs()));
    }

    /// Writes a box into its slot, and also into those positions of its leaf that hold no box, so that every position
    /// has valid bounds.
    #[inline]
    pub(crate) fn put(&mut self, slot: usize, corners: &Corners<T, D>) {
        let leaf = slot / LANES;
        self.leaves[leaf].set(slot % LANES, corners);
        for lane in lanes(!self.alive[leaf]) {
            self.leaves[leaf].set(lane, corners);
        }
    }

    /// Returns the slot (position in the tree) of the box with an id.
    pub(crate) fn slot(&mut self, id: u32) -> Result<usize, BvhError> {
        if self.slots.is_empty() {
            let slots = self.ids.iter().zip(0..).map(|(&id, slot)| (id, slot));
            self.slots = slots.filter(|&(id, _)| id != NO_ID).collect();
            self.slots.sort_unstable();
        }
        match self.place_of(id).map(|place| self.slots[place].1) {
            Some(slot) if slot != NO_ID => Ok(slot as usize),
            _ => Err(BvhError::UnknownId { id }),
        }
    }

    /// Returns the position of an id in `self.slots`, which is sorted by id. Usually this position equals the id.
    fn place_of(&self, id: u32) -> Option<usize> {
        let guess = id as usize;
        match self.slots.get(guess) {
            Some(&(there, _)) if there == id => Some(guess),
            _ => self.slots.binary_search_by_key(&id, |&(id, _)| id).ok(),
        }
    }
}
