//! Building: cells of middles along a Hilbert curve, one pass that scatters boxes into buckets of that order
//! which fit a cache, and in each bucket a radix sort and a gather.

use alloc::vec::Vec;
use alloc::{boxed::Box, vec};

use fearless_simd::{Simd, dispatch};

use crate::aabb::Aabb;
use crate::batch::AabbColumns;
use crate::bvh::block::{Block, Corners, first_lanes};
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::order::{KEY_BITS, along_the_curve, bits_of_an_axis, interleaved};
use crate::bvh::tree::{Bvh, BvhError, NO_ID, level_of_cpu};

/// Rows of a table that are asked together.
const CHUNK: usize = 1024;

/// Boxes in a bucket, where keys tell them apart: about what a second-level cache holds twice.
const BUCKET: usize = 1 << 13;

/// Buckets at most: more than these would each miss the caches of addresses.
const BUCKETS: usize = 1 << 11;

/// The upper bits of keys that tell buckets apart.
const BIN_BITS: u32 = 16;

/// Bits of a digit of the radix sort.
const DIGIT_BITS: u32 = 11;

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// The tree of these boxes; the id of a box is its row.
    ///
    /// Memory: 24 bytes a box in 3D with f32 (48 with f64), 4 for its id, 7 % for the levels; as much again
    /// and 12 bytes while building.
    ///
    /// # Errors
    /// [`BvhError::NotABox`] names the first row with a number that is not finite or with min > max, which
    /// are no boxes; [`BvhError::TooMany`].
    pub fn build(boxes: &AabbColumns<'_, T, D>) -> Result<Self, BvhError> {
        let count = boxes.len();
        if count >= (NO_ID as usize) - LANES {
            return Err(BvhError::TooMany { count });
        }
        check(boxes)?;
        Ok(Self::of_checked(boxes, None, count as u32))
    }

    /// The tree of boxes that were checked, with the ids given, or their rows.
    pub(crate) fn of_checked(
        boxes: &AabbColumns<'_, T, D>,
        ids: Option<&[u32]>,
        next_id: u32,
    ) -> Self {
        let count = boxes.len();
        let blocks = count.div_ceil(LANES);
        let mut tree = Self {
            leaves: Vec::with_capacity(blocks),
            levels: Vec::new(),
            built: blocks,
            ids: Vec::with_capacity(blocks * LANES),
            alive: vec![u16::MAX; blocks],
            count,
            removed: 0,
            waiting: 0,
            next_id,
            slots: Vec::new(),
            largest: 0.0,
        };
        if count == 0 {
            return tree;
        }
        let keys = keys(boxes);
        let buckets = Buckets::of(&keys);
        let scattered = buckets.scatter(boxes, &keys, ids);
        drop(keys);
        tree.gather(&scattered);
        drop(scattered);
        tree.ids.resize(blocks * LANES, NO_ID);
        if let Some(last) = tree.alive.last_mut() {
            *last = first_lanes(count - (blocks - 1) * LANES);
        }
        tree.set_levels();
        tree
    }

    /// Appends the boxes of all buckets in the order of their keys.
    fn gather(&mut self, scattered: &Scattered<T, D>) {
        let mut sorter = Sorter::default();
        let mut block = Block::of(&scattered.corners[0]);
        let mut lane = 0;
        for range in scattered.starts.windows(2) {
            let bucket = range[0] as usize..range[1] as usize;
            let (corners, keyed) = (
                &scattered.corners[bucket.clone()],
                &scattered.keyed[bucket.clone()],
            );
            for &entry in sorter.order(keyed) {
                let place = entry as u32 as usize;
                self.ids.push(keyed[place] as u32);
                if lane == 0 {
                    block = Block::of(&corners[place]);
                } else {
                    block.set(lane, &corners[place]);
                }
                lane += 1;
                if lane == LANES {
                    self.leaves.push(block);
                    lane = 0;
                }
            }
        }
        if lane > 0 {
            self.leaves.push(block);
        }
    }
}

/// Boxes in buckets, in each bucket in the order they came.
struct Scattered<T, const D: usize> {
    corners: Vec<Corners<T, D>>,
    /// The key above the id.
    keyed: Vec<u64>,
    /// Where each bucket starts, and where the last one ends.
    starts: Vec<u32>,
}

/// Which bins of keys go into which bucket.
struct Buckets {
    of_bin: Box<[u16]>,
    starts: Vec<u32>,
}

impl Buckets {
    fn of(keys: &[u32]) -> Self {
        let mut counts = vec![0_u32; 1 << BIN_BITS].into_boxed_slice();
        for &key in keys {
            counts[bin(key)] += 1;
        }
        let size = BUCKET.max(keys.len() / BUCKETS) as u32;
        let mut of_bin = vec![0_u16; 1 << BIN_BITS].into_boxed_slice();
        let (mut starts, mut end) = (vec![0], 0);
        for (bucket_of, &count) in of_bin.iter_mut().zip(&counts) {
            let start = starts[starts.len() - 1];
            if end > start && end - start + count > size {
                starts.push(end);
            }
            *bucket_of = (starts.len() - 1) as u16;
            end += count;
        }
        starts.push(end);
        Self { of_bin, starts }
    }

    fn scatter<T: Coordinate, const D: usize>(
        self,
        boxes: &AabbColumns<'_, T, D>,
        keys: &[u32],
        ids: Option<&[u32]>,
    ) -> Scattered<T, D> {
        let mut corners = vec![[[T::ZERO; D]; 2]; keys.len()];
        let mut keyed = vec![0_u64; keys.len()];
        let mut ends = self.starts.clone();
        let (min, max) = (boxes.min(), boxes.max());
        for (start, chunk) in keys.chunks(CHUNK).enumerate() {
            let rows = start * CHUNK..start * CHUNK + chunk.len();
            let (min, max) = (
                min.map(|column| &column[rows.clone()]),
                max.map(|column| &column[rows.clone()]),
            );
            for (row, &key) in chunk.iter().enumerate() {
                let end = &mut ends[usize::from(self.of_bin[bin(key)])];
                let place = *end as usize;
                *end += 1;
                corners[place] = [min.map(|column| column[row]), max.map(|column| column[row])];
                let id = match ids {
                    Some(ids) => ids[rows.start + row],
                    None => (rows.start + row) as u32,
                };
                keyed[place] = u64::from(key) << 32 | u64::from(id);
            }
        }
        Scattered {
            corners,
            keyed,
            starts: self.starts,
        }
    }
}

#[inline(always)]
fn bin(key: u32) -> usize {
    (key >> (KEY_BITS - BIN_BITS)) as usize
}

/// Sorts buckets, least digit first.
#[derive(Default)]
struct Sorter {
    entries: Vec<u64>,
    spare: Vec<u64>,
}

impl Sorter {
    /// The places in a bucket in the order of their keys, each in the lower half of an entry.
    fn order(&mut self, keyed: &[u64]) -> &[u64] {
        let keys = || keyed.iter().map(|entry| (entry >> 32) as u32);
        let least = keys().min().unwrap_or(0);
        let most = keys().max().unwrap_or(0);
        self.entries.clear();
        self.entries.extend(
            keys()
                .zip(0_u64..)
                .map(|(key, place)| u64::from(key - least) << 32 | place),
        );
        let bits = u32::BITS - (most - least).leading_zeros();
        if keyed.len() < 128 {
            self.entries.sort_unstable();
            return &self.entries;
        }
        self.spare.clear();
        self.spare.resize(keyed.len(), 0);
        for pass in 0..bits.div_ceil(DIGIT_BITS) {
            let shift = 32 + pass * DIGIT_BITS;
            let digit = |entry: u64| (entry >> shift) as usize & ((1 << DIGIT_BITS) - 1);
            let mut ends = [0_u32; 1 << DIGIT_BITS];
            for &entry in &self.entries {
                ends[digit(entry)] += 1;
            }
            let mut end = 0;
            for count in &mut ends {
                (*count, end) = (end, end + *count);
            }
            for &entry in &self.entries {
                let place = &mut ends[digit(entry)];
                self.spare[*place as usize] = entry;
                *place += 1;
            }
            core::mem::swap(&mut self.entries, &mut self.spare);
        }
        &self.entries
    }
}

/// The first row that is no box.
pub(crate) fn check<T: Coordinate, const D: usize>(
    boxes: &AabbColumns<'_, T, D>,
) -> Result<(), BvhError> {
    let are_boxes = dispatch!(level_of_cpu(), simd => are_boxes(simd, boxes));
    if are_boxes {
        return Ok(());
    }
    let mut rows = (0..boxes.len()).filter_map(|row| Some((row, boxes.get(row)?)));
    let first = rows.find_map(|(row, [min, max])| Aabb::new(min, max).err().map(|why| (row, why)));
    let (row, why) = first.expect("a row is no box");
    Err(BvhError::NotABox { row, why })
}

#[inline(always)]
fn are_boxes<S: Simd, T: Coordinate, const D: usize>(_: S, boxes: &AabbColumns<'_, T, D>) -> bool {
    let axes = boxes.min().into_iter().zip(boxes.max());
    let mut chunks = axes.flat_map(|(min, max)| min.chunks(CHUNK).zip(max.chunks(CHUNK)));
    chunks.all(|(min, max)| {
        // NaN fails every comparison, and infinite bounds fail one of the outer ones.
        let infinity = T::INFINITY;
        min.iter().zip(max).fold(true, |all, (&low, &high)| {
            all & (low > infinity.negated()) & (low <= high) & (high < infinity)
        })
    })
}

/// The place of each box's middle along the curve.
fn keys<T: Coordinate, const D: usize>(boxes: &AabbColumns<'_, T, D>) -> Vec<u32> {
    let grid = Grid::around(boxes);
    let mut keys = Vec::with_capacity(boxes.len());
    for start in (0..boxes.len()).step_by(CHUNK) {
        let end = boxes.len().min(start + CHUNK);
        let chunk = boxes.slice(start..end);
        let mut cells = [0; CHUNK];
        dispatch!(level_of_cpu(), simd => grid.cells(simd, &chunk, &mut cells));
        let places = cells[..end - start].iter();
        keys.extend(places.map(|&cell| along_the_curve::<D>(cell)));
    }
    keys
}

/// The grid of cells over the middles of boxes. Numbers are those of middles doubled.
struct Grid<T, const D: usize> {
    low: [T; D],
    scale: T,
}

impl<T: Coordinate, const D: usize> Grid<T, D> {
    /// As wide as most middles reach: a few that lie far away share the outermost cells, so that they do
    /// not make the cells of all others coarse. Cells are cubes. What this says comes from a sample; it
    /// decides how fast a tree is, nothing else.
    fn around(boxes: &AabbColumns<'_, T, D>) -> Self {
        let step = boxes.len().div_ceil(CHUNK).max(1);
        let (mut low, mut widest) = ([T::ZERO; D], 0.0);
        for (axis, low) in low.iter_mut().enumerate() {
            let columns = [boxes.min()[axis], boxes.max()[axis]];
            let rows = (0..boxes.len()).step_by(step);
            let mut sample: Vec<f64> = rows
                .map(|row| columns[0][row].to_f64() + columns[1][row].to_f64())
                .collect();
            sample.sort_unstable_by(f64::total_cmp);
            let last = sample.len() - 1;
            let (first, most) = (sample[0], sample[last]);
            let (lower, upper) = (sample[last / 64], sample[last - last / 64]);
            let beyond = 0.25 * (upper - lower);
            let (from, to) = match beyond > 0.0 {
                true => (first.max(lower - beyond), most.min(upper + beyond)),
                false => (first, most),
            };
            *low = T::nearest(from);
            widest = (to - from).max(widest);
        }
        let cells = f64::from(1_u32 << bits_of_an_axis(D));
        let scale = T::nearest(cells / widest);
        Self {
            low,
            scale: if scale.is_finite() { scale } else { T::ZERO },
        }
    }

    #[inline(always)]
    fn cells<S: Simd>(&self, _: S, boxes: &AabbColumns<'_, T, D>, cells: &mut [u32; CHUNK]) {
        let most = (1 << bits_of_an_axis(D)) - 1;
        let (min, max) = (boxes.min(), boxes.max());
        let cells = &mut cells[..boxes.len()];
        let (min, max) = (
            min.map(|column| &column[..cells.len()]),
            max.map(|column| &column[..cells.len()]),
        );
        for (row, cell) in cells.iter_mut().enumerate() {
            *cell = interleaved(&core::array::from_fn::<_, D, _>(|axis| {
                T::cell(
                    min[axis][row],
                    max[axis][row],
                    self.low[axis],
                    self.scale,
                    most,
                )
            }));
        }
    }
}
