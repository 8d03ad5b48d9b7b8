//! Block operations for columns of axis-aligned boxes.

use core::ops::Range;

use fearless_simd::{Simd, SimdBase};
use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::vector::is_finite;

use crate::aabb::Aabb;
use crate::batch::blocks::{Blocks, Survey, lane, sides};
use crate::batch::columns::AabbColumns;
use crate::batch::cull::{self, Held};
use crate::batch::filter::Filter;
use crate::batch::kernel::{self, BLOCK, Lane, Ranges, Values, vectors};
use crate::batch::level::Level;
use crate::batch::scalar::Scalar;
use crate::batch::words::Word;
use crate::plane::Plane;
use crate::region::{Overlap, Region};
use crate::side::Extent;

/// Returns the exact relation of a box to a region.
pub(crate) fn overlap_of_box<T: Scalar, const D: usize>(
    region: &Region<'_, D>,
    corners: [[T; D]; 2],
) -> Overlap {
    let [min, max] = corners.each(|corner| corner.map(T::to_f64));
    let aabb = Aabb::new(min, max).expect("a row that is not null is a box");
    region.overlap(&aabb)
}

impl<T: Scalar, const D: usize> AabbColumns<'_, T, D> {
    /// Returns the 64 numbers of each column that belong to one block: the least coordinates first, then the greatest.
    /// In the result of [`Blocks::facing`], these are the coordinates of the backmost and of the frontmost corners.
    #[inline(always)]
    pub(crate) fn lanes(&self, block: usize) -> [[Lane<'_, T>; D]; 2] {
        [
            core::array::from_fn(|axis| lane(self.min[axis], block)),
            core::array::from_fn(|axis| lane(self.max[axis], block)),
        ]
    }

    /// Returns the box of a row, or `None` if the row is null.
    #[cold]
    pub(crate) fn aabb(&self, row: usize) -> Option<Aabb<D>> {
        let [min, max] = self.row(row).map(|corner| corner.map(T::to_f64));
        Aabb::new(min, max).ok()
    }

    #[inline(always)]
    fn row(&self, row: usize) -> [[T; D]; 2] {
        [self.min, self.max].each(|corner| corner.map(|column| column[row]))
    }

    /// Returns the survey (largest magnitude, presence of null rows) of some rows by reading them one by one. Null rows
    /// are ignored; a NaN does not hide a large value in another row.
    #[cold]
    pub(crate) fn survey_with_nulls(&self, rows: Range<usize>) -> Survey {
        let mut survey = Survey::default();
        for row in rows {
            survey.add::<T, D>(|axis| [self.min[axis][row], self.max[axis][row]]);
        }
        survey
    }
}

/// The least and the greatest corners of one SIMD vector of boxes.
#[derive(Clone, Copy)]
struct HeldBoxes<S: Simd, T: Scalar, const D: usize> {
    ends: [[T::Vector<S>; D]; 2],
}

impl<S: Simd, T: Scalar, const D: usize> HeldBoxes<S, T, D> {
    /// Returns n·p + d at the backmost and at the frontmost corner of each box. Bit i of `OCTANT` is set if n is
    /// negative on axis i. `OCTANT` is a constant, so the two corners are selected at compile time.
    #[inline(always)]
    fn turned<const OCTANT: usize, const N: usize>(
        group: &[Self; N],
        simd: S,
        filter: &Filter<T, D>,
    ) -> [Values<S, T>; N] {
        let mut values = [[T::Vector::splat(simd, T::ZERO); 2]; N];
        for index in 0..N {
            let [mut backmost, mut frontmost] = group[index].ends;
            for axis in 0..D {
                if OCTANT >> axis & 1 == 1 {
                    core::mem::swap(&mut backmost[axis], &mut frontmost[axis]);
                }
            }
            values[index] = [
                cull::sum(simd, filter, &backmost),
                cull::sum(simd, filter, &frontmost),
            ];
        }
        values
    }
}

impl<S: Simd, T: Scalar, const D: usize> Held<S, T, D> for HeldBoxes<S, T, D> {
    #[inline(always)]
    fn values<const N: usize>(
        group: &[Self; N],
        simd: S,
        filter: &Filter<T, D>,
    ) -> [Values<S, T>; N] {
        match filter.octant {
            0 => Self::turned::<0, N>(group, simd, filter),
            1 => Self::turned::<1, N>(group, simd, filter),
            2 => Self::turned::<2, N>(group, simd, filter),
            3 => Self::turned::<3, N>(group, simd, filter),
            4 => Self::turned::<4, N>(group, simd, filter),
            5 => Self::turned::<5, N>(group, simd, filter),
            6 => Self::turned::<6, N>(group, simd, filter),
            _ => Self::turned::<7, N>(group, simd, filter),
        }
    }
}

impl<T: Scalar, const D: usize> Blocks<D> for AabbColumns<'_, T, D> {
    type Scalar = T;
    type Over<'s>
        = AabbColumns<'s, T, D>
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
        let mut seen = [Ranges::nothing(simd); D];
        for block in blocks.clone() {
            let [min, max] = self.lanes(block);
            for axis in 0..D {
                seen[axis].add(simd, min[axis], max[axis]);
            }
        }
        let (largest, is_ordered) = Ranges::all_of(seen).sum_up();
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
    fn facing(&self, is_negative: &[bool; D]) -> Self {
        let mut boxes = *self;
        for (axis, &is_negative) in is_negative.iter().enumerate() {
            if is_negative {
                core::mem::swap(&mut boxes.min[axis], &mut boxes.max[axis]);
            }
        }
        boxes
    }

    #[inline(always)]
    fn values<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<T, D>,
        block: usize,
    ) -> impl Fn(usize) -> Values<S, T> {
        let [near, far] = self.lanes(block);
        #[inline(always)]
        move |first| {
            [
                kernel::values(simd, filter, &near, first),
                kernel::values(simd, filter, &far, first),
            ]
        }
    }

    #[inline(always)]
    fn lying<S: Simd>(
        &self,
        simd: S,
        filters: &[Filter<T, D>],
        threshold: T,
        block: usize,
    ) -> Option<[u64; 3]> {
        let lanes @ [min, max] = self.lanes(block);
        if !cull::has_many_registers::<S, T>() {
            return cull::lying_in_columns(simd, filters, threshold, &lanes);
        }
        cull::lying(
            simd,
            filters,
            threshold,
            #[inline(always)]
            |first| HeldBoxes::<S, T, D> {
                ends: [vectors(simd, &min, first), vectors(simd, &max, first)],
            },
        )
    }

    #[inline(always)]
    fn nulls<S: Simd>(&self, simd: S, block: usize) -> u64 {
        let [min, max] = self.lanes(block);
        kernel::not_ordered(simd, min, max)
    }

    #[inline(always)]
    fn refined<S: Simd>(&self, simd: S, plane: &Plane<D>, block: usize) -> (Word, u64) {
        let is_negative = plane.normal().map(|coefficient| coefficient < 0.0);
        let facing = self.facing(&is_negative);
        let [near, far] = facing.lanes(block);
        // `map` is not used here: its closure would be compiled without the instructions of the CPU feature level.
        let near = kernel::ends(simd, plane.form(), near);
        let far = kernel::ends(simd, plane.form(), far);
        sides([near, far])
    }

    fn exact(&self, plane: &Plane<D>, row: usize, _: usize) -> Option<[Side; 2]> {
        let is_negative = plane.normal().map(|coefficient| coefficient < 0.0);
        let corners = self.facing(&is_negative).row(row);
        let corners = corners.each(|corner| corner.map(T::to_f64));
        if corners.iter().all(is_finite) {
            return Some(corners.each(|corner| plane.form().side(&corner)));
        }
        let Extent {
            backmost,
            frontmost,
        } = plane.extent(&self.aabb(row)?);
        Some([backmost, frontmost])
    }

    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap {
        overlap_of_box(region, self.row(row))
    }

    fn map<'s>(&'s self, mut by: impl FnMut(&'s [T]) -> &'s [T]) -> Self::Over<'s> {
        AabbColumns {
            min: self.min.map(&mut by),
            max: self.max.map(&mut by),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::level::dispatch;
    use alloc::vec::Vec;
    use transect_exact::SplitMix64;

    /// Only CPUs with vectors of 64 bytes hold boxes in registers. This test does so at every level.
    #[test]
    fn boxes_in_registers_are_compared_as_columns_are() {
        let random = &mut SplitMix64::new(9);
        let mut whole = |least: i32, count: usize| (least + random.below(count) as i32) as f32;
        let min: [Vec<f32>; 3] = [(); 3].map(|()| (0..BLOCK).map(|_| whole(-8, 16)).collect());
        let max = min
            .each_ref()
            .map(|column| -> Vec<f32> { column.iter().map(|least| least + whole(0, 4)).collect() });
        let boxes = AabbColumns::new(
            [&min[0][..], &min[1][..], &min[2][..]],
            [&max[0][..], &max[1][..], &max[2][..]],
        );
        let lanes @ [min, max] = boxes.lanes(0);
        let mut found = [0; 2];
        for octant in 0..8 {
            let sign = |axis: usize| if octant >> axis & 1 == 1 { -1.0 } else { 1.0 };
            let normal = [sign(0), 2.0 * sign(1), 3.0 * sign(2)];
            for offset in [-9.5, 0.5, 12.5] {
                // No box touches the plane, so the values decide all boxes.
                let filters = [Filter::new(&Plane::new(normal, offset).expect("a plane"))];
                for level in Level::available() {
                    dispatch!(level.0, simd => {
                        let hold = |first| HeldBoxes {
                            ends: [vectors(simd, &min, first), vectors(simd, &max, first)],
                        };
                        let held = cull::lying(simd, &filters, 1e-4, hold);
                        let columns = cull::lying_in_columns(simd, &filters, 1e-4, &lanes);
                        assert_eq!(held, columns, "{level}, {normal:?}, {offset}");
                        let [outside, inside, _] = held.expect("no box touches the plane");
                        found[0] += outside.count_ones();
                        found[1] += inside.count_ones();
                    });
                }
            }
        }
        assert!(found.iter().all(|&count| count > 100), "{found:?}");
    }
}
