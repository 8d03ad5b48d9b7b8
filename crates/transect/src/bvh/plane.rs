//! The boxes on each side of a plane.

use core::ops::ControlFlow;

use fearless_simd::Simd;

use crate::batch::counts::SideCounts;
use crate::bvh::block::Block;
use crate::bvh::coordinate::Coordinate;
use crate::bvh::descend::{Probe, Verdict};
use crate::bvh::filter::PlaneFilter;
use crate::bvh::selection::{AnswerCounts, Selection, Selections, Visitor};
use crate::bvh::tree::Bvh;
use crate::plane::Plane;

/// The boxes of a tree on each [`Side`](crate::Side) of a plane.
#[derive(Clone, Debug)]
pub struct SideSelections<'a> {
    /// The boxes strictly in front of the plane.
    pub front: Selection<'a>,
    /// The boxes on the plane, including boxes that only touch it.
    pub on: Selection<'a>,
    /// The boxes strictly behind the plane.
    pub back: Selection<'a>,
}

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Returns the boxes on a plane: those for which [`Plane::side`] returns `On`.
    #[must_use]
    pub fn on(&self, plane: &Plane<D>) -> Selection<'_> {
        let mut sink = Selections::<false, true, false>::new(&self.ids, self.id_count());
        let _ = self.descend(&mut self.side_probe(plane), &mut sink);
        sink.between
    }

    /// Returns the boxes on each side of a plane, classified as by [`Plane::side`].
    #[must_use]
    pub fn sides(&self, plane: &Plane<D>) -> SideSelections<'_> {
        let mut sink = Selections::<true, true, true>::new(&self.ids, self.id_count());
        let _ = self.descend(&mut self.side_probe(plane), &mut sink);
        SideSelections {
            front: sink.first,
            on: sink.between,
            back: sink.last,
        }
    }

    /// Counts the boxes on each side of a plane.
    ///
    /// ```
    /// use transect::{Plane, batch::{AabbColumns, SideCounts}, bvh::Bvh};
    /// let (low, high) = ([0.0, 2.0, 4.0], [1.0, 3.0, 5.0]);
    /// let tree = Bvh::build(&AabbColumns::new([&low, &low], [&high, &high]))?;
    /// let counts = tree.side_counts(&Plane::new([1.0, 0.0], -2.0)?);
    /// assert_eq!(counts, SideCounts { front: 1, on: 1, back: 1, null: 0 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn side_counts(&self, plane: &Plane<D>) -> SideCounts {
        let mut sink = AnswerCounts::default();
        let _ = self.descend(&mut self.side_probe(plane), &mut sink);
        SideCounts {
            front: sink.first,
            on: sink.between,
            back: sink.last,
            null: 0,
        }
    }

    /// Calls `visit` with the id of each box on a plane, until `visit` returns `Break`.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use transect::{Plane, batch::AabbColumns, bvh::Bvh};
    /// let (low, high) = ([0.0; 3], [1.0; 3]);
    /// let tree = Bvh::build(&AabbColumns::new([&low, &low], [&high, &high]))?;
    /// let found = tree.visit_on(&Plane::new([1.0, 0.0], -0.5)?, |_| ControlFlow::Break(()));
    /// assert!(found.is_break()); // a box is on the plane
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit_on(
        &self,
        plane: &Plane<D>,
        visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut sink = Visitor::<_, false> {
            ids: &self.ids,
            visit,
        };
        self.descend(&mut self.side_probe(plane), &mut sink)
    }

    fn side_probe(&self, plane: &Plane<D>) -> SideProbe<T, D> {
        SideProbe::new(plane, self.largest)
    }
}

/// Classifies boxes of a tree as in front of a plane, behind the plane, or on the plane.
pub(crate) struct SideProbe<T, const D: usize>(PlaneFilter<T, D>);

impl<T: Coordinate, const D: usize> SideProbe<T, D> {
    /// Creates the probe for boxes whose finite coordinates do not exceed `largest` in magnitude.
    pub(crate) fn new(plane: &Plane<D>, largest: f64) -> Self {
        Self(PlaneFilter::new(plane, largest))
    }
}

impl<T: Coordinate, const D: usize> Probe<T, D> for SideProbe<T, D> {
    type State = ();

    fn start(&self) {}

    #[inline(always)]
    fn node<S: Simd>(&mut self, simd: S, block: &Block<T, D>, (): ()) -> Verdict {
        let (first, last) = self.0.apart(simd, block);
        Verdict { first, last }
    }

    #[inline(always)]
    fn below(&self, (): (), _: usize) {}

    #[inline(always)]
    fn leaf<S: Simd>(&mut self, simd: S, block: &Block<T, D>, (): (), query: u16) -> Verdict {
        let sides = self.0.sides(simd, block, query);
        Verdict {
            first: sides.front,
            last: sides.back,
        }
    }
}
