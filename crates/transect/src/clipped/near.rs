//! Corners in floats, with a bound on their error. Most signs along a chain of clips are certain from these.

use transect_exact::Side;
use transect_exact::arrays::array;
use transect_exact::unit::U;

use crate::plane::Plane;

/// A point in floats. Each coordinate of the exact point differs by no more than `error`; the error is infinite if no
/// bound is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Near<const D: usize> {
    point: [f64; D],
    error: f64,
}

/// A value n·p + d at a [`Near`] point. The exact value differs by no more than `error`.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearValue {
    value: f64,
    error: f64,
}

/// Makes a bound larger than the roundings in its own computation.
const ENLARGED: f64 = 1.0 + 64.0 * U;

/// More than what underflow can add to a bound.
const LEAST: f64 = 1e-300;

impl<const D: usize> Near<D> {
    /// Returns a point that is exact.
    pub(super) fn exact(point: [f64; D]) -> Self {
        Self { point, error: 0.0 }
    }

    /// Returns a point whose coordinates are those of the exact point, each rounded to the nearest float.
    pub(super) fn rounded(point: [f64; D]) -> Self {
        let error = U * size(&point) * ENLARGED + LEAST;
        Self { point, error }
    }

    /// Returns n·p + d. The sum has at most four terms with two roundings each, and three sums.
    pub(super) fn value(&self, plane: &Plane<D>) -> NearValue {
        let normal = plane.form().normal();
        let [mut value, mut slope] = [plane.offset(), 0.0];
        let mut magnitude = value.abs();
        for (coefficient, coordinate) in normal.iter().zip(&self.point) {
            let term = coefficient * coordinate;
            value += term;
            magnitude += term.abs();
            slope += coefficient.abs();
        }
        let error = (8.0 * U * magnitude + slope * self.error) * ENLARGED + LEAST;
        NearValue { value, error }
    }

    /// Returns the point between two points where a plane is, given its values there. The exact values have opposite
    /// signs.
    ///
    /// Let a and b be the exact values, and t = a/(a − b). Errors of a and b change t by at most their maximum divided
    /// by
    /// |a − b|. This moves the point by as much of the way between the two points; their own errors move it by at most the
    /// larger one of these.
    pub(super) fn crossing([from, to]: [&Self; 2], [before, after]: [NearValue; 2]) -> Self {
        let growth = before.value - after.value;
        let share = (before.value / growth).clamp(0.0, 1.0);
        let certain = growth.abs() - (before.error + after.error) * ENLARGED;
        if !(certain > 0.0 && certain.is_finite()) {
            let error = f64::INFINITY;
            return Self { error, ..*from };
        }
        let step: [f64; D] = array(|axis| to.point[axis] - from.point[axis]);
        let moved = before.error.max(after.error) / certain + 8.0 * U;
        let roundings = 8.0 * U * (size(&from.point) + size(&to.point));
        let error = from.error.max(to.error) + size(&step) * moved + roundings;
        Self {
            point: array(|axis| from.point[axis] + share * step[axis]),
            error: error * ENLARGED + LEAST,
        }
    }
}

impl NearValue {
    /// Returns the sign of the exact value, if it is certain.
    pub(super) fn sign(self) -> Option<Side> {
        (self.value.abs() > self.error).then(|| Side::of_nonzero(self.value))
    }
}

/// Returns the largest magnitude of a coordinate.
fn size<const D: usize>(point: &[f64; D]) -> f64 {
    point
        .iter()
        .fold(0.0, |size, coordinate| f64::max(size, coordinate.abs()))
}
