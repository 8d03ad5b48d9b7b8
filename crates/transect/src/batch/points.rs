//! Block operations for columns of points.

use core::ops::Range;

use fearless_simd::Simd;

use crate::batch::blocks::{Blocks, Survey, exact_side, lane};
use crate::batch::columns::{AabbColumns, PointColumns};
use crate::batch::cull;
use crate::batch::filter::Filter;
use crate::batch::kernel::{self, Lane, Values};
use crate::batch::level::Level;
use crate::batch::scalar::Scalar;
use crate::batch::words::Word;
use crate::plane::Plane;
use crate::region::{Overlap, Region};
use crate::side::Side;

impl<'a, T: Scalar, const D: usize> PointColumns<'a, T, D> {
    #[inline(always)]
    fn lanes(&self, block: usize) -> [Lane<'_, T>; D] {
        core::array::from_fn(|axis| lane(self.coordinates[axis], block))
    }

    /// Returns each point as a box of zero size. The survey of the points (their largest magnitude, and the presence of
    /// null rows) is valid for these boxes, too.
    #[inline(always)]
    pub(crate) fn boxes(&self) -> AabbColumns<'a, T, D> {
        AabbColumns {
            min: self.coordinates,
            max: self.coordinates,
            survey: self.survey,
            level: self.level,
        }
    }
}

impl<T: Scalar, const D: usize> Blocks<D> for PointColumns<'_, T, D> {
    type Scalar = T;
    type Over<'s>
        = PointColumns<'s, T, D>
    where
        Self: 's;

    fn rows(&self) -> usize {
        self.len()
    }

    fn level(&self) -> Level {
        self.level
    }

    fn known(&self) -> Option<Survey> {
        self.survey
    }

    #[inline(always)]
    fn survey<S: Simd>(&self, simd: S, blocks: Range<usize>) -> Survey {
        self.boxes().survey(simd, blocks)
    }

    #[inline(always)]
    fn values<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<T, D>,
        block: usize,
    ) -> impl Fn(usize) -> Values<S, T> {
        let point = self.lanes(block);
        #[inline(always)]
        move |first| [kernel::values(simd, filter, &point, first); 2]
    }

    #[inline(always)]
    fn lying<S: Simd>(
        &self,
        simd: S,
        filters: &[Filter<T, D>],
        threshold: T,
        block: usize,
    ) -> Option<[u64; 3]> {
        cull::lying(simd, filters, threshold, &[self.lanes(block); 2])
    }

    #[inline(always)]
    fn nulls<S: Simd>(&self, simd: S, block: usize) -> u64 {
        let lanes = self.lanes(block);
        kernel::not_ordered(simd, lanes, lanes)
    }

    #[inline(always)]
    fn refined<S: Simd>(&self, simd: S, plane: &Plane<D>, block: usize) -> (Word, u64) {
        let ends = kernel::ends(simd, plane.form(), self.lanes(block));
        let word = Word {
            front: ends.positive,
            within: !ends.negative,
            back: ends.negative,
            null: 0,
        };
        (word, ends.known)
    }

    fn exact(&self, plane: &Plane<D>, row: usize, first: usize) -> Option<[Side; 2]> {
        let point = self.coordinates.map(|column| column[row].to_f64());
        Some([exact_side(plane, &point, first + row); 2])
    }

    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap {
        let point = self.coordinates.map(|column| column[row].to_f64());
        region.overlap(&point)
    }

    fn map<'s>(&'s self, by: impl FnMut(&'s [T]) -> &'s [T]) -> Self::Over<'s> {
        PointColumns {
            coordinates: self.coordinates.map(by),
            ..*self
        }
    }
}
