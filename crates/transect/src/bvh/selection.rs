//! Selected boxes of a tree, stored as ranges of slots (positions in the tree), and for single boxes as lanes
//! (positions) of blocks.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use transect_exact::arrays::Few as _;

use crate::bvh::block::lanes;
use crate::bvh::coordinate::LANES;
use crate::bvh::descend::Sink;

/// A selection of boxes of a tree. It stores ranges of slots (positions in the tree), and single boxes as lanes of
/// blocks. The ids, a bitmap and the count of the boxes are computed on demand.
///
/// ```
/// use transect::{Plane, batch::AabbColumns, bvh::Bvh};
/// let (low, high) = ([0.0, 2.0, 4.0], [1.0, 3.0, 5.0]);
/// let tree = Bvh::build(&AabbColumns::new([&low, &low], [&high, &high]))?;
/// let sides = tree.sides(&Plane::new([1.0, 0.0], -2.0)?);
/// assert_eq!(sides.front.ids().collect::<Vec<_>>(), [2]);
/// assert_eq!(sides.on.bitmap(), [0b010]); // touching boxes are on
/// assert_eq!(sides.back.count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Selection<'a> {
    /// The id of the box in each slot of the tree.
    ids: &'a [u32],
    id_count: usize,
    ranges: Vec<Range<u32>>,
    blocks: Vec<(u32, u16)>,
}

impl<'a> Selection<'a> {
    pub(crate) fn new(ids: &'a [u32], id_count: usize) -> Self {
        Self {
            ids,
            id_count,
            ranges: Vec::new(),
            blocks: Vec::new(),
        }
    }

    #[inline(always)]
    pub(crate) fn add_range(&mut self, slots: Range<u32>) {
        match self.ranges.last_mut() {
            Some(last) if last.end == slots.start => last.end = slots.end,
            _ => self.ranges.push(slots),
        }
    }

    #[inline(always)]
    pub(crate) fn add_block(&mut self, block: u32, lanes: u16) {
        // A block without a selected lane is removed by shortening the list. A branch would be slower, because the CPU
        // would mispredict it for many blocks.
        let kept = self.blocks.len() + usize::from(lanes != 0);
        self.blocks.push((block, lanes));
        self.blocks.truncate(kept);
    }

    pub(crate) fn retain_lanes(&mut self, kept: impl Fn(u32, u16) -> u16) {
        for (block, lanes) in &mut self.blocks {
            *lanes = kept(*block, *lanes);
        }
        self.blocks.retain(|&(_, lanes)| lanes != 0);
    }

    /// Returns the number of selected boxes.
    #[must_use]
    pub fn count(&self) -> usize {
        let in_ranges: usize = self.ranges.iter().map(|range| range.len()).sum();
        let in_blocks: usize = self
            .blocks
            .iter()
            .map(|(_, lanes)| lanes.count_ones() as usize)
            .sum();
        in_ranges + in_blocks
    }

    /// Returns `true` if no box is selected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty() && self.blocks.is_empty()
    }

    /// Returns the slots of the selected boxes (their positions in the tree), in unspecified order.
    pub fn slots(&self) -> impl Iterator<Item = usize> + '_ {
        let of_block = |&(block, mask): &(u32, u16)| {
            lanes(mask).map(move |lane| block as usize * LANES + lane)
        };
        let of_range = |range: &Range<u32>| range.start as usize..range.end as usize;
        let in_ranges = self.ranges.iter().flat_map(of_range);
        in_ranges.chain(self.blocks.iter().flat_map(of_block))
    }

    /// Returns the ids of the selected boxes, in unspecified order.
    pub fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        self.slots().map(|slot| self.ids[slot])
    }

    /// Returns the slots of the selected boxes (their positions in the tree) as ascending ranges; adjacent ranges are
    /// joined.
    ///
    /// ```
    /// use transect::{Plane, batch::AabbColumns, bvh::Bvh};
    /// let low: Vec<f64> = (0..100).map(f64::from).collect();
    /// let high: Vec<f64> = low.iter().map(|low| low + 0.5).collect();
    /// let zeros = vec![0.0; 100];
    /// let tree = Bvh::build(&AabbColumns::new([&low, &zeros], [&high, &zeros]))?;
    /// let front = tree.sides(&Plane::new([1.0, 0.0], -19.75)?).front;
    /// assert_eq!(front.slot_ranges(), [20..100]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn slot_ranges(&self) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::with_capacity(self.ranges.len());
        for range in &self.ranges {
            ranges.push(range.start as usize..range.end as usize);
        }
        for &(block, mask) in &self.blocks {
            let (first, mut mask) = (block as usize * LANES, u32::from(mask));
            while mask != 0 {
                let start = mask.trailing_zeros() as usize;
                let length = (mask >> start).trailing_ones() as usize;
                ranges.push(first + start..first + start + length);
                mask &= !(((1 << length) - 1) << start);
            }
        }
        ranges.sort_unstable_by_key(|range| range.start);
        ranges.dedup_by(|next, range| {
            let continues = range.end == next.start;
            if continues {
                range.end = next.end;
            }
            continues
        });
        ranges
    }

    /// Returns a bitmap of the selected boxes with one bit per id ever assigned, least significant bit first, as in
    /// Arrow.
    #[must_use]
    pub fn bitmap(&self) -> Vec<u64> {
        let mut bitmap = alloc::vec![0_u64; self.id_count.div_ceil(64)];
        for id in self.ids() {
            bitmap[id as usize / 64] |= 1 << (id % 64);
        }
        bitmap
    }
}

/// Collects the boxes of the three classes of a query (for example in front of, on and behind a plane) as selections.
/// `FIRST`, `BETWEEN` and `LAST` select the classes that are collected.
pub(crate) struct Selections<'a, const FIRST: bool, const BETWEEN: bool, const LAST: bool> {
    pub(crate) first: Selection<'a>,
    pub(crate) between: Selection<'a>,
    pub(crate) last: Selection<'a>,
}

impl<'a, const FIRST: bool, const BETWEEN: bool, const LAST: bool>
    Selections<'a, FIRST, BETWEEN, LAST>
{
    pub(crate) fn new(ids: &'a [u32], id_count: usize) -> Self {
        let [first, between, last] = [0; 3].each(|_| Selection::new(ids, id_count));
        Self {
            first,
            between,
            last,
        }
    }
}

impl<const FIRST: bool, const BETWEEN: bool, const LAST: bool> Sink
    for Selections<'_, FIRST, BETWEEN, LAST>
{
    const WANTED: [bool; 2] = [FIRST, LAST];

    #[inline(always)]
    fn first(&mut self, slots: Range<u32>) -> ControlFlow<()> {
        self.first.add_range(slots);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn last(&mut self, slots: Range<u32>) -> ControlFlow<()> {
        self.last.add_range(slots);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn leaf(&mut self, block: u32, first: u16, between: u16, last: u16) -> ControlFlow<()> {
        if FIRST {
            self.first.add_block(block, first);
        }
        if BETWEEN {
            self.between.add_block(block, between);
        }
        if LAST {
            self.last.add_block(block, last);
        }
        ControlFlow::Continue(())
    }
}

/// The number of boxes in each of the three classes of a query, for example in front of, on and behind a plane.
#[derive(Default)]
pub(crate) struct AnswerCounts {
    pub(crate) first: usize,
    pub(crate) between: usize,
    pub(crate) last: usize,
}

impl Sink for AnswerCounts {
    const WANTED: [bool; 2] = [true; 2];

    #[inline(always)]
    fn first(&mut self, slots: Range<u32>) -> ControlFlow<()> {
        self.first += slots.len();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn last(&mut self, slots: Range<u32>) -> ControlFlow<()> {
        self.last += slots.len();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn leaf(&mut self, _: u32, first: u16, between: u16, last: u16) -> ControlFlow<()> {
        self.first += first.count_ones() as usize;
        self.between += between.count_ones() as usize;
        self.last += last.count_ones() as usize;
        ControlFlow::Continue(())
    }
}

/// Calls a function with the ids of boxes until the function returns `Break`. The boxes are those of the class between
/// (on the plane, or meeting the region); with `FIRST`, also those of the first class (in front, or inside).
pub(crate) struct Visitor<'a, F, const FIRST: bool> {
    pub(crate) ids: &'a [u32],
    pub(crate) visit: F,
}

impl<F: FnMut(u32) -> ControlFlow<()>, const FIRST: bool> Sink for Visitor<'_, F, FIRST> {
    const WANTED: [bool; 2] = [FIRST, false];

    fn first(&mut self, slots: Range<u32>) -> ControlFlow<()> {
        let mut ids = self.ids[slots.start as usize..slots.end as usize].iter();
        ids.try_for_each(|&id| (self.visit)(id))
    }

    fn last(&mut self, _: Range<u32>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn leaf(&mut self, block: u32, first: u16, between: u16, _: u16) -> ControlFlow<()> {
        let query = if FIRST { first | between } else { between };
        let start = block as usize * LANES;
        lanes(query).try_for_each(|lane| (self.visit)(self.ids[start + lane]))
    }
}
