//! Buckets of boxes, ordered by the boxes' keys (positions along a Hilbert curve), and the parts of a tree, which
//! threads build from the buckets.

use alloc::vec::Vec;
use alloc::{boxed::Box, vec};
use core::ops::Range;

use crate::batch::AabbColumns;
use crate::bvh::block::{Block, Corners};
use crate::bvh::check::CHUNK;
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::grid::Keys;
use crate::bvh::sort::Sorter;

/// The usual maximum number of boxes in a bucket, chosen so that a second-level cache can hold two copies of a bucket.
/// A bucket may have more boxes if their keys have the same upper bits.
const BUCKET: usize = 1 << 13;

/// The intended maximum number of buckets. With more buckets, writes to them would miss the caches of addresses (TLB).
const BUCKETS: usize = 1 << 11;

/// The assignment of boxes to buckets by the upper bits of their keys (positions along a Hilbert curve).
pub(crate) struct Buckets {
    of_bin: Box<[u16]>,
    /// The number of bits by which a key is shifted right to get its upper bits.
    shift: u32,
    /// The first slot (position in the tree) of each bucket, in the order of buckets. The last element is the end of
    /// the last bucket.
    starts: Vec<u32>,
}

impl Buckets {
    pub(crate) fn of(keys: &Keys) -> Self {
        let size = BUCKET.max(keys.keys.len() / BUCKETS) as u32;
        let mut of_bin = vec![0_u16; keys.counts.len()].into_boxed_slice();
        let (mut starts, mut end) = (vec![0], 0);
        for (bucket_of, &count) in of_bin.iter_mut().zip(&keys.counts) {
            let start = starts[starts.len() - 1];
            if count > 0 && end > start && end - start + count > size {
                starts.push(end);
            }
            *bucket_of = (starts.len() - 1) as u16;
            end += count;
        }
        starts.push(end);
        Self {
            of_bin,
            shift: keys.shift,
            starts,
        }
    }

    #[inline(always)]
    fn bucket(&self, key: u32) -> usize {
        usize::from(self.of_bin[(key >> self.shift) as usize])
    }

    fn slots(&self, bucket: usize) -> Range<usize> {
        self.starts[bucket] as usize..self.starts[bucket + 1] as usize
    }

    /// Splits the tree's leaves and the keys of its boxes into up to `count` parts, each of which holds consecutive
    /// buckets.
    pub(crate) fn parts<'a, T: Coordinate, const D: usize>(
        &self,
        count: usize,
        mut leaves: &'a mut [Block<T, D>],
        mut keyed: &'a mut [u64],
    ) -> Vec<Part<'a, T, D>> {
        let (last, end) = (self.starts.len() - 1, keyed.len());
        let mut parts = Vec::with_capacity(count);
        let mut first = 0;
        while first < last {
            let start = self.starts[first] as usize;
            let wanted = start + (end - start).div_ceil(count - parts.len());
            let behind = self.starts[first + 1..last]
                .iter()
                .take_while(|&&start| (start as usize) < wanted)
                .count();
            let buckets = first..first + 1 + behind;
            let slots = start..self.starts[buckets.end] as usize;
            let first_block = start.div_ceil(LANES);
            let blocks = slots.end.div_ceil(LANES) - first_block;
            first = buckets.end;
            let (of_part, rest) = core::mem::take(&mut leaves).split_at_mut(blocks);
            let (keyed_of_part, rest_of_keyed) =
                core::mem::take(&mut keyed).split_at_mut(slots.len());
            (leaves, keyed) = (rest, rest_of_keyed);
            parts.push(Part {
                buckets,
                slots,
                first_block,
                head: Block::of(&[[T::ZERO; D]; 2]),
                blocks: of_part,
                keyed: keyed_of_part,
            });
        }
        parts
    }
}

/// A part of a tree that is being built. At first its blocks hold the boxes as adjacent numbers, bucket by bucket. When
/// a bucket is sorted, its boxes are written as blocks with one column per bound.
pub(crate) struct Part<'a, T, const D: usize> {
    buckets: Range<usize>,
    slots: Range<usize>,
    /// The index, among all blocks of the tree, of the first block that belongs to this part.
    first_block: usize,
    /// A separate block for this part's first boxes. It is used if these boxes and the last boxes of the previous part
    /// share a block of the tree, because the shared block belongs to the previous part.
    head: Block<T, D>,
    blocks: &'a mut [Block<T, D>],
    /// One number per box, bucket by bucket: the box's key in the upper 32 bits and its id in the lower 32 bits.
    keyed: &'a mut [u64],
}

impl<T: Coordinate, const D: usize> Part<'_, T, D> {
    #[inline(always)]
    fn block(&mut self, block: usize) -> &mut Block<T, D> {
        match self.blocks.get_mut(block.wrapping_sub(self.first_block)) {
            Some(block) => block,
            None => &mut self.head,
        }
    }

    /// Returns the slots (positions in the tree) of the part's boxes.
    pub(crate) fn slots(&self) -> Range<usize> {
        self.slots.clone()
    }

    /// Returns the boxes of this part that lie in the last block of the previous part: the range of their slots
    /// (positions in the tree), and a block that holds these boxes. The range is empty if the parts share no block.
    pub(crate) fn head(&self) -> (Range<usize>, Block<T, D>) {
        let end = self.slots.end.min(self.first_block * LANES);
        (self.slots.start..end, self.head)
    }

    /// Copies the boxes of the part's buckets from the table into the part's blocks. Within a bucket, the boxes stay in
    /// the order of rows.
    pub(crate) fn scatter(
        &mut self,
        boxes: &AabbColumns<'_, T, D>,
        ids: Option<&[u32]>,
        keys: &[u32],
        buckets: &Buckets,
    ) {
        let own = self.buckets.clone();
        let mut ends: Vec<u32> = buckets.starts[own.clone()].to_vec();
        let mut mine = [0_u16; CHUNK];
        for (chunk, start) in keys.chunks(CHUNK).zip((0..).step_by(CHUNK)) {
            let rows = start..start + chunk.len();
            let min = boxes.min().map(|column| &column[rows.clone()]);
            let max = boxes.max().map(|column| &column[rows.clone()]);
            // Rows of other parts are skipped without a branch, because the CPU would mispredict a branch for many
            // rows.
            let mut count = 0;
            for (row, &key) in (0..).zip(chunk) {
                mine[count] = row;
                count += usize::from(own.contains(&buckets.bucket(key)));
            }
            for &row in &mine[..count] {
                let row = usize::from(row);
                let key = chunk[row];
                let end = &mut ends[buckets.bucket(key) - own.start];
                let slot = *end as usize;
                *end += 1;
                let corners = [min.map(|column| column[row]), max.map(|column| column[row])];
                let id = match ids {
                    Some(ids) => ids[start + row],
                    None => (start + row) as u32,
                };
                self.keyed[slot - self.slots.start] = u64::from(key) << 32 | u64::from(id);
                self.block(slot / LANES).keep(slot % LANES, &corners);
            }
        }
    }

    /// Sorts the boxes of each bucket by their keys and writes them as blocks of columns. `ids` receives the ids of the
    /// boxes in the part's slots.
    pub(crate) fn gather(&mut self, buckets: &Buckets, ids: &mut [u32]) {
        let mut sorter = Sorter::default();
        let mut kept: Vec<Corners<T, D>> = Vec::new();
        // The block with the next slot to write. It is built outside of the tree, because its memory in the tree may
        // still hold unsorted boxes of the next bucket. It is stored in the tree when it is full or the part ends.
        let mut block = self.head;
        let mut slot = self.slots.start;
        for bucket in self.buckets.clone() {
            let slots = buckets.slots(bucket);
            kept.clear();
            kept.extend(slots.clone().map(|slot| {
                let place = (slot / LANES).wrapping_sub(self.first_block);
                let block = self.blocks.get(place).unwrap_or(&self.head);
                block.kept(slot % LANES)
            }));
            let start = self.slots.start;
            let keyed = &mut self.keyed[slots.start - start..slots.end - start];
            let ids = &mut ids[slots.start - start..slots.end - start];
            let mut order = sorter.order(keyed);
            for (id, &entry) in ids.iter_mut().zip(order) {
                *id = keyed[entry as u32 as usize] as u32;
            }
            while !order.is_empty() {
                let lane = slot % LANES;
                let (now, rest) = order.split_at(order.len().min(LANES - lane));
                order = rest;
                match <&[u64; LANES]>::try_from(now) {
                    Ok(now) => {
                        for (lane, &entry) in now.iter().enumerate() {
                            block.set(lane, &kept[entry as u32 as usize]);
                        }
                    }
                    Err(_) => {
                        if lane == 0 {
                            block = Block::of(&kept[now[0] as u32 as usize]);
                        }
                        for (lane, &entry) in (lane..).zip(now) {
                            block.set(lane, &kept[entry as u32 as usize]);
                        }
                    }
                }
                slot += now.len();
                if slot.is_multiple_of(LANES) || slot == self.slots.end {
                    *self.block((slot - 1) / LANES) = block;
                }
            }
        }
    }
}
