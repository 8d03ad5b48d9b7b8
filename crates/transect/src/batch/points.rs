//! Points, as columns: their part of the kernel.

use core::ops::Range;

use fearless_simd::Simd;

use crate::batch::blocks::{Blocks, Survey, exact_side};
use crate::batch::boxes::{lane, padded};
use crate::batch::columns::PointColumns;
use crate::batch::cull;
use crate::batch::filter::Filter;
use crate::batch::kernel::{self, BLOCK, Lane, Seen, Values};
use crate::batch::level::Level;
use crate::batch::scalar::Scalar;
use crate::batch::words::Word;
use crate::plane::Plane;
use crate::region::{Overlap, Region};
use crate::side::Side;

impl<T: Scalar, const D: usize> PointColumns<'_, T, D> {
    #[inline(always)]
    fn lanes(&self, block: usize) -> [Lane<'_, T>; D] {
        core::array::from_fn(|axis| lane(self.coordinates[axis], block))
    }

    /// The survey of rows, row by row: a NaN hides nothing that is large.
    #[cold]
    pub(crate) fn survey_with_nulls(&self, rows: Range<usize>) -> Survey {
        let numbers = self
            .coordinates
            .iter()
            .flat_map(|column| &column[rows.clone()]);
        let mut survey = Survey {
            largest: 0.0,
            may_have_nulls: false,
        };
        for number in numbers {
            survey.largest = survey.largest.max(number.to_f64().abs());
            survey.may_have_nulls |= number.to_f64().is_nan();
        }
        survey
    }
}

impl<T: Scalar, const D: usize> Blocks<D> for PointColumns<'_, T, D> {
    type Scalar = T;
    type Storage = [[T; BLOCK]; D];
    type Padded<'s> = PointColumns<'s, T, D>;

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
        let mut seen = [Seen::nothing(simd); D];
        for block in blocks.clone() {
            for (seen, lane) in seen.iter_mut().zip(self.lanes(block)) {
                seen.add(simd, lane, lane);
            }
        }
        let (largest, is_ordered) = Seen::all_of(seen).sum_up();
        if is_ordered {
            Survey {
                largest,
                may_have_nulls: false,
            }
        } else {
            self.survey_with_nulls(blocks.start * BLOCK..blocks.end * BLOCK)
        }
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

    fn exact(&self, plane: &Plane<D>, row: usize, first: usize) -> [Side; 2] {
        let point = self.coordinates.map(|column| column[row].to_f64());
        [exact_side(plane, &point, first + row); 2]
    }

    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap {
        let point = self.coordinates.map(|column| column[row].to_f64());
        region.overlap(&point)
    }

    fn last_block(&self) -> Self {
        self.slice(self.len() - BLOCK..self.len())
    }

    fn tail(&self) -> Self::Storage {
        self.coordinates.map(padded)
    }

    fn padded(storage: &Self::Storage, level: Level) -> PointColumns<'_, T, D> {
        PointColumns {
            coordinates: storage.each_ref().map(<[T; BLOCK]>::as_slice),
            survey: None,
            level,
        }
    }
}
