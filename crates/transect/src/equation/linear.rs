//! Linear expressions a·x + b·y + c·z + d with exact rational factors.

use crate::equation::error::{EquationError, LETTERS};
use crate::equation::rational::{Rational, common_multiple};

/// A linear expression in the coordinates. Its factors are exact.
#[derive(Clone, Debug)]
pub(super) struct Linear<const D: usize> {
    factors: [Rational; D],
    constant: Rational,
}

impl<const D: usize> Linear<D> {
    /// Returns the expression that is a number, without coordinates.
    pub(super) fn number(value: f64) -> Self {
        Self {
            factors: core::array::from_fn(|_| Rational::of(0.0)),
            constant: Rational::of(value),
        }
    }

    /// Returns the expression that is one coordinate.
    pub(super) fn coordinate(axis: usize) -> Self {
        let one = |index| Rational::of(if index == axis { 1.0 } else { 0.0 });
        Self {
            factors: core::array::from_fn(one),
            constant: Rational::of(0.0),
        }
    }

    pub(super) fn negated(self) -> Self {
        Self {
            factors: self.factors.each_ref().map(Rational::negated),
            constant: self.constant.negated(),
        }
    }

    /// Returns the sum. `at` is the position of the sum in the text, which an error reports.
    pub(super) fn plus(self, other: &Self, at: usize) -> Result<Self, EquationError> {
        let mut sum = self;
        for (factor, theirs) in sum.factors.iter_mut().zip(&other.factors) {
            *factor = in_range(factor.plus(theirs), at)?;
        }
        sum.constant = in_range(sum.constant.plus(&other.constant), at)?;
        Ok(sum)
    }

    /// Returns the product. One of the two factors must be a number without coordinates. `at` is the position of the
    /// product in the text, which an error reports.
    pub(super) fn times(self, other: &Self, at: usize) -> Result<Self, EquationError> {
        let (expression, number) = match (self.as_number(), other.as_number()) {
            (_, Some(number)) => (&self, number),
            (Some(number), None) => (other, number),
            (None, None) => return Err(EquationError::ProductOfCoordinates { at }),
        };
        expression.each(|factor| in_range(factor.times(number), at))
    }

    /// Returns the quotient by a number. `at` is the position of the quotient in the text, which an error reports.
    pub(super) fn over(&self, divisor: &Self, at: usize) -> Result<Self, EquationError> {
        let Some(number) = divisor.as_number() else {
            return Err(EquationError::DivisionByCoordinate { at });
        };
        if number.is_zero() {
            return Err(EquationError::DivisionByZero { at });
        }
        self.each(|factor| in_range(factor.over(number), at))
    }

    fn each(
        &self,
        change: impl Fn(&Rational) -> Result<Rational, EquationError>,
    ) -> Result<Self, EquationError> {
        let mut changed = Self::number(0.0);
        for (new, old) in changed.factors.iter_mut().zip(&self.factors) {
            *new = change(old)?;
        }
        changed.constant = change(&self.constant)?;
        Ok(changed)
    }

    /// Returns the factors and the constant as floats if they have no quotients and the constant is exactly a float. Each
    /// factor is rounded once. Otherwise returns `None`.
    pub(super) fn without_quotients(&self) -> Option<([f64; D], f64)> {
        let mut normal = [0.0; D];
        for (coefficient, factor) in normal.iter_mut().zip(&self.factors) {
            *coefficient = factor.scaled(1).filter(|_| factor.denominator() == 1)?.0;
        }
        match self.constant.scaled(1) {
            Some((constant, true)) if self.constant.denominator() == 1 => Some((normal, constant)),
            _ => None,
        }
    }

    /// Returns the value of the expression if it has no coordinates, or else `None`.
    fn as_number(&self) -> Option<&Rational> {
        let is_number = self.factors.iter().all(Rational::is_zero);
        is_number.then_some(&self.constant)
    }

    /// Returns the factors and the constant as floats, multiplied by the common denominator. If this denominator is 1,
    /// each result is rounded once. Otherwise a result that is not exactly a float is an error. `at` is the position
    /// that an error reports.
    pub(super) fn to_floats(&self, at: usize) -> Result<([f64; D], f64), EquationError> {
        let mut factors = self.factors.iter().map(Rational::denominator);
        let denominator = factors
            .try_fold(self.constant.denominator(), common_multiple)
            .ok_or(EquationError::OutOfRange { at })?;
        let mut normal = [0.0; D];
        for (axis, factor) in self.factors.iter().enumerate() {
            normal[axis] = to_float(factor, denominator, Some(LETTERS[axis]))?;
        }
        Ok((normal, to_float(&self.constant, denominator, None)?))
    }
}

/// Returns a number times `multiple`, a multiple of its denominator, as a float. An error names the coordinate
/// `letter`.
fn to_float(number: &Rational, multiple: u128, letter: Option<char>) -> Result<f64, EquationError> {
    let not_a_float = EquationError::NotAFloat {
        letter,
        denominator: multiple,
    };
    let Some((value, is_exact)) = number.scaled(multiple) else {
        return Err(not_a_float);
    };
    match value {
        _ if !value.is_finite() => Err(EquationError::SumTooLarge { letter }),
        0.0 if !number.is_zero() => Err(EquationError::SumTooSmall { letter }),
        _ if multiple != 1 && !is_exact => Err(not_a_float),
        _ => Ok(value),
    }
}

fn in_range(result: Option<Rational>, at: usize) -> Result<Rational, EquationError> {
    result.ok_or(EquationError::OutOfRange { at })
}
