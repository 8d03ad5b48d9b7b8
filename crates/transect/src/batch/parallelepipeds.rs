//! Parallelepipeds as columns: centers and half-axes.

use core::ops::Range;

use fearless_simd::{Simd, SimdBase, SimdFloat};
use transect_exact::Side;

use crate::batch::blocks::{Blocks, Survey, lane, sides};
use crate::batch::columns::same_lengths;
use crate::batch::cull::{self, Held};
use crate::batch::filter::Filter;
use crate::batch::kernel::{self, Lane, Ranges, Values, vectors};
use crate::batch::level::Level;
use crate::batch::reach;
use crate::batch::scalar::Scalar;
use crate::batch::spheres::{ends, unless_null};
use crate::batch::words::Word;
use crate::parallelepiped::Parallelepiped;
use crate::plane::Plane;
use crate::region::{Overlap, Region};
use crate::shape::Shape;

/// Parallelepipeds, for example oriented boxes, as borrowed columns of f32 or f64: the coordinates of the centers and
/// of D half-axis vectors.
///
/// A parallelepiped with a NaN is *null*. A parallelepiped may be so close to touching the plane that f64 cannot
/// decide its side; such parallelepipeds are classified exactly, one by one.
///
/// ```
/// use transect::{Plane, batch::{Batch, ParallelepipedColumns}};
/// // A square, rotated by an angle of a 3-4-5 triangle; a corner touches the line.
/// let boxes = ParallelepipedColumns::new([&[7.0], &[0.0]], [[&[3.0], &[4.0]], [&[-4.0], &[3.0]]]);
/// assert_eq!(boxes.on(&Plane::new([1.0, 0.0], 0.0)?), [0]);
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ParallelepipedColumns<'a, T, const D: usize = 3> {
    center: [&'a [T]; D],
    half_axes: [[&'a [T]; D]; D],
    level: Level,
}

impl<'a, T: Scalar, const D: usize> ParallelepipedColumns<'a, T, D> {
    /// Creates the columns from the coordinates of the centers, one slice per axis, and of the D half-axis vectors, one
    /// slice per vector and axis.
    ///
    /// # Panics
    /// Panics if the slices differ in length. Infinite numbers are accepted here; classifying their rows panics.
    #[must_use]
    pub fn new(center: [&'a [T]; D], half_axes: [[&'a [T]; D]; D]) -> Self {
        same_lengths("center", &center, center[0].len());
        for half_axis in &half_axes {
            same_lengths("half-axis", half_axis, center[0].len());
        }
        Self {
            center,
            half_axes,
            level: Level::best(),
        }
    }

    /// Returns the same columns with another CPU feature level, for tests and benchmarks.
    #[must_use]
    pub fn at(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// Returns the 64 numbers of a block in each column: first the columns of the centers, then those of the half-axis
    /// vectors.
    #[inline(always)]
    fn lanes(&self, block: usize) -> ([Lane<'_, T>; D], [[Lane<'_, T>; D]; D]) {
        let center = core::array::from_fn(|axis| lane(self.center[axis], block));
        let half_axis =
            |place: usize| core::array::from_fn(|axis| lane(self.half_axes[place][axis], block));
        (center, core::array::from_fn(half_axis))
    }

    /// Returns the parallelepiped of a row. A panic message reports the row as `first + row`, its index in the whole
    /// batch.
    fn row(&self, row: usize, first: usize) -> Parallelepiped<D> {
        let numbers = |columns: &[&[T]; D]| columns.map(|column| column[row].to_f64());
        Parallelepiped::new(
            numbers(&self.center),
            self.half_axes.each_ref().map(numbers),
        )
        .unwrap_or_else(|error| panic!("row {} is on no side: {error}", first + row))
    }
}

/// The centers and the half-axis vectors of one SIMD vector of parallelepipeds.
#[derive(Clone, Copy)]
struct HeldParallelepipeds<S: Simd, T: Scalar, const D: usize> {
    center: [T::Vector<S>; D],
    half_axes: [[T::Vector<S>; D]; D],
}

impl<S: Simd, T: Scalar, const D: usize> Held<S, T, D> for HeldParallelepipeds<S, T, D> {
    #[expect(
        clippy::needless_range_loop,
        reason = "in builds with many codegen units, iterators are function calls per vector"
    )]
    #[inline(always)]
    fn values<const N: usize>(
        group: &[Self; N],
        simd: S,
        filter: &Filter<T, D>,
    ) -> [Values<S, T>; N] {
        let zero = T::Vector::splat(simd, T::ZERO);
        let mut values = [[zero; 2]; N];
        for index in 0..N {
            let held = &group[index];
            let value = cull::sum(simd, filter, &held.center);
            let mut reach = zero;
            for half_axis in &held.half_axes {
                let mut along = zero;
                for axis in 0..D {
                    let coefficient = T::Vector::splat(simd, filter.normal[axis]);
                    along = half_axis[axis].mul_add(coefficient, along);
                }
                reach += along.abs();
            }
            values[index] = [value - reach, value + reach];
        }
        values
    }
}

impl<T: Scalar, const D: usize> Blocks<D> for ParallelepipedColumns<'_, T, D> {
    type Scalar = T;
    type Over<'s>
        = ParallelepipedColumns<'s, T, D>
    where
        Self: 's;

    fn rows(&self) -> usize {
        self.center[0].len()
    }

    fn level(&self) -> Level {
        self.level
    }

    #[inline(always)]
    fn survey<S: Simd>(&self, simd: S, blocks: Range<usize>) -> Survey {
        let mut seen = Ranges::nothing(simd);
        for block in blocks {
            for &column in self.center.iter().chain(self.half_axes.as_flattened()) {
                seen.add(simd, lane(column, block), lane(column, block));
            }
        }
        unless_null(seen.sum_up())
    }

    fn threshold(&self, filter: &Filter<T, D>, largest: f64) -> T {
        filter.threshold_with_reach(largest)
    }

    #[inline(always)]
    fn values<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<T, D>,
        block: usize,
    ) -> impl Fn(usize) -> Values<S, T> {
        let (center, half_axes) = self.lanes(block);
        #[inline(always)]
        move |first| {
            let value = kernel::values(simd, filter, &center, first);
            let mut reach = T::Vector::splat(simd, T::ZERO);
            for half_axis in &half_axes {
                reach += kernel::sums(simd, &filter.normal, T::ZERO, half_axis, first).abs();
            }
            [value - reach, value + reach]
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
        let (center, half_axes) = self.lanes(block);
        cull::lying(
            simd,
            filters,
            threshold,
            #[inline(always)]
            |first| {
                let center = vectors(simd, &center, first);
                let mut held = HeldParallelepipeds::<S, T, D> {
                    center,
                    half_axes: [center; D],
                };
                for (held, half_axis) in held.half_axes.iter_mut().zip(&half_axes) {
                    *held = vectors(simd, half_axis, first);
                }
                held
            },
        )
    }

    #[inline(always)]
    fn nulls<S: Simd>(&self, simd: S, block: usize) -> u64 {
        let mut null = 0;
        for &column in self.center.iter().chain(self.half_axes.as_flattened()) {
            null |= kernel::not_ordered(simd, [lane(column, block)], [lane(column, block)]);
        }
        null
    }

    #[inline(always)]
    fn refined<S: Simd>(&self, simd: S, plane: &Plane<D>, block: usize) -> (Word, u64) {
        let (center, half_axes) = self.lanes(block);
        sides(reach::of_parallelepipeds(
            simd,
            plane.form(),
            center,
            &half_axes,
        ))
    }

    fn exact(&self, plane: &Plane<D>, row: usize, first: usize) -> Option<[Side; 2]> {
        Some(ends(self.row(row, first).extent(plane)))
    }

    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap {
        region.overlap(&self.row(row, 0))
    }

    fn map<'s>(&'s self, mut by: impl FnMut(&'s [T]) -> &'s [T]) -> Self::Over<'s> {
        ParallelepipedColumns {
            center: self.center.map(&mut by),
            half_axes: self.half_axes.map(|half_axis| half_axis.map(&mut by)),
            ..*self
        }
    }
}
