//! Parameters at which lines cross the boundaries of half-spaces, in floats with bounds on their errors.

use transect_exact::Side;
use transect_exact::unit::U;

use crate::chord::Course;

/// A parameter t of a line, in floats. The exact parameter is from `least` to `most`.
#[derive(Clone, Copy)]
pub(super) struct Parameter {
    pub(super) t: f64,
    pub(super) least: f64,
    pub(super) most: f64,
}

/// Makes a bound larger than the roundings of its own computation.
const ENLARGED: f64 = 1.0 + 16.0 * U;

/// More than what underflow can change in a bound.
const LEAST: f64 = 1e-300;

/// The largest relative error of a parameter in the answer is 2⁻⁴⁵. Half of it is left to the division.
const ACCURACY: f64 = 64.0 * U;

/// Returns numbers of which the first is not greater and the second is not less than any quotients between these two that
/// each have a relative error below 8u.
#[inline(always)]
pub(crate) fn widened([low, high]: [f64; 2]) -> [f64; 2] {
    [
        low - (8.0 * U * low.abs() + LEAST),
        high + (8.0 * U * high.abs() + LEAST),
    ]
}

/// The relation of a line to one half-space, if floats tell.
#[derive(Clone, Copy)]
pub(super) enum Crossing {
    /// The line is parallel to the boundary. The side is `Front` inside, and `On` in the boundary.
    Parallel(Side),
    Enter(Parameter),
    Leave(Parameter),
}

impl Parameter {
    /// Returns a parameter with a bound on its error; `None` if they are not finite.
    #[inline]
    pub(super) fn new(t: f64, error: f64) -> Option<Self> {
        let margin = error + 4.0 * U * t.abs() + LEAST;
        let parameter = Self {
            t,
            least: t - margin,
            most: t + margin,
        };
        (margin < f64::INFINITY).then_some(parameter)
    }

    pub(super) fn is_accurate(&self) -> bool {
        self.most - self.least <= ACCURACY * self.t.abs()
    }
}

impl Crossing {
    /// Returns the crossing of a half-space whose function has this value at the origin of a line and grows by this
    /// amount along the direction. Each number has a bound on its error.
    ///
    /// |a′/b′ − a/b| ≤ (|δa| + |t|·|δb|)/|b′|; the division rounds, and the bound itself has a few roundings.
    #[inline]
    pub(super) fn new([a, a_error]: [f64; 2], [b, b_error]: [f64; 2]) -> Option<Self> {
        if b.abs() > b_error {
            let t = 0.0 - a / b;
            let error = (a_error + t.abs() * b_error) / (b.abs() - b_error);
            let at = Parameter::new(t, error * ENLARGED)?;
            return Some(if b > 0.0 {
                Self::Enter(at)
            } else {
                Self::Leave(at)
            });
        }
        if b != 0.0 || b_error != 0.0 {
            return None;
        }
        if a.abs() > a_error {
            return Some(Self::Parallel(Side::of_nonzero(a)));
        }
        (a == 0.0 && a_error == 0.0).then_some(Self::Parallel(Side::On))
    }
}

/// The parameters of a line that several slabs leave over, widened by the errors of floats.
pub(super) struct Span {
    least: f64,
    most: f64,
    is_ordinary: bool,
}

impl Span {
    #[inline]
    pub(super) fn of<const D: usize>(course: &Course<D>) -> Self {
        Self {
            least: course.least,
            most: course.most,
            is_ordinary: true,
        }
    }

    /// Leaves the parameters between two quotients, in any order, that were computed with this inverse of the divisor.
    /// Each quotient has a relative error below 8u, unless the inverse has underflown.
    #[inline]
    pub(super) fn cut(&mut self, one: f64, other: f64, inverse: f64) {
        let (low, high) = if one < other {
            (one, other)
        } else {
            (other, one)
        };
        let [low, high] = widened([low, high]);
        self.least = self.least.max(low);
        self.most = self.most.min(high);
        self.is_ordinary &= inverse.abs() > 1e-290;
    }

    /// Leaves the parameters between two quotients, in any order. Their numerators have this error, and the divisor has
    /// an error of its own, as in [`Crossing::new`].
    #[inline]
    pub(super) fn cut_between(
        &mut self,
        [one, other]: [f64; 2],
        error: f64,
        [b, b_error]: [f64; 2],
    ) {
        let (low, high) = if one < other {
            (one, other)
        } else {
            (other, one)
        };
        let certain = b.abs() - b_error;
        let widened =
            |t: f64| (error + t.abs() * b_error) / certain * ENLARGED + 8.0 * U * t.abs() + LEAST;
        let [low, high] = [low - widened(low), high + widened(high)];
        if certain > 0.0 && low < f64::INFINITY && high > f64::NEG_INFINITY {
            self.least = self.least.max(low);
            self.most = self.most.min(high);
        }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.least > self.most && self.is_ordinary
    }
}
