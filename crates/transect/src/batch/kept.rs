//! Sides of many points relative to a plane that is kept in the form in which it was given.

use core::ops::Range;

use fearless_simd::Simd;
use transect_exact::Side;
use transect_exact::unit::SMALLEST;

use crate::batch::blocks::{Blocks, Survey, check_finite};
use crate::batch::columns::PointColumns;
use crate::batch::counts::SideCounts;
use crate::batch::filter::Filter;
use crate::batch::kernel::Values;
use crate::batch::level::Level;
use crate::batch::point_rows::PointRows;
use crate::batch::scalar::Scalar;
use crate::batch::shapes::{Question, Shapes};
use crate::batch::sides::Batch;
use crate::batch::words::{Word, Words};
use crate::kept_plane::{KeptPlane, Rounding};
use crate::plane::Plane;
use crate::region::{Overlap, Region};

impl<T: Scalar, const D: usize> PointColumns<'_, T, D> {
    /// Writes the exact sides of all points relative to a plane that is kept in the form in which it was given, and
    /// returns the number of points on each side.
    ///
    /// ```
    /// use transect::{PlaneAt, Side, batch::PointColumns};
    /// let points = PointColumns::new([&[0.5, 0.1, 0.7], &[0.3, 0.2, -0.1]]);
    /// let line = PlaneAt::new([0.1, 0.2], [0.7, 0.3])?;
    /// let mut sides = [Side::On; 3];
    /// points.sides_of_kept(&line, &mut sides);
    /// assert_eq!(sides, [Side::Front, Side::On, Side::Front]);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if `sides` does not have one element per point, or if a coordinate is NaN or infinite.
    pub fn sides_of_kept(&self, plane: &impl KeptPlane<D>, sides: &mut [Side]) -> SideCounts {
        match Beside::new(self, plane) {
            Some(points) => points.sides(plane.kept().plane(), sides),
            None => self.sides(plane.kept().plane(), sides),
        }
    }
}

impl<T: Scalar, const D: usize> PointRows<'_, T, D> {
    /// Writes the exact sides of all points relative to a plane that is kept in the form in which it was given, as
    /// [`PointColumns::sides_of_kept`] does.
    ///
    /// # Panics
    /// Panics if `sides` does not have one element per point, or if a coordinate is NaN or infinite.
    pub fn sides_of_kept(&self, plane: &impl KeptPlane<D>, sides: &mut [Side]) -> SideCounts {
        match Beside::new(self, plane) {
            Some(points) => points.sides(plane.kept().plane(), sides),
            None => self.sides(plane.kept().plane(), sides),
        }
    }
}

// Columns of points are compared with the rounded plane as other planes are. The bound of the first stage grows by
// 4u·(T + Σ|n̂ᵢaᵢ|) (without the sum for `PlaneAt`), with u = 2⁻⁵³ for f32 columns as well, and by η times the power of
// two of the filter.

/// Points beside a kept plane whose coefficients are rounded. The points are compared with the rounded plane first. The
/// error bound includes the rounding of the coefficients. The kept plane decides all points within this bound.
#[derive(Clone, Copy)]
struct Beside<'k, C, P> {
    points: C,
    plane: &'k P,
    /// The two numbers of [`Filter::threshold_beside`].
    further: f64,
    absolute: f64,
}

impl<'k, C: Copy, P> Beside<'k, C, P> {
    /// Returns `None` if the coefficients are exact.
    fn new<const D: usize>(points: &C, plane: &'k P) -> Option<Self>
    where
        P: KeptPlane<D>,
    {
        let Rounding::Coefficients { magnitude, .. } = plane.kept().rounding() else {
            return None;
        };
        let power = Filter::<f64, D>::power(plane.kept().plane());
        Some(Self {
            points: *points,
            plane,
            further: libm::ldexp(magnitude, power),
            // Rounding a coefficient to a multiple of the smallest float adds at most half of that float to its error.
            absolute: libm::ldexp(SMALLEST, power),
        })
    }

    fn at<'s, C2>(&self, points: C2) -> Beside<'s, C2, P>
    where
        'k: 's,
    {
        Beside {
            points,
            plane: self.plane,
            further: self.further,
            absolute: self.absolute,
        }
    }
}

impl<T: Scalar, P: KeptPlane<D>, const D: usize> Blocks<D>
    for Beside<'_, PointColumns<'_, T, D>, P>
{
    type Scalar = T;
    type Over<'s>
        = Beside<'s, PointColumns<'s, T, D>, P>
    where
        Self: 's;

    fn rows(&self) -> usize {
        Blocks::rows(&self.points)
    }

    fn level(&self) -> Level {
        self.points.level()
    }

    fn known(&self) -> Option<Survey> {
        self.points.known()
    }

    #[inline(always)]
    fn survey<S: Simd>(&self, simd: S, blocks: Range<usize>) -> Survey {
        self.points.survey(simd, blocks)
    }

    fn threshold(&self, filter: &Filter<T, D>, largest: f64) -> T {
        filter.threshold_beside(largest, self.further, self.absolute)
    }

    #[inline(always)]
    fn values<S: Simd>(
        &self,
        simd: S,
        filter: &Filter<T, D>,
        block: usize,
    ) -> impl Fn(usize) -> Values<S, T> {
        self.points.values(simd, filter, block)
    }

    #[inline(always)]
    fn lying<S: Simd>(
        &self,
        simd: S,
        filters: &[Filter<T, D>],
        threshold: T,
        block: usize,
    ) -> Option<[u64; 3]> {
        self.points.lying(simd, filters, threshold, block)
    }

    #[inline(always)]
    fn nulls<S: Simd>(&self, simd: S, block: usize) -> u64 {
        self.points.nulls(simd, block)
    }

    /// Decides no row, because the signs of the rounded plane are not those of the kept plane.
    #[inline(always)]
    fn refined<S: Simd>(&self, _: S, _: &Plane<D>, _: usize) -> (Word, u64) {
        (Word::default(), 0)
    }

    fn exact(&self, _: &Plane<D>, row: usize, first: usize) -> Option<[Side; 2]> {
        let point = self.points.coordinates.map(|column| column[row].to_f64());
        check_finite(&point, first + row);
        Some([self.plane.kept().side_of_point(&point); 2])
    }

    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap {
        Blocks::overlap(&self.points, region, row)
    }

    fn map<'s>(&'s self, by: impl FnMut(&'s [T]) -> &'s [T]) -> Self::Over<'s> {
        self.at(self.points.map(by))
    }
}

impl<T: Scalar, P: KeptPlane<D>, const D: usize> Shapes<D> for Beside<'_, PointRows<'_, T, D>, P> {
    type Scalar = T;

    fn rows(&self) -> usize {
        self.points.len()
    }

    fn words(
        self,
        query: &Question<'_, T, D>,
        blocks: Range<usize>,
        sink: &mut dyn FnMut(usize, Words<'_>),
    ) {
        self.points
            .words_in_columns(query, blocks, sink, |points, query, blocks, sink| {
                self.at(points).words(query, blocks, sink);
            });
    }

    fn overlap(&self, region: &Region<'_, D>, row: usize) -> Overlap {
        Shapes::overlap(&self.points, region, row)
    }
}
