//! The parallel planes on which a linear expression has given values.

use crate::equation::error::{EquationError, LETTERS};
use crate::equation::linear::Linear;
use crate::equation::parser::Parser;
use crate::plane::Plane;

/// A linear expression E, such as `x`, `x + y` or `2x - 0.5`. The planes E = h for all numbers h are parallel. The front of
/// each is where E is greater than h.
#[derive(Clone, Debug)]
pub(crate) struct Levels<const D: usize> {
    expression: Linear<D>,
    /// The normal and the constant of the expression, if all planes follow from them by one rounding.
    floats: Option<([f64; D], f64)>,
}

impl<const D: usize> Levels<D> {
    pub(crate) fn parse(text: &str) -> Result<Self, EquationError> {
        let expression = Parser::<D>::new(text).expression()?;
        let floats = expression.without_quotients();
        Ok(Self { expression, floats })
    }

    /// Returns `true` if every height between two heights with a plane has a plane, too. Otherwise, heights with too many
    /// digits may have none.
    pub(crate) fn is_continuous(&self) -> bool {
        self.floats.is_some()
    }

    /// Returns the plane E = h. It is the same as that of the equation as text.
    pub(crate) fn plane(&self, height: f64) -> Result<Plane<D>, EquationError> {
        // The difference of two floats is rounded once, and it is not too small for a float.
        let (normal, offset) = match self.floats {
            Some((normal, constant)) => (normal, constant - height),
            None => {
                let at = 1;
                let level = Linear::number(0.0 - height);
                self.expression.clone().plus(&level, at)?.to_floats(at)?
            }
        };
        if !offset.is_finite() {
            return Err(EquationError::SumTooLarge { letter: None });
        }
        let letter = (0..D).find(|&axis| !normal[axis].is_finite());
        if let Some(axis) = letter {
            let letter = Some(LETTERS[axis]);
            return Err(EquationError::SumTooLarge { letter });
        }
        Plane::new(normal, offset).map_err(|_| EquationError::ZeroNormal)
    }
}
