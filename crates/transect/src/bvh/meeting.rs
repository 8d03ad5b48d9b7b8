//! Selects the boxes of a tree that have a point in common with a given box.

use core::ops::{ControlFlow, Range};

use fearless_simd::Simd;

use crate::aabb::Aabb;
use crate::bvh::block::Block;
use crate::bvh::coordinate::Coordinate;
use crate::bvh::descend::{Probe, Sink, Verdict};
use crate::bvh::selection::{Selection, Visitor};
use crate::bvh::tree::Bvh;

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Returns the boxes of the tree that have a point in common with the box `aabb`; touching boxes are included.
    ///
    /// ```
    /// use transect::{Aabb, batch::AabbColumns, bvh::Bvh};
    /// let (low, high) = ([0.0, 2.0, 4.0], [1.0, 3.0, 5.0]);
    /// let tree = Bvh::build(&AabbColumns::new([&low, &low], [&high, &high]))?;
    /// let met = tree.meeting(&Aabb::new([3.0, 2.5], [9.0, 9.0])?);
    /// assert_eq!(met.bitmap(), [0b110]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn meeting(&self, aabb: &Aabb<D>) -> Selection<'_> {
        let mut sink = Met(Selection::new(&self.ids, self.id_count()));
        let _ = self.descend(&mut BoxProbe::new(aabb), &mut sink);
        sink.0
    }

    /// Calls `visit` with the id of each box that has a point in common with the box `aabb`, until `visit` returns
    /// `Break`.
    pub fn visit_meeting(
        &self,
        aabb: &Aabb<D>,
        visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut sink = Visitor::<_, true> {
            ids: &self.ids,
            visit,
        };
        self.descend(&mut BoxProbe::new(aabb), &mut sink)
    }
}

/// Classifies the boxes of a tree: within a given box, apart from the given box, or neither. The bounds of the given
/// box are rounded inwards to the number type of the tree. This changes no result, because the tree's numbers have that
/// type.
struct BoxProbe<T, const D: usize> {
    min: [T; D],
    max: [T; D],
}

impl<T: Coordinate, const D: usize> BoxProbe<T, D> {
    fn new(aabb: &Aabb<D>) -> Self {
        Self {
            min: aabb.min().map(T::at_least),
            max: aabb.max().map(|max| -T::at_least(-max)),
        }
    }
}

impl<T: Coordinate, const D: usize> Probe<T, D> for BoxProbe<T, D> {
    type State = ();

    fn start(&self) {}

    #[inline(always)]
    fn node<S: Simd>(&mut self, simd: S, block: &Block<T, D>, (): ()) -> Verdict {
        self.leaf(simd, block, (), u16::MAX)
    }

    #[inline(always)]
    fn below(&self, (): (), _: usize) {}

    #[inline(always)]
    fn leaf<S: Simd>(&mut self, simd: S, block: &Block<T, D>, (): (), _: u16) -> Verdict {
        let (mut within, mut met) = (u16::MAX, u16::MAX);
        for axis in 0..D {
            let (low, high) = (block.column(axis, 0), block.column(axis, 1));
            within &= T::not_below(simd, low, self.min[axis]);
            within &= T::not_above(simd, high, self.max[axis]);
            met &= T::not_below(simd, high, self.min[axis]);
            met &= T::not_above(simd, low, self.max[axis]);
        }
        Verdict {
            first: within & met,
            last: !met,
        }
    }
}

/// Selects all boxes that have a point in common with the given box: those within it, and those that are neither within
/// it nor apart from it.
struct Met<'a>(Selection<'a>);

impl Sink for Met<'_> {
    const WANTED: [bool; 2] = [true, false];

    #[inline(always)]
    fn first(&mut self, slots: Range<u32>) -> ControlFlow<()> {
        self.0.add_range(slots);
        ControlFlow::Continue(())
    }

    fn last(&mut self, _: Range<u32>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn leaf(&mut self, block: u32, first: u16, between: u16, _: u16) -> ControlFlow<()> {
        self.0.add_block(block, first | between);
        ControlFlow::Continue(())
    }
}
