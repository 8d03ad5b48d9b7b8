//! The data structure of a tree of boxes, and its errors.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use fearless_simd::Simd;
use transect_exact::arrays::Few as _;

use crate::aabb::{Aabb, AabbError};
use crate::batch::level::{dispatch, level_of_cpu};
use crate::batch::threads::{each, parts_of};
use crate::bvh::block::{Block, Corners, first_lanes};
use crate::bvh::coordinate::{Coordinate, LANES};

/// The id that marks a slot without a box.
pub(crate) const NO_ID: u32 = u32::MAX;

/// A wide tree of boxes without pointers, in 2D or 3D, with coordinates in f32 or f64. Boxes are ordered so that
/// neighbors in the order are neighbors in space. A leaf is a block of sixteen boxes. A block of a level above holds
/// the bounds of sixteen blocks of the level below.
///
/// A box has an *id*: its row when the tree was built, or the id returned by [`Bvh::insert`]. It also has a *slot*, its
/// position in the tree. Results are exact: they equal those of classifying every box by itself. In a small tree, or if
/// a query selects most boxes, the query scans the leaves instead of descending from the root. Boxes may have infinite
/// bounds, as an [`Aabb`].
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
    /// The leaves: first the `built` leaves, whose bounds are in `levels`, then the leaves of inserted boxes that wait
    /// to be merged.
    pub(crate) leaves: Vec<Block<T, D>>,
    /// The levels above the leaves. The first level holds the bounds of the built leaves; each further level holds the
    /// bounds of the blocks in the previous level. The last level is one block. Lane l of block b holds the bounds of
    /// block 16·b + l of the level below. There are no levels if there is only one leaf.
    pub(crate) levels: Vec<Vec<Block<T, D>>>,
    /// The number of leaves whose bounds are in `levels`. The leaves after them hold boxes that wait to be merged.
    pub(crate) built: usize,
    /// The id of the box in each slot.
    pub(crate) ids: Vec<u32>,
    /// For each leaf, one bit per lane: set if the lane holds a box.
    pub(crate) alive: Vec<u16>,
    /// The number of boxes in the tree.
    pub(crate) count: usize,
    /// The number of slots in the built leaves whose boxes were removed.
    pub(crate) removed: usize,
    /// The id that the next inserted box gets.
    pub(crate) next_id: u32,
    /// The number of slots after the built leaves that were given to inserted boxes, which wait to be merged.
    pub(crate) waiting: usize,
    /// Pairs of id and slot, sorted by id; the slot is `NO_ID` if the box was removed. Empty until the first change
    /// that needs the slot of an id.
    pub(crate) slots: Vec<(u32, u32)>,
    /// A number that no finite coordinate of a box exceeds in magnitude.
    pub(crate) largest: f64,
}

/// An error of building or changing a tree.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BvhError {
    /// A row of the columns is not a box: a bound is NaN, min > max, or a lower bound is ∞ or an upper bound −∞.
    NotABox {
        /// The row that is not a box, counted from 0.
        row: usize,
        /// The error in the bounds of this row.
        why: AabbError,
    },
    /// The given corners do not form a box.
    Bounds(AabbError),
    /// There are more boxes than ids (32-bit numbers).
    TooMany {
        /// The number of boxes that the tree would have.
        count: usize,
    },
    /// No box has this id, or the box was removed.
    UnknownId {
        /// The id that no box of the tree has.
        id: u32,
    },
    /// `refit_slots` was called although boxes were inserted or removed since the tree was built or merged.
    Unmerged,
}

impl fmt::Display for BvhError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotABox { row, why } => write!(f, "row {row} is not a box: {why}"),
            Self::Bounds(error) => error.fmt(f),
            Self::TooMany { count } => write!(
                f,
                "a tree holds less than 2³²−17 boxes, removed ones counted in; {count} are too many"
            ),
            Self::UnknownId { id } => write!(f, "no box has the id {id}"),
            Self::Unmerged => f.write_str(
                "boxes were inserted or removed; `merge` the tree before it is refitted by slots",
            ),
        }
    }
}

impl Error for BvhError {}

impl From<AabbError> for BvhError {
    fn from(error: AabbError) -> Self {
        Self::Bounds(error)
    }
}

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Returns the number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns `true` if the tree is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns one more than the greatest id ever assigned, which is the number of bits of bitmaps by id.
    #[must_use]
    pub fn id_count(&self) -> usize {
        self.next_id as usize
    }

    /// Returns the id of the box in each slot (position in the tree); `u32::MAX` if a slot holds no box.
    #[must_use]
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// Returns the box in a slot (position in the tree), or `None` if the slot holds no box.
    #[must_use]
    pub fn aabb_in_slot(&self, slot: usize) -> Option<Aabb<D>> {
        let is_box = self.ids.get(slot).is_some_and(|&id| id != NO_ID);
        is_box.then(|| self.leaves[slot / LANES].aabb(slot % LANES))
    }

    /// Returns the boxes and their ids, in the order of their slots (positions in the tree).
    pub fn boxes(&self) -> impl Iterator<Item = (u32, Aabb<D>)> {
        (0..self.ids.len()).filter_map(|slot| Some((self.ids[slot], self.aabb_in_slot(slot)?)))
    }

    /// Returns a box that contains all boxes, or `None` for an empty tree. It is the smallest such box unless a box was
    /// removed or moved since the tree was built.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb<D>> {
        let pending = self.leaves[self.built..].iter();
        let top = self.levels.last().unwrap_or(&self.leaves);
        let blocks = top.iter().take(1).chain(pending);
        let bounds = blocks.map(|block| bounds_of_one(block)).map(|corners| {
            let [min, max] = corners.each(|corner| corner.map(T::to_f64));
            Aabb::new(min, max).expect("boxes of a tree were checked when they came")
        });
        bounds.reduce(|all, more| all.join(&more))
    }

    /// Computes the levels above the built leaves, from the lowest up, and `largest`, the largest magnitude of a finite
    /// coordinate.
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

    /// Computes the bounds in the levels from level `first` up, and the largest magnitude of a finite coordinate.
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
            // Infinite bounds hide the finite ones.
            if !bounds.is_bounded() {
                return self.largest_of_leaves();
            }
            let numbers = [bounds.min(), bounds.max()];
            let magnitudes = numbers.as_flattened().iter().map(|number| number.abs());
            magnitudes.fold(0.0, f64::max)
        });
    }

    /// Returns the largest magnitude of a finite coordinate of the tree's boxes.
    #[cold]
    fn largest_of_leaves(&self) -> f64 {
        let of_leaves = self.leaves.iter().map(Block::largest_finite);
        of_leaves.fold(0.0, f64::max)
    }

    /// Returns a mask of those lanes of a block in a level that hold the bounds of an existing block below.
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

/// Computes the bounds of the blocks `children` and writes them into the blocks of the level above, sixteen children
/// per block.
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

/// Returns the bounds of up to sixteen blocks as one block. Lanes after the last block repeat the bounds of the first
/// block.
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
