//! Planes as text: `2x+3y+6z-17=0`, `z=1.2`, `x=y`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::fmt::{Display, Formatter};
use core::str::FromStr;

use crate::plane::Plane;
use crate::predicates::dyadic::Dyadic;
use crate::predicates::linear::DIGITS;

const LETTERS: [char; 3] = ['x', 'y', 'z'];

/// An error: text that is not the equation of a plane. Characters are counted from 1.
///
/// ```
/// use transect::Plane;
/// let error = "z = 1.2m".parse::<Plane>().unwrap_err();
/// assert!(error.to_string().starts_with("character 8: `m` is not a coordinate"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EquationError {
    /// A term begins with neither a number nor a coordinate.
    ExpectedTerm {
        /// The position of the character.
        at: usize,
        /// The character; `None` at the end of the text.
        found: Option<char>,
    },
    /// A term is followed by something other than a sign or `=`.
    ExpectedSign {
        /// The position of the character.
        at: usize,
        /// The character.
        found: char,
    },
    /// A letter is not a coordinate.
    UnknownLetter {
        /// The position of the letter.
        at: usize,
        /// The letter that is not a coordinate.
        letter: char,
        /// The dimension of the plane: 2 or 3.
        dimension: usize,
    },
    /// The text ends without `=`.
    NoEquals {
        /// The position of the end of the text.
        at: usize,
        /// The dimension of the plane: 2 or 3.
        dimension: usize,
    },
    /// There is a second `=`.
    SecondEquals {
        /// The position of the second `=`.
        at: usize,
    },
    /// A sequence of digits and decimal points is not a number.
    NotANumber {
        /// The position of the first digit or decimal point.
        at: usize,
        /// The digits and decimal points.
        text: String,
    },
    /// A number is larger than every float.
    NumberTooLarge {
        /// The position of the number.
        at: usize,
    },
    /// The sum of like terms is larger than every float.
    SumTooLarge {
        /// The coordinate (x, y or z) of the terms; `None` for plain numbers.
        letter: Option<char>,
    },
    /// The equation has no coordinates, or its coordinates cancel out.
    ZeroNormal,
}

impl fmt::Display for EquationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ExpectedTerm { at, found } => write!(
                f,
                "character {at}: expected a number or a coordinate, found {}",
                shown(*found)
            ),
            Self::ExpectedSign { at, found } => write!(
                f,
                "character {at}: expected `+`, `-` or `=`, found `{found}`"
            ),
            Self::UnknownLetter {
                at,
                letter,
                dimension,
            } => write!(
                f,
                "character {at}: `{letter}` is not a coordinate; {}",
                letters(*dimension)
            ),
            Self::NoEquals { at, dimension } => write!(
                f,
                "character {at}: expected `=`; a plane is an equation, e.g. `{}=1.2`",
                LETTERS[dimension - 1]
            ),
            Self::SecondEquals { at } => write!(
                f,
                "character {at}: a second `=`; an equation has two sides, e.g. `2x+3y=17`"
            ),
            Self::NotANumber { at, text } => write!(f, "character {at}: `{text}` is not a number"),
            Self::NumberTooLarge { at } => write!(
                f,
                "character {at}: the number is too large for a 64-bit float"
            ),
            Self::SumTooLarge { letter } => write!(
                f,
                "the {} add up to more than a 64-bit float holds",
                like_terms(*letter)
            ),
            Self::ZeroNormal => f.write_str(
                "no coordinate is left; an equation such as `x=x+1` does not describe a plane",
            ),
        }
    }
}

impl Error for EquationError {}

impl EquationError {
    /// Returns the position of the wrong character, counted from 1. At the end of the text, it is the position after
    /// the last character. `None` if the equation as a whole is wrong.
    ///
    /// ```
    /// let error = "2x+3q=1".parse::<transect::Plane>().expect_err("q is not a coordinate");
    /// assert_eq!(error.place(), Some(5));
    /// ```
    #[must_use]
    pub fn place(&self) -> Option<usize> {
        match *self {
            Self::ExpectedTerm { at, .. }
            | Self::ExpectedSign { at, .. }
            | Self::UnknownLetter { at, .. }
            | Self::NoEquals { at, .. }
            | Self::SecondEquals { at }
            | Self::NotANumber { at, .. }
            | Self::NumberTooLarge { at } => Some(at),
            Self::SumTooLarge { .. } | Self::ZeroNormal => None,
        }
    }
}

fn shown(found: Option<char>) -> String {
    found.map_or_else(
        || String::from("the end"),
        |character| format!("`{character}`"),
    )
}

fn like_terms(letter: Option<char>) -> String {
    letter.map_or_else(
        || String::from("numbers"),
        |letter| format!("terms in {letter}"),
    )
}

fn letters(dimension: usize) -> &'static str {
    match dimension {
        2 => "in 2D they are x and y, e.g. `2x+3y=17`",
        _ => "they are x, y and z, e.g. `2x+3y+6z-17=0`",
    }
}

/// Parses an equation with terms on either side, in any order: `2x+3y+6z-17=0`, `z = 1.2`, `x = y`.
///
/// The front is where the left side minus the right side is positive. Each number becomes the nearest f64.
/// Like terms are added exactly and rounded once.
///
/// ```
/// use transect::{Plane, Side};
/// let plane: Plane = "z = 1.2".parse()?;
/// assert_eq!(plane.side(&[0.0, 0.0, 1.3]), Side::Front);
/// assert_eq!("17 = 2x + 3y + 6z".parse(), Ok(Plane::new([-2.0, -3.0, -6.0], 17.0)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<const D: usize> FromStr for Plane<D> {
    type Err = EquationError;

    fn from_str(text: &str) -> Result<Self, EquationError> {
        let mut coefficients: [Dyadic<DIGITS>; D] = core::array::from_fn(|_| Dyadic::new());
        let mut constant = Dyadic::<DIGITS>::new();
        let mut terms = Terms::of(text, D);
        // Terms on the right side have the opposite sign.
        let mut side = 1.0;
        loop {
            let term = terms.next_term()?;
            match term.axis {
                Some(axis) => coefficients[axis].add_product(side, term.factor),
                None => constant.add_product(side, term.factor),
            }
            match terms.peek() {
                Some((_, '+' | '-')) => {}
                Some((at, '=')) if side < 0.0 => return Err(EquationError::SecondEquals { at }),
                Some((_, '=')) => {
                    terms.next += 1;
                    side = -1.0;
                }
                Some((at, found)) => return Err(EquationError::ExpectedSign { at, found }),
                None if side < 0.0 => break,
                None => {
                    return Err(EquationError::NoEquals {
                        at: terms.end,
                        dimension: D,
                    });
                }
            }
        }
        let rounded = |sum: &Dyadic<DIGITS>, letter| match sum.to_f64() {
            value if value.is_finite() => Ok(value),
            _ => Err(EquationError::SumTooLarge { letter }),
        };
        let mut normal = [0.0; D];
        for axis in 0..D {
            normal[axis] = rounded(&coefficients[axis], Some(LETTERS[axis]))?;
        }
        let offset = rounded(&constant, None)?;
        Self::new(normal, offset).map_err(|_| EquationError::ZeroNormal)
    }
}

/// A factor times a coordinate, or a plain number.
struct Term {
    factor: f64,
    axis: Option<usize>,
}

/// The terms of a text, read from left to right. Each character has its position; whitespace is removed.
struct Terms {
    characters: Vec<(usize, char)>,
    next: usize,
    end: usize,
    dimension: usize,
}

impl Terms {
    fn of(text: &str, dimension: usize) -> Self {
        Self {
            characters: (1..)
                .zip(text.chars())
                .filter(|(_, character)| !character.is_whitespace())
                .map(|(at, character)| (at, if character == '−' { '-' } else { character }))
                .collect(),
            next: 0,
            end: text.chars().count() + 1,
            dimension,
        }
    }

    fn peek(&self) -> Option<(usize, char)> {
        self.characters.get(self.next).copied()
    }

    /// Returns the character this many positions ahead, if there is no whitespace before that character.
    fn adjacent(&self, ahead: usize) -> Option<char> {
        let &(at, character) = self.characters.get(self.next + ahead)?;
        let (last, _) = self.characters[self.next - 1];
        (at == last + 1 + ahead).then_some(character)
    }

    /// Reads a term: signs, then a number, a coordinate, or both.
    fn next_term(&mut self) -> Result<Term, EquationError> {
        let mut sign = 1.0;
        while let Some((_, character @ ('+' | '-'))) = self.peek() {
            sign *= if character == '-' { -1.0 } else { 1.0 };
            self.next += 1;
        }
        let number = self.number()?;
        let multiplied = number.is_some() && matches!(self.peek(), Some((_, '*')));
        self.next += usize::from(multiplied);
        let axis = self.axis()?;
        if axis.is_none() && (number.is_none() || multiplied) {
            let (at, found) = match self.peek() {
                Some((at, character)) => (at, Some(character)),
                None => (self.end, None),
            };
            return Err(EquationError::ExpectedTerm { at, found });
        }
        Ok(Term {
            factor: sign * number.unwrap_or(1.0),
            axis,
        })
    }

    /// Reads digits with an optional decimal point and exponent.
    /// `2e` without digits after it is a 2 and the letter `e`.
    fn number(&mut self) -> Result<Option<f64>, EquationError> {
        let Some((at, first @ ('0'..='9' | '.'))) = self.peek() else {
            return Ok(None);
        };
        let mut text = String::from(first);
        self.next += 1;
        let is_digit = |character: char| character.is_ascii_digit() || character == '.';
        self.take_while(&mut text, is_digit);
        let signed = usize::from(matches!(self.adjacent(1), Some('+' | '-')));
        let digit = self.adjacent(1 + signed);
        if matches!(self.adjacent(0), Some('e' | 'E')) && digit.is_some_and(is_digit) {
            for _ in 0..=signed {
                text.extend(self.adjacent(0));
                self.next += 1;
            }
            self.take_while(&mut text, is_digit);
        }
        match text.parse() {
            Ok(value) if f64::is_finite(value) => Ok(Some(value)),
            Ok(_) => Err(EquationError::NumberTooLarge { at }),
            Err(_) => Err(EquationError::NotANumber { at, text }),
        }
    }

    fn take_while(&mut self, text: &mut String, wanted: impl Fn(char) -> bool) {
        while let Some(character) = self.adjacent(0).filter(|&character| wanted(character)) {
            text.push(character);
            self.next += 1;
        }
    }

    fn axis(&mut self) -> Result<Option<usize>, EquationError> {
        let Some((at, letter)) = self.peek().filter(|(_, c)| c.is_alphabetic()) else {
            return Ok(None);
        };
        self.next += 1;
        let dimension = self.dimension;
        LETTERS[..dimension]
            .iter()
            .position(|&known| known == letter.to_ascii_lowercase())
            .map(Some)
            .ok_or(EquationError::UnknownLetter {
                at,
                letter,
                dimension,
            })
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
            return write!(f, "{} = {}", LETTERS[axis], Shortest(0.0 - offset));
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
                Some(letter) => write!(f, "{}{letter}", Shortest(factor.abs()))?,
                None => write!(f, "{}", Shortest(factor.abs()))?,
            }
        }
        f.write_str(" = 0")
    }
}

/// A number with the fewest digits that parse to the same number. Very large and very small numbers have an exponent.
struct Shortest(f64);

impl Display for Shortest {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        let value = self.0;
        if value == 0.0 || (1e-5..1e16).contains(&value.abs()) {
            write!(f, "{value}")
        } else {
            write!(f, "{value:e}")
        }
    }
}
