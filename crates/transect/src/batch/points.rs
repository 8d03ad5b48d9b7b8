//! Block operations for columns of points.

use core::ops::Range;

use fearless_simd::{Simd, SimdBase};
use transect_exact::Side;

use crate::batch::blocks::{Blocks, Survey, exact_side, lane, sides};
use crate::batch::columns::{AabbColumns, PointColumns};
use crate::batch::cull::{self, Held};
use crate::batch::filter::Filter;
use crate::batch::kernel::{self, Lane, Values, vectors};
use crate::batch::level::Level;
use crate::batch::scalar::Scalar;
use crate::batch::words::Word;
use crate::plane::Plane;
use crate::region::{Overlap, Region};

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

/// The coordinates of one SIMD vector of points.
#[derive(Clone, Copy)]
struct HeldPoints<S: Simd, T: Scalar, const D: usize> {
    point: [T::Vector<S>; D],
}

impl<S: Simd, T: Scalar, const D: usize> Held<S, T, D> for HeldPoints<S, T, D> {
    const HAS_EXTENT: bool = false;

    #[inline(always)]
    fn values<const N: usize>(
        group: &[Self; N],
        simd: S,
        filter: &Filter<T, D>,
    ) -> [Values<S, T>; N] {
        let mut values = [[T::Vector::splat(simd, T::ZERO); 2]; N];
        for index in 0..N {
            values[index] = [cull::sum(simd, filter, &group[index].point); 2];
        }
        values
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
        let point = self.lanes(block);
        cull::lying(
            simd,
            filters,
            threshold,
            #[inline(always)]
            |first| HeldPoints::<S, T, D> {
                point: vectors(simd, &point, first),
            },
        )
    }

    #[inline(always)]
    fn nulls<S: Simd>(&self, simd: S, block: usize) -> u64 {
        let lanes = self.lanes(block);
        kernel::not_ordered(simd, lanes, lanes)
    }

    #[inline(always)]
    fn refined<S: Simd>(&self, simd: S, plane: &Plane<D>, block: usize) -> (Word, u64) {
        let ends = kernel::ends(simd, plane.form(), self.lanes(block));
        sides([ends; 2])
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
