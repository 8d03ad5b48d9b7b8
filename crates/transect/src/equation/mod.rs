//! Planes as text: `2x+3y+6z-17=0`, `z=1.2`, `x=y`, `z=1/3`.

mod error;
mod levels;
mod linear;
mod parser;
mod rational;

use core::fmt::{Debug, Display, Formatter};
use core::str::FromStr;

pub use self::error::EquationError;
use self::error::LETTERS;
pub(crate) use self::levels::Levels;
use self::parser::Parser;
use crate::plane::Plane;

/// Parses an equation with terms on either side, in any order: `2x+3y+6z-17=0`, `z = 1.2`, `2(x+y) = 3`, `z = 1/3`.
///
/// The front is where the left side minus the right side is positive. Each number becomes the nearest f64.
/// Like terms are added exactly and rounded once. Quotients are never rounded: the equation is multiplied by their
/// common denominator, so `z = 1/3` is 3z − 1 = 0. If 64-bit floats do not hold that equation exactly, the text is an
/// error.
///
/// ```
/// use transect::{Plane, Side};
/// let plane: Plane = "z = 1.2".parse()?;
/// assert_eq!(plane.side(&[0.0, 0.0, 1.3]), Side::Front);
/// assert_eq!("17 = 2x + 3y + 6z".parse(), Ok(Plane::new([-2.0, -3.0, -6.0], 17.0)?));
/// assert_eq!("z = 1/3".parse(), Ok(Plane::new([0.0, 0.0, 3.0], -1.0)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<const D: usize> FromStr for Plane<D> {
    type Err = EquationError;

    fn from_str(text: &str) -> Result<Self, EquationError> {
        let (normal, offset) = Parser::<D>::new(text).equation()?;
        Self::new(normal, offset).map_err(|_| EquationError::ZeroNormal)
    }
}

/// Writes the shortest equation that parses to the same plane: `z = 1.2`, `2x + 3y + 6z - 17 = 0`.
impl<const D: usize> Display for Plane<D> {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        let (normal, offset) = (self.normal(), self.offset());
        let mut terms = (0..D).filter(|&axis| normal[axis] != 0.0);
        if let (Some(axis), None) = (terms.next(), terms.next())
            && normal[axis] == 1.0
        {
            write!(f, "{} = ", LETTERS[axis])?;
            return FormattedNumber(0.0 - offset).fmt(f);
        }
        let mut first = true;
        let constant = (offset != 0.0).then_some((offset, None));
        let factors = normal.into_iter().zip(LETTERS.map(Some));
        for (factor, letter) in factors.filter(|(factor, _)| *factor != 0.0).chain(constant) {
            f.write_str(match (first, factor < 0.0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            })?;
            first = false;
            match letter {
                Some(letter) if factor.abs() == 1.0 => write!(f, "{letter}")?,
                Some(letter) => {
                    FormattedNumber(factor.abs()).fmt(f)?;
                    write!(f, "{letter}")?;
                }
                None => FormattedNumber(factor.abs()).fmt(f)?,
            }
        }
        f.write_str(" = 0")
    }
}

/// Writes `Plane(z = 1.2)`.
impl<const D: usize> Debug for Plane<D> {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        f.write_str("Plane(")?;
        Display::fmt(self, f)?;
        f.write_str(")")
    }
}

/// A number with as many decimals as the format specifies (`{:.2}`), or otherwise with the fewest digits that parse to
/// the same number. Very large and very small numbers are written with an exponent.
struct FormattedNumber(f64);

impl Display for FormattedNumber {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        let value = self.0;
        let is_short = value == 0.0 || (1e-5..1e16).contains(&value.abs());
        match (is_short, f.precision()) {
            (true, Some(digits)) => write!(f, "{value:.digits$}"),
            (true, None) => write!(f, "{value}"),
            (false, Some(digits)) => write!(f, "{value:.digits$e}"),
            (false, None) => write!(f, "{value:e}"),
        }
    }
}
