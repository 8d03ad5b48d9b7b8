//! Boxes along the axes, as columns: their part of the kernel.

use core::ops::Range;

use fearless_simd::Simd;

use crate::aabb::Aabb;
use crate::batch::columns::AabbColumns;
use crate::batch::cull;
use crate::batch::filter::Filter;
use crate::batch::kernel::{self, BLOCK, Certain, Lane, Lanes, Seen, Signs};
use crate::batch::level::Level;
use crate::batch::scalar::Scalar;
use crate::batch::shapes::{Shapes, Survey, exact_side};
use crate::batch::words::Word;
use crate::plane::Plane;
use crate::region::{Overlap, Region};
use crate::side::Side;

/// How a box lies to a region, exactly.
pub(crate) fn overlap_of_box<const D: usize>(
    region: &Region<'_, D>,
    min: [f64; D],
    max: [f64; D],
) -> Overlap {
    let aabb = Aabb::new(min, max).expect("a box that is no null and finite: a plane has met it");
    region.overlap(&aabb)
}

/// One block of columns.
#[inline(always)]
pub(crate) fn lane<T>(column: &[T], block: usize) -> Lane<'_, T> {
    &column.as_chunks().0[block]
}

/// Some blocks of columns.
#[inline(always)]
pub(crate) fn lanes<T>(column: &[T], blocks: Range<usize>) -> Lanes<'_, T> {
    &column.as_chunks().0[blocks]
}

/// The last rows of a column, the last one repeated to fill a block.
pub(crate) fn padded<T: Scalar>(column: &[T]) -> [T; BLOCK] {
    let rest = column.as_chunks::<BLOCK>().1;
    let mut padded = [rest[rest.len() - 1]; BLOCK];
    padded[..rest.len()].copy_from_slice(rest);
    padded
}

impl<T: Scalar, const D: usize> AabbColumns<'_, T, D> {
    #[inline(always)]
    fn lanes(&self, block: usize) -> [[Lane<'_, T>; D]; 2] {
        [
            core::array::from_fn(|axis| lane(self.min[axis], block)),
            core::array::from_fn(|axis| lane(self.max[axis], block)),
        ]
    }

    /// The columns of the corners farthest back and farthest in front.
    #[inline(always)]
    pub(crate) fn ends(
        &self,
        is_negative: &[bool; D],
        blocks: Range<usize>,
    ) -> [[Lanes<'_, T>; D]; 2] {
        let pick = |at_max: bool| {
            core::array::from_fn(|axis| {
                let is_max = is_negative[axis] != at_max;
                let column = if is_max { self.max } else { self.min }[axis];
                lanes(column, blocks.clone())
            })
        };
        [pick(false), pick(true)]
    }

    /// The values of the corners farthest back and farthest in front.
    #[inline(always)]
    fn values<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<T, D>,
        blocks: Range<usize>,
    ) -> impl Fn(usize, usize) -> [T::Vector<S>; 2] {
        let [near, far] = self.ends(&filter.is_negative, blocks);
        #[inline(always)]
        move |block, first| {
            [
                kernel::values(simd, filter, &kernel::at(&near, block), first),
                kernel::values(simd, filter, &kernel::at(&far, block), first),
            ]
        }
    }
}

impl<T: Scalar, const D: usize> AabbColumns<'_, T, D> {
    /// The survey of rows, row by row: nulls decide nothing, and a NaN hides nothing that is large.
    #[cold]
    pub(crate) fn survey_with_nulls(&self, rows: Range<usize>) -> Survey {
        let mut survey = Survey {
            largest: 0.0,
            may_have_nulls: false,
        };
        for row in rows {
            if (0..D).all(|axis| self.min[axis][row] <= self.max[axis][row]) {
                for number in self.min.iter().chain(&self.max) {
                    survey.largest = survey.largest.max(number[row].to_f64().abs());
                }
            } else {
                survey.may_have_nulls = true;
            }
        }
        survey
    }
}

impl<T: Scalar, const D: usize> Shapes<D> for AabbColumns<'_, T, D> {
    type Scalar = T;
    type Storage = [[[T; BLOCK]; D]; 2];
    type Padded<'s> = AabbColumns<'s, T, D>;

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
            let [min, max] = self.lanes(block);
            for axis in 0..D {
                seen[axis].add(simd, min[axis], max[axis]);
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
    fn signs<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<T, D>,
        threshold: T,
        first: usize,
        places: Range<usize>,
        signs: &mut Signs,
    ) {
        let ends = self.values(simd, filter, first..first + places.len());
        kernel::signs(simd, threshold, places, signs, ends);
    }

    #[inline(always)]
    fn certain<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<T, D>,
        threshold: T,
        block: usize,
    ) -> Certain {
        kernel::certain(simd, threshold, self.values(simd, filter, block..block + 1))
    }

    #[inline(always)]
    fn lying<S: Simd>(
        &self,
        simd: S,
        filters: &[Filter<T, D>],
        threshold: T,
        block: usize,
    ) -> Option<[u64; 3]> {
        cull::lying(simd, filters, threshold, &self.lanes(block))
    }

    #[inline(always)]
    fn nulls<S: Simd>(&self, simd: S, block: usize) -> u64 {
        let [min, max] = self.lanes(block);
        kernel::not_ordered(simd, min, max)
    }

    #[inline(always)]
    fn refined<S: Simd>(&self, simd: S, plane: &Plane<D>, block: usize) -> (Word, u64) {
        let is_negative = plane.normal().map(|coefficient| coefficient < 0.0);
        // Not by `map`: its closure would be compiled without the level's instructions.
        let [near, far] = self.ends(&is_negative, block..block + 1);
        let near = kernel::ends(simd, plane.form(), kernel::at(&near, 0));
        let far = kernel::ends(simd, plane.form(), kernel::at(&far, 0));
        let word = Word {
            front: near.positive,
            within: !near.negative,
            back: far.negative,
            null: 0,
        };
        (word, near.known & far.known)
    }

    fn exact(&self, plane: &Plane<D>, row: usize, first: usize) -> [Side; 2] {
        let is_negative = plane.normal().map(|coefficient| coefficient < 0.0);
        let corner = |at_max: bool| {
            core::array::from_fn(|axis| {
                let is_max = is_negative[axis] != at_max;
                (if is_max { self.max } else { self.min })[axis][row].to_f64()
            })
        };
        [corner(false), corner(true)].map(|corner| exact_side(plane, &corner, first + row))
    }

    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap {
        let [min, max] = [self.min, self.max].map(|end| end.map(|column| column[row].to_f64()));
        overlap_of_box(region, min, max)
    }

    fn last_block(&self) -> Self {
        self.slice(self.len() - BLOCK..self.len())
    }

    fn tail(&self) -> Self::Storage {
        [self.min.map(padded), self.max.map(padded)]
    }

    fn padded([min, max]: &Self::Storage, level: Level) -> AabbColumns<'_, T, D> {
        AabbColumns {
            min: min.each_ref().map(<[T; BLOCK]>::as_slice),
            max: max.each_ref().map(<[T; BLOCK]>::as_slice),
            survey: None,
            level,
        }
    }
}
