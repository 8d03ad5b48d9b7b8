//! The boxes inside a region, and the boxes that meet it.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use fearless_simd::Simd;

use crate::bvh::block::{Block, lanes};
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::descend::{Probe, Verdict};
use crate::bvh::filter::PlaneFilter;
use crate::bvh::selection::{Selection, Selections, Visitor};
use crate::bvh::tree::Bvh;
use crate::region::{Overlap, Region};

/// The largest number of groups into which the planes of a region are divided. A node's state has one bit per group. If
/// a region has more than 64 planes, several planes share a group.
const GROUPS: usize = 64;

/// The boxes of a tree that are inside a region, and those that meet it; all other boxes are outside. See [`Overlap`].
#[derive(Clone, Debug)]
pub struct OverlapSelections<'a> {
    /// The boxes completely inside the region.
    pub inside: Selection<'a>,
    /// The boxes with points inside and points outside of the region.
    pub meets: Selection<'a>,
}

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Returns the boxes inside a region and those that meet it, judged by one plane at a time as
    /// [`Region::overlap_conservative`] does. A box outside the region near one of its edges or corners may be among
    /// those that meet it. This is the usual frustum culling of renderers.
    ///
    /// ```
    /// use transect::{Plane, Region, batch::AabbColumns, bvh::Bvh};
    /// let (low, high) = ([0.0, 2.0, 4.0], [1.0, 3.0, 5.0]);
    /// let tree = Bvh::build(&AabbColumns::new([&low, &low], [&high, &high]))?;
    /// let planes = [Plane::new([1.0, 0.0], -2.0)?, Plane::new([-1.0, 0.0], 4.5)?]; // 2 ≤ x ≤ 4.5
    /// let overlaps = tree.overlap_conservative(&Region::new(&planes));
    /// assert_eq!(overlaps.inside.ids().collect::<Vec<_>>(), [1]);
    /// assert_eq!(overlaps.meets.ids().collect::<Vec<_>>(), [2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn overlap_conservative(&self, region: &Region<'_, D>) -> OverlapSelections<'_> {
        let mut sink = Selections::<true, true, false>::new(&self.ids, self.id_count());
        let _ = self.descend(&mut self.region_probe(region), &mut sink);
        OverlapSelections {
            inside: sink.first,
            meets: sink.between,
        }
    }

    /// Returns the boxes inside a region and those that meet it, exactly as [`Region::overlap`] does. Boxes that
    /// [`Bvh::overlap_conservative`] reports as meeting the region are classified one by one.
    #[must_use]
    pub fn overlap(&self, region: &Region<'_, D>) -> OverlapSelections<'_> {
        let mut found = self.overlap_conservative(region);
        found.meets.retain(|slot| {
            let aabb = self.leaves[slot / LANES].aabb(slot % LANES);
            region.overlap(&aabb) != Overlap::Outside
        });
        found
    }

    /// Calls `visit` with the id of each box that is inside a region or meets it, until `visit` returns `Break`. Boxes
    /// are judged by one plane at a time, as by [`Bvh::overlap_conservative`].
    pub fn visit_overlap_conservative(
        &self,
        region: &Region<'_, D>,
        visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut sink = Visitor::<_, true> {
            ids: &self.ids,
            visit,
        };
        self.descend(&mut self.region_probe(region), &mut sink)
    }

    fn region_probe(&self, region: &Region<'_, D>) -> RegionProbe<T, D> {
        RegionProbe::new(region, self.largest)
    }
}

/// Classifies boxes of a tree as inside a region, outside, or neither. The state of a node is the set of those groups
/// of planes that do not have the whole node in front. Below the node, only the planes of these groups are checked.
pub(crate) struct RegionProbe<T, const D: usize> {
    filters: Vec<PlaneFilter<T, D>>,
    /// The number of planes in a group; the planes of a group share a bit of the state.
    group: usize,
    /// For each group of planes, a mask of the children of the last visited node that are in front of all planes of the
    /// group.
    fronts: [u16; GROUPS],
}

impl<T: Coordinate, const D: usize> RegionProbe<T, D> {
    /// Creates the probe for boxes whose finite coordinates do not exceed `largest` in magnitude.
    pub(crate) fn new(region: &Region<'_, D>, largest: f64) -> Self {
        let filters = region.planes().iter();
        let filters: Vec<_> = filters
            .map(|plane| PlaneFilter::new(plane, largest))
            .collect();
        Self {
            group: filters.len().div_ceil(GROUPS).max(1),
            filters,
            fronts: [0; GROUPS],
        }
    }
}

impl<T: Coordinate, const D: usize> Probe<T, D> for RegionProbe<T, D> {
    type State = u64;

    fn start(&self) -> u64 {
        match self.filters.len().div_ceil(self.group) {
            // The shift below would overflow.
            GROUPS => u64::MAX,
            groups => (1 << groups) - 1,
        }
    }

    #[inline(always)]
    fn node<S: Simd>(&mut self, simd: S, block: &Block<T, D>, state: u64) -> Verdict {
        let (mut inside, mut outside) = (u16::MAX, 0);
        for group in bits(state) {
            let mut front = u16::MAX;
            for filter in of_group(&self.filters, self.group, group) {
                let (before, behind) = filter.apart(simd, block);
                front &= before;
                outside |= behind;
            }
            // The remainder shows the compiler that the index is in range.
            self.fronts[group % GROUPS] = front;
            inside &= front;
            if outside == u16::MAX {
                break;
            }
        }
        Verdict {
            first: inside & !outside,
            last: outside,
        }
    }

    #[inline(always)]
    fn below(&self, state: u64, lane: usize) -> u64 {
        let mut left = state;
        for group in bits(state) {
            let is_in_front = u64::from(self.fronts[group % GROUPS] >> lane & 1);
            left &= !(is_in_front << group);
        }
        left
    }

    #[inline(always)]
    fn leaf<S: Simd>(&mut self, simd: S, block: &Block<T, D>, state: u64, query: u16) -> Verdict {
        let (mut partly_outside, mut outside) = (0, !query);
        for group in bits(state) {
            for filter in of_group(&self.filters, self.group, group) {
                let sides = filter.sides(simd, block, !outside);
                partly_outside |= sides.partly_back;
                outside |= sides.back;
            }
            if outside == u16::MAX {
                break;
            }
        }
        Verdict {
            first: !(partly_outside | outside),
            last: outside,
        }
    }
}

#[inline(always)]
fn of_group<T, const D: usize>(
    filters: &[PlaneFilter<T, D>],
    size: usize,
    group: usize,
) -> &[PlaneFilter<T, D>] {
    let start = (group * size).min(filters.len());
    &filters[start..(start + size).min(filters.len())]
}

/// Returns the indices of the set bits of a number, in ascending order.
#[inline(always)]
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}

/// Keeps only those boxes of a selection for which `is_kept` returns `true` for the slot. Boxes that are selected as
/// whole ranges of slots are kept without a test.
impl Selection<'_> {
    fn retain(&mut self, is_kept: impl Fn(usize) -> bool) {
        self.retain_lanes(|block, mask| {
            let kept = lanes(mask).filter(|lane| is_kept(block as usize * LANES + lane));
            kept.fold(0, |mask, lane| mask | 1 << lane)
        });
    }
}
