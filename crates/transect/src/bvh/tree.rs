//! What a tree is made of.

use alloc::vec::Vec;

use fearless_simd::Simd;

use crate::aabb::{Aabb, AabbError};
use crate::batch::level::{dispatch, level_of_cpu};
use crate::batch::threads::{each, parts_of};
use crate::bvh::block::{Block, Corners, first_lanes};
use crate::bvh::coordinate::{Coordinate, LANES};

/// The id of a slot that holds no box.
pub(crate) const NO_ID: u32 = u32::MAX;

/// Boxes in an order that keeps neighbours together, sixteen a block, under levels of blocks that hold the
/// bounds of sixteen blocks below each: a wide tree without pointers, in 2D or 3D, of f32 or f64.
///
/// A box has an *id*, its row when the tree was built or what [`Bvh::insert`] gave it, and a *slot*, its
/// place in the tree. Answers are exact: they equal those of asking one box after the other. Trees of
/// any size may be asked; small ones, and questions that most boxes answer to, scan without descending.
///
/// ```
/// use transect::{Plane, batch::AabbColumns, bvh::Bvh};
/// let ([low, high], zero, one) = ([[0.0_f32, 2.0, 4.0], [1.0, 3.0, 5.0]], [0.0; 3], [1.0; 3]);
/// let tree = Bvh::build(&AabbColumns::new([&low, &zero, &zero], [&high, &one, &one]))?;
/// let cut = tree.on(&Plane::new([1.0, 0.0, 0.0], -2.5)?);
/// assert_eq!(cut.ids().collect::<Vec<_>>(), [1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bvh<T = f32, const D: usize = 3> {
    /// The boxes: `built` blocks in order, then those that wait to be merged.
    pub(crate) leaves: Vec<Block<T, D>>,
    /// Bounds of the built leaves, bounds of those, and so on; the last is one block. Lane l of block b
    /// bounds block 16·b + l below. None over a single leaf.
    pub(crate) levels: Vec<Vec<Block<T, D>>>,
    /// How many of the leaves the levels stand over.
    pub(crate) built: usize,
    /// The id of each slot.
    pub(crate) ids: Vec<u32>,
    /// Which lanes of each leaf hold boxes.
    pub(crate) alive: Vec<u16>,
    /// How many boxes there are.
    pub(crate) count: usize,
    /// How many built slots were emptied.
    pub(crate) removed: usize,
    /// The id of the next box.
    pub(crate) next_id: u32,
    /// How many slots behind the built leaves were given to boxes that wait to be merged.
    pub(crate) waiting: usize,
    /// The slot of each id, by id, once a change has asked for it; `NO_ID` where the box was removed.
    pub(crate) slots: Vec<(u32, u32)>,
    /// No coordinate is greater in magnitude.
    pub(crate) largest: f64,
}

/// Why boxes do not go into a tree, or do not change there.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BvhError {
    /// A row is no box.
    #[error("row {row} is no box: {why}")]
    NotABox {
        /// The row, counted from 0.
        row: usize,
        /// What is wrong with its bounds.
        why: AabbError,
    },
    /// Numbers are no box.
    #[error(transparent)]
    Bounds(#[from] AabbError),
    /// More boxes than there are ids.
    #[error("a tree holds less than 2³²−16 boxes, removed ones counted in; {count} are too many")]
    TooMany {
        /// How many there would be.
        count: usize,
    },
    /// No box has this id, or it was removed.
    #[error("no box has the id {id}")]
    UnknownId {
        /// The id.
        id: u32,
    },
    /// Boxes are given by slots while slots are about to change.
    #[error("boxes were inserted or removed; `merge` the tree before it is refitted by slots")]
    Unmerged,
}

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// How many boxes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// One more than the greatest id that was ever given: the length of bitmaps by id.
    #[must_use]
    pub fn id_count(&self) -> usize {
        self.next_id as usize
    }

    /// The id of each slot; `u32::MAX` where a slot holds no box.
    #[must_use]
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// The box in a slot, if there is one.
    #[must_use]
    pub fn aabb_in_slot(&self, slot: usize) -> Option<Aabb<D>> {
        let is_box = self.ids.get(slot).is_some_and(|&id| id != NO_ID);
        is_box.then(|| self.leaves[slot / LANES].aabb(slot % LANES))
    }

    /// The boxes and their ids, in the order of slots.
    pub fn boxes(&self) -> impl Iterator<Item = (u32, Aabb<D>)> {
        (0..self.ids.len()).filter_map(|slot| Some((self.ids[slot], self.aabb_in_slot(slot)?)))
    }

    /// A box around all boxes: the smallest, if none was removed or moved since the tree was built.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb<D>> {
        let pending = self.leaves[self.built..].iter();
        let top = self.levels.last().unwrap_or(&self.leaves);
        let blocks = top.iter().take(1).chain(pending);
        let bounds = blocks.map(|block| bounds_of_one(block)).map(|corners| {
            let [min, max] = corners.map(|corner| corner.map(T::to_f64));
            Aabb::new(min, max).expect("boxes of a tree were checked when they came")
        });
        bounds.reduce(|all, more| all.join(&more))
    }

    /// The levels over the built leaves, from their bounds up, and the largest magnitude.
    pub(crate) fn set_levels(&mut self) {
        let nothing = Block::of(&[[T::ZERO; D]; 2]);
        let (mut count, mut place) = (self.built, 0);
        while count > 1 {
            count = count.div_ceil(LANES);
            match self.levels.get_mut(place) {
                Some(level) => level.resize(count, nothing),
                None => self.levels.push(alloc::vec![nothing; count]),
            }
            place += 1;
        }
        self.levels.truncate(place);
        self.set_levels_from(0);
    }

    /// The bounds from a level up, and the largest magnitude.
    pub(crate) fn set_levels_from(&mut self, first: usize) {
        for level in first..self.levels.len() {
            let (below, above) = self.levels.split_at_mut(level);
            let children = match below.last() {
                Some(level) => level,
                None => &self.leaves[..self.built],
            };
            let nodes = above[0].len().div_ceil(parts_of(children.len() * LANES));
            let parts = children
                .chunks(nodes * LANES)
                .zip(above[0].chunks_mut(nodes));
            each(parts.collect(), |(children, nodes)| {
                dispatch!(level_of_cpu(), simd => bound(simd, children, nodes));
            });
        }
        self.largest = self.bounds().map_or(0.0, |bounds| {
            let numbers = [bounds.min(), bounds.max()];
            let magnitudes = numbers.as_flattened().iter().map(|number| number.abs());
            magnitudes.fold(0.0, f64::max)
        });
    }

    /// Which lanes of a block of a level bound something.
    #[inline(always)]
    pub(crate) fn lanes_of_node(&self, level: usize, block: usize) -> u16 {
        let children = match level {
            0 => self.built,
            _ => self.levels[level - 1].len(),
        };
        first_lanes(children - block * LANES)
    }
}

fn bounds_of_one<T: Coordinate, const D: usize>(block: &Block<T, D>) -> Corners<T, D> {
    dispatch!(level_of_cpu(), simd => block.bounds(simd))
}

/// The bounds of blocks, sixteen a block.
#[inline(always)]
fn bound<S: Simd, T: Coordinate, const D: usize>(
    simd: S,
    children: &[Block<T, D>],
    nodes: &mut [Block<T, D>],
) {
    for (group, node) in children.chunks(LANES).zip(nodes) {
        *node = bounds_of_group(simd, group);
    }
}

/// The bounds of up to sixteen blocks; lanes beyond them repeat the first.
#[inline(always)]
pub(crate) fn bounds_of_group<S: Simd, T: Coordinate, const D: usize>(
    simd: S,
    group: &[Block<T, D>],
) -> Block<T, D> {
    if let Ok(group) = <&[Block<T, D>; LANES]>::try_from(group) {
        return Block::bounds_of_all(simd, group);
    }
    let mut node = Block::of(&group[0].bounds(simd));
    for (lane, child) in group.iter().enumerate().skip(1) {
        node.set(lane, &child.bounds(simd));
    }
    node
}
