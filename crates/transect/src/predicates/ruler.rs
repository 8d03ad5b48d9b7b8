//! Signed distances of points from one plane.

use transect_exact::linear::LinearForm;
use transect_exact::vector::{length, near_one, power_of_two};

use crate::side::Interval;

/// The numbers with which the value n·p + d of a plane becomes a signed distance. The value is multiplied by a power of
/// two that makes the largest coefficient of n at least 1 and less than 2. Then it is divided by the length of n times
/// this power. Functions for single shapes, for slices of points and for batches use the same operations, so their
/// distances are equal to the last bit.
#[derive(Clone, Copy)]
pub(crate) struct Ruler {
    power: i32,
    factor: f64,
    length: f64,
}

impl Ruler {
    /// Creates the ruler of the planes with the normal n.
    #[inline]
    pub(crate) fn new<const D: usize>(normal: [f64; D]) -> Self {
        let (normal, exponent) = near_one(&normal);
        Self {
            power: -exponent,
            factor: power_of_two(-exponent),
            length: length(&normal),
        }
    }

    /// Returns the power of two by which values are multiplied, or 0 if this power is not a normal float.
    #[cfg(feature = "batch")]
    #[inline]
    pub(crate) fn factor(&self) -> f64 {
        self.factor
    }

    /// Returns the length of the normal after its multiplication by the power of two.
    #[cfg(feature = "batch")]
    #[inline]
    pub(crate) fn length(&self) -> f64 {
        self.length
    }

    /// Returns the signed distance of a point. `form` is the linear form of a plane with the normal n.
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[inline]
    pub(crate) fn distance<const D: usize>(&self, form: &LinearForm<D>, point: &[f64; D]) -> f64 {
        let distance = self.divide(self.value(form, point));
        if distance.is_infinite() {
            return self.far_distance(form, *point);
        }
        distance
    }

    /// Returns the result of [`Ruler::distance`] if the value overflows. The length is less than 4, so a quarter of the
    /// value overflows only if the distance does. Takes the point by value, so that the caller can keep its point in
    /// registers.
    #[cold]
    #[inline(never)]
    fn far_distance<const D: usize>(&self, form: &LinearForm<D>, point: [f64; D]) -> f64 {
        form.value_scaled(&point, self.power - 2) / (self.length / 4.0)
    }

    /// Returns the float nearest to (n·p + d) times the power of two.
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[inline]
    pub(crate) fn value<const D: usize>(&self, form: &LinearForm<D>, point: &[f64; D]) -> f64 {
        if self.factor == 0.0 {
            self.far_value(form, *point)
        } else {
            form.value_times(point, self.factor)
        }
    }

    /// Returns the result of [`Ruler::value`] if the power of two is not a normal float. Takes the point by value, so
    /// that the caller can keep its point in registers.
    #[cold]
    #[inline(never)]
    fn far_value<const D: usize>(&self, form: &LinearForm<D>, point: [f64; D]) -> f64 {
        form.value_scaled(&point, self.power)
    }

    /// Returns the result of [`Ruler::distance`]. This function is inlined, for loops over many points.
    #[inline(always)]
    pub(crate) fn distance_inlined<const D: usize>(
        &self,
        form: &LinearForm<D>,
        point: &[f64; D],
    ) -> f64 {
        if self.factor == 0.0 {
            return self.distance(form, point);
        }
        let distance = self.divide(form.value_inlined(point, self.factor));
        if distance.is_infinite() {
            return self.far_distance(form, *point);
        }
        distance
    }

    /// Returns the signed distances of the backmost and the frontmost corner of the box with these bounds. Returns
    /// `None` if floats cannot prove these distances, as for a box with an infinite bound, or if a value overflows.
    #[inline]
    pub(crate) fn interval<const D: usize>(
        &self,
        form: &LinearForm<D>,
        bounds: &[[f64; D]; 2],
    ) -> Option<Interval> {
        let [backmost, frontmost] = form.values_over_box(bounds, self.factor)?;
        let is_finite = backmost.is_finite() && frontmost.is_finite();
        is_finite.then(|| Interval {
            backmost: self.divide(backmost),
            frontmost: self.divide(frontmost),
        })
    }

    /// Converts the result of [`Ruler::value`] for a point to the signed distance of this point.
    #[inline]
    pub(crate) fn divide(&self, value: f64) -> f64 {
        value / self.length
    }
}
