//! Spheres as columns: centers and radii.

use core::ops::Range;

use fearless_simd::{Simd, SimdBase};
use transect_exact::Side;

use crate::batch::blocks::{Blocks, Survey, lane, sides};
use crate::batch::columns::{ColumnError, all_finite, largest, same_lengths};
use crate::batch::cull::{self, Held};
use crate::batch::filter::Filter;
use crate::batch::kernel::{self, BLOCK, Lane, Ranges, Values, vectors};
use crate::batch::level::Level;
use crate::batch::reach;
use crate::batch::scalar::Scalar;
use crate::batch::words::Word;
use crate::plane::Plane;
use crate::region::{Overlap, Region};
use crate::shape::Shape;
use crate::side::Extent;
use crate::sphere::Sphere;

/// Spheres (circles in 2D) as borrowed columns of f32 or f64: the coordinates of the centers, and the radii.
///
/// A sphere with a negative radius or a NaN is *null*. A sphere may be so close to touching the plane that f64 cannot
/// decide its side; such spheres are classified exactly, one by one.
///
/// ```
/// use transect::{Plane, batch::{Batch, SphereColumns}};
/// let spheres = SphereColumns::new([&[1.0_f32, 5.0], &[0.0, 0.0]], &[1.0, 1.0]);
/// assert_eq!(spheres.on(&Plane::new([1.0, 0.0], 0.0)?), [0]); // it touches
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SphereColumns<'a, T, const D: usize = 3> {
    center: [&'a [T]; D],
    radius: &'a [T],
    survey: Option<Survey>,
    level: Level,
}

impl<'a, T: Scalar, const D: usize> SphereColumns<'a, T, D> {
    /// Creates the columns from the coordinates of the centers, one slice per axis, and the radii.
    ///
    /// # Panics
    /// Panics if the slices differ in length. Infinite numbers are accepted here; classifying their rows panics.
    #[must_use]
    pub fn new(center: [&'a [T]; D], radius: &'a [T]) -> Self {
        same_lengths("center", &center, radius.len());
        Self {
            center,
            radius,
            survey: None,
            level: Level::best(),
        }
    }

    /// Creates the columns and checks that every number is finite. A sphere with a negative radius is still null. The
    /// largest magnitude is stored, so later calls do not scan the columns for it.
    ///
    /// ```
    /// use transect::batch::SphereColumns;
    /// let error = SphereColumns::checked([&[0.0], &[0.0]], &[f32::INFINITY]).err();
    /// assert_eq!(
    ///     error.map(|error| error.to_string()).as_deref(),
    ///     Some("radius of row 0 is inf, not a finite number")
    /// );
    /// ```
    ///
    /// # Errors
    /// Returns a [`ColumnError`] that names the row, the column and the axis of the first number that is not finite.
    ///
    /// # Panics
    /// Panics if the slices differ in length.
    pub fn checked(center: [&'a [T]; D], radius: &'a [T]) -> Result<Self, ColumnError> {
        let mut spheres = Self::new(center, radius);
        all_finite(&[("center", &center)])?;
        all_finite(&[("radius", &[radius])]).map_err(|error| ColumnError {
            axis: None,
            ..error
        })?;
        spheres.survey = Some(Survey {
            largest: largest(center.into_iter().chain([radius])),
            may_have_nulls: radius.iter().any(|&radius| radius < T::ZERO),
        });
        Ok(spheres)
    }

    /// Returns the same columns with another CPU feature level, for tests and benchmarks.
    #[must_use]
    pub fn at(self, level: Level) -> Self {
        Self { level, ..self }
    }
}

impl<T: Scalar, const D: usize> SphereColumns<'_, T, D> {
    /// Returns the centers of the 64 spheres in a block, one column per axis.
    #[inline(always)]
    fn center(&self, block: usize) -> [Lane<'_, T>; D] {
        core::array::from_fn(|axis| lane(self.center[axis], block))
    }

    /// Returns the sphere of a row. A panic message reports the row as `first + row`, its index in the whole batch.
    fn sphere(&self, row: usize, first: usize) -> Sphere<D> {
        let center = self.center.map(|column| column[row].to_f64());
        Sphere::new(center, self.radius[row].to_f64())
            .unwrap_or_else(|error| panic!("row {} is on no side: {error}", first + row))
    }
}

/// The centers and the radii of one SIMD vector of spheres.
#[derive(Clone, Copy)]
struct HeldSpheres<S: Simd, T: Scalar, const D: usize> {
    center: [T::Vector<S>; D],
    radius: T::Vector<S>,
}

impl<S: Simd, T: Scalar, const D: usize> Held<S, T, D> for HeldSpheres<S, T, D> {
    #[inline(always)]
    fn values<const N: usize>(
        group: &[Self; N],
        simd: S,
        filter: &Filter<T, D>,
    ) -> [Values<S, T>; N] {
        let length = T::Vector::splat(simd, filter.length);
        let mut values = [[length; 2]; N];
        for index in 0..N {
            let held = &group[index];
            let value = cull::sum(simd, filter, &held.center);
            let reach = held.radius * length;
            values[index] = [value - reach, value + reach];
        }
        values
    }
}

impl<T: Scalar, const D: usize> Blocks<D> for SphereColumns<'_, T, D> {
    type Scalar = T;
    type Over<'s>
        = SphereColumns<'s, T, D>
    where
        Self: 's;

    fn rows(&self) -> usize {
        self.radius.len()
    }

    fn level(&self) -> Level {
        self.level
    }

    fn known(&self) -> Option<Survey> {
        self.survey
    }

    #[inline(always)]
    fn survey<S: Simd>(&self, simd: S, blocks: Range<usize>) -> Survey {
        let mut seen = Ranges::nothing(simd);
        for block in blocks {
            for column in self.center {
                seen.add(simd, lane(column, block), lane(column, block));
            }
            seen.add(simd, &[T::ZERO; BLOCK], lane(self.radius, block));
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
        let center = self.center.map(|column| lane(column, block));
        let radius = lane(self.radius, block);
        let length = T::Vector::splat(simd, filter.length);
        #[inline(always)]
        move |first| {
            let value = kernel::values(simd, filter, &center, first);
            let reach = kernel::load(simd, radius, first) * length;
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
        let (center, radius) = (self.center(block), lane(self.radius, block));
        cull::lying(
            simd,
            filters,
            threshold,
            #[inline(always)]
            |first| HeldSpheres::<S, T, D> {
                center: vectors(simd, &center, first),
                radius: kernel::load(simd, radius, first),
            },
        )
    }

    #[inline(always)]
    fn nulls<S: Simd>(&self, simd: S, block: usize) -> u64 {
        let center = self.center.map(|column| lane(column, block));
        kernel::not_ordered(simd, center, center)
            | kernel::not_ordered(simd, [&[T::ZERO; BLOCK]], [lane(self.radius, block)])
    }

    #[inline(always)]
    fn refined<S: Simd>(&self, simd: S, plane: &Plane<D>, block: usize) -> (Word, u64) {
        let (center, radius) = (self.center(block), lane(self.radius, block));
        sides(reach::of_spheres(simd, plane.form(), center, radius))
    }

    fn exact(&self, plane: &Plane<D>, row: usize, first: usize) -> Option<[Side; 2]> {
        Some(ends(self.sphere(row, first).extent(plane)))
    }

    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap {
        region.overlap_sphere(&self.sphere(row, 0))
    }

    fn map<'s>(&'s self, mut by: impl FnMut(&'s [T]) -> &'s [T]) -> Self::Over<'s> {
        SphereColumns {
            center: self.center.map(&mut by),
            radius: by(self.radius),
            ..*self
        }
    }
}

pub(crate) fn ends(extent: Extent) -> [Side; 2] {
    [extent.backmost, extent.frontmost]
}

/// Returns the survey of some rows from the largest magnitude and a flag, which is `true` if no row is null. If a row
/// may be null, the survey's magnitude is infinite. Then no sign is certain, and all these rows are classified exactly.
#[inline(always)]
pub(crate) fn unless_null((largest, is_ordered): (f64, bool)) -> Survey {
    Survey {
        largest: if is_ordered { largest } else { f64::INFINITY },
        may_have_nulls: !is_ordered,
    }
}
