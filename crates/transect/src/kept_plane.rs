//! Planes kept in the form in which they were given, with sides that are exact because no coefficient is rounded.

mod ball;
mod extent;
mod interval;

pub use extent::ExtentThrough;
pub(crate) use extent::ends_of_box;
pub use interval::IntervalThrough;

use core::fmt::Debug;

use transect_exact::crossing::Affine;
use transect_exact::double_double::DoubleDouble;
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits};
use transect_exact::quotient::nearest_float;
#[cfg(feature = "batch")]
use transect_exact::unit::{SMALLEST, U};
use transect_exact::vector::{length, near_one};
use transect_exact::{Dyadic, Side};

use crate::plane::Plane;

/// The numbers that define a plane: the variables of the polynomial n·p + d, which has degree D at most.
pub trait Form<const D: usize>: Copy + Debug + PartialEq + Send + Sync {
    /// Returns n·p + d for the exact coefficients n and d, or its negative if the form is flipped.
    fn unflipped_value<N: Number>(&self, point: &[f64; D]) -> N;

    /// Returns the exact sign of [`Form::unflipped_value`].
    fn unflipped_side(&self, point: &[f64; D]) -> Side;

    /// Returns `true` if [`Form::unflipped_value`] is the negative of n·p + d.
    fn is_flipped(&self) -> bool;

    /// Returns the exact coefficients n and d.
    fn coefficients<N: Number>(&self) -> ([N; D], N);

    /// Returns the exact coefficients n if they are floats. Otherwise returns `None`.
    fn float_normal(&self) -> Option<[f64; D]>;

    /// Returns the points of the plane from which the plane is computed.
    fn points(&self) -> &[[f64; D]];

    /// Returns the index of the axis that is perpendicular to the plane, and the plane's coordinate on this axis.
    /// Returns `None` if the plane is certainly or possibly not perpendicular to an axis.
    fn along_axis(&self) -> Option<(usize, f64)>;

    /// Returns the form of the same plane with front and back exchanged.
    #[must_use]
    fn flipped(&self) -> Self;
}

/// The value of a plane's polynomial at a point.
pub(crate) struct Value<'a, F, const D: usize> {
    pub(crate) form: &'a F,
    pub(crate) point: &'a [f64; D],
}

impl<F: Form<D>, const D: usize> Polynomial for Value<'_, F, D> {
    fn evaluate<N: Number>(&self) -> N {
        self.form.unflipped_value(self.point)
    }
}

/// A plane that is stored in the form in which it was given, together with its coefficients, which may be rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept<F, const D: usize> {
    form: F,
    /// The plane with rounded coefficients.
    plane: Plane<D>,
    rounding: Rounding,
}

/// The rounding errors of the coefficients in the [`Plane`] of a [`Kept`] plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rounding {
    /// The coefficients are exact up to a positive factor, so the `Plane` contains the same points as the kept plane.
    Nothing,
    /// Each coefficient is the exact coefficient times 2^power, rounded once.
    Coefficients {
        /// The exponent of the power of two that scales the coefficients.
        power: i32,
        /// A number m that bounds the rounding errors of the coefficients: at any point p, they change n·p + d by at
        /// most 2u·(T + m), where T is the sum of the magnitudes of the terms, and u = 2⁻⁵³. It is infinite if no
        /// bound is known.
        magnitude: f64,
    },
}

impl<F: Form<D>, const D: usize> Kept<F, D> {
    pub(crate) fn new(form: F, plane: Plane<D>, rounding: Rounding) -> Self {
        Self {
            form,
            plane,
            rounding,
        }
    }

    pub(crate) fn form(&self) -> &F {
        &self.form
    }

    pub(crate) fn plane(&self) -> &Plane<D> {
        &self.plane
    }

    pub(crate) fn rounding(&self) -> Rounding {
        self.rounding
    }

    pub(crate) fn flipped(&self) -> Self {
        Self {
            form: self.form.flipped(),
            plane: self.plane.flipped(),
            ..*self
        }
    }

    /// Returns the exact side of a point.
    #[inline]
    pub(crate) fn side_of_point(&self, point: &[f64; D]) -> Side {
        let Rounding::Coefficients { magnitude, .. } = self.rounding else {
            return self.plane.form().side(point);
        };
        match self.plane.form().enclosure_beside(point, magnitude) {
            [low, _] if low > 0.0 => Side::Front,
            [_, high] if high < 0.0 => Side::Back,
            _ => self.exact_side(point),
        }
    }

    #[cold]
    #[inline(never)]
    fn exact_side(&self, point: &[f64; D]) -> Side {
        let side = self.form.unflipped_side(point);
        if self.form.is_flipped() { -side } else { side }
    }

    /// Returns a lower and an upper bound on the exact n·p + d that [`Kept::value`] rounds.
    #[inline]
    pub(crate) fn enclosure(&self, point: &[f64; D]) -> [f64; 2] {
        match self.rounding {
            Rounding::Nothing => self.plane.form().enclosure(point),
            Rounding::Coefficients { magnitude, .. } => {
                self.plane.form().enclosure_beside(point, magnitude)
            }
        }
    }

    /// Returns n·p + d with a relative error below 2⁻⁵⁰, in the scale of the normal of [`Kept::plane`].
    pub(crate) fn value(&self, point: &[f64; D]) -> f64 {
        self.value_scaled(point, 0)
    }

    /// Returns the signed distance of a point, within a few units in the last place.
    pub(crate) fn signed_distance(&self, point: &[f64; D]) -> f64 {
        let (normal, exponent) = near_one(&self.plane.normal());
        self.value_scaled(point, -exponent) / length(&normal)
    }

    fn value_scaled(&self, point: &[f64; D], further: i32) -> f64 {
        let Rounding::Coefficients { power, .. } = self.rounding else {
            return self.plane.form().value_scaled(point, further);
        };
        let form = &self.form;
        let value = Value { form, point };
        let quick = nearest_float(&value.evaluate::<DoubleDouble>())
            .map(|near| libm::ldexp(near, power + further))
            .filter(|quick| quick.is_normal() || *quick == 0.0);
        let value = quick.unwrap_or_else(|| {
            let exact: Dyadic<{ digits(3) }> = value.evaluate();
            exact.to_f64_scaled(power + further)
        });
        // Zero has no sign.
        if self.form.is_flipped() {
            0.0 - value
        } else {
            value + 0.0
        }
    }

    /// Returns a bound on the distance of [`Kept::plane`] from this plane, at points whose coordinates do not exceed
    /// `radius` in magnitude. Each coefficient of the rounded normal n has a relative error of at most u = 2⁻⁵³. The
    /// offset d, which is computed from a point a of this plane, is rounded once, too. At a point p, the distance is
    /// therefore at most u·(Σ |nᵢ|·(|pᵢ| + |aᵢ|) + |d|) / |n|, where Σ |nᵢ| ≤ 2|n|. If a coefficient is smaller than
    /// the normal floats, its error may be larger, but is at most half of the smallest float.
    #[cfg(feature = "batch")]
    pub(crate) fn largest_gap(&self, radius: f64) -> f64 {
        match self.rounding {
            Rounding::Nothing => 0.0,
            Rounding::Coefficients { .. } => {
                let farthest = self.form.points().as_flattened().iter();
                let farthest = farthest.fold(radius, |m, coordinate| m.max(coordinate.abs()));
                let normal = self.plane.normal();
                let largest = normal.iter().fold(0.0_f64, |m, c| m.max(c.abs()));
                8.0 * U * farthest + SMALLEST / largest * (1.0 + farthest)
            }
        }
    }
}

/// A plane that is kept in the form in which it was given: a [`PlaneThrough`](crate::PlaneThrough) or a
/// [`PlaneAt`](crate::PlaneAt).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a plane that is kept in the form in which it was given",
    label = "this type does not implement `transect::KeptPlane`",
    note = "these planes are `PlaneThrough` and `PlaneAt`"
)]
pub trait KeptPlane<const D: usize>: Copy + Send + Sync {
    #[doc(hidden)]
    type Form: Form<D>;

    #[doc(hidden)]
    fn kept(&self) -> &Kept<Self::Form, D>;

    #[doc(hidden)]
    fn of_kept(kept: Kept<Self::Form, D>) -> Self;
}

impl<F: Form<3>> Affine for Kept<F, 3> {
    /// Evaluates n·p + d up to a positive factor. The value is computed from the coefficients if they are exact,
    /// otherwise from the form in which the plane was given.
    fn at<N: Number>(&self, point: &[f64; 3]) -> N {
        if matches!(self.rounding, Rounding::Nothing) {
            return self.plane.at(point);
        }
        let value: N = self.form.unflipped_value(point);
        if self.form.is_flipped() {
            N::of(0.0).minus(&value)
        } else {
            value
        }
    }

    fn equation<N: Number>(&self) -> [N; 4] {
        if matches!(self.rounding, Rounding::Nothing) {
            return self.plane.equation();
        }
        let ([a, b, c], d) = self.form.coefficients();
        [a, b, c, d]
    }

    fn level(&self) -> Option<(usize, f64)> {
        self.form.along_axis()
    }
}

/// Implements the functions that all kinds of kept planes have. The type has one field `kept`.
macro_rules! kept_plane {
    ($type:ident, $form:ident) => {
        impl<const D: usize> $crate::kept_plane::KeptPlane<D> for $type<D> {
            type Form = $form<D>;

            #[inline]
            fn kept(&self) -> &$crate::kept_plane::Kept<$form<D>, D> {
                &self.kept
            }

            fn of_kept(kept: $crate::kept_plane::Kept<$form<D>, D>) -> Self {
                Self { kept }
            }
        }

        impl transect_exact::crossing::Affine for $type {
            fn at<N: transect_exact::number::Number>(&self, point: &[f64; 3]) -> N {
                self.kept.at(point)
            }

            fn equation<N: transect_exact::number::Number>(&self) -> [N; 4] {
                self.kept.equation()
            }

            fn level(&self) -> Option<(usize, f64)> {
                self.kept.level()
            }
        }

        impl<const D: usize> $type<D> {
            /// Returns the same plane with front and back exchanged.
            #[must_use]
            pub fn flipped(&self) -> Self {
                let kept = self.kept.flipped();
                Self { kept }
            }

            /// Returns `true` if a coefficient of [`Self::plane`] is rounded. Otherwise, both planes contain the same
            /// points.
            #[must_use]
            pub fn is_rounded(&self) -> bool {
                self.kept.rounding() != $crate::kept_plane::Rounding::Nothing
            }

            /// Returns the exact side of a shape: `On` if the plane meets the shape. A point is `On` if it lies in the
            /// plane.
            ///
            /// # Panics
            /// Panics if the shape is a point with a coordinate that is NaN or infinite; [`Self::try_side`] returns an
            /// error instead.
            #[inline]
            #[must_use]
            pub fn side(&self, shape: &impl ExtentThrough<D>) -> Side {
                shape.extent_through(self).side()
            }

            /// Returns the side of a point, like [`Self::side`].
            ///
            /// # Errors
            /// Returns [`PointError`](crate::PointError) if a coordinate is NaN or infinite.
            pub fn try_side(
                &self,
                point: &impl $crate::coordinates::Coordinates<D>,
            ) -> Result<Side, $crate::point_error::PointError> {
                let point = point.coordinates();
                $crate::point_error::PointError::check(&point)
                    .map(|()| self.kept.side_of_point(&point))
            }

            /// Returns the exact sides of a shape's backmost and frontmost points.
            ///
            /// # Panics
            /// Panics if the shape is a point with a coordinate that is NaN or infinite.
            #[inline]
            #[must_use]
            pub fn extent(&self, shape: &impl ExtentThrough<D>) -> Extent {
                shape.extent_through(self)
            }

            /// Returns the signed distances of a shape's backmost and frontmost points, rounded. The distance of a box
            /// that extends to infinity is infinite.
            ///
            /// # Panics
            /// Panics if the shape is a point with a coordinate that is NaN or infinite.
            #[must_use]
            pub fn interval(&self, shape: &impl IntervalThrough<D>) -> $crate::side::Interval {
                shape.interval_through(self)
            }

            /// Returns n·p + d at a point for the exact coefficients of this plane, in the scale of the normal of
            /// [`Self::plane`]. The relative error is below 2⁻⁵⁰, so the sign is right. If a coefficient of
            /// [`Self::plane`] is rounded, the result is the nearest float.
            ///
            /// If the value is below 2⁻¹⁰²² in magnitude, the least normal float, the relative error may be larger. The
            /// absolute error is then below 2⁻¹⁰⁷⁴, and the result may be zero.
            ///
            /// # Panics
            /// Panics if a coordinate is NaN or infinite.
            #[must_use]
            pub fn value(&self, point: &impl $crate::coordinates::Coordinates<D>) -> f64 {
                self.kept.value(&point.coordinates())
            }

            /// Returns the signed distance of a point, within a few units in the last place. Its sign is right unless
            /// the distance underflows to zero.
            ///
            /// # Panics
            /// Panics if a coordinate is NaN or infinite.
            #[must_use]
            pub fn signed_distance(&self, point: &impl $crate::coordinates::Coordinates<D>) -> f64 {
                self.kept.signed_distance(&point.coordinates())
            }
        }

        impl<const D: usize> core::ops::Neg for $type<D> {
            type Output = Self;
            fn neg(self) -> Self {
                self.flipped()
            }
        }
    };
}

pub(crate) use kept_plane;
