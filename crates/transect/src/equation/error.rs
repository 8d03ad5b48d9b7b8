//! Errors of planes as text.

use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt::{Display, Formatter};

/// The names of the coordinates.
pub(super) const LETTERS: [char; 3] = ['x', 'y', 'z'];

/// The largest depth of nested parentheses.
pub(super) const DEEPEST: usize = 32;

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
        /// The position at which a term should begin.
        at: usize,
        /// The character found in place of a term; `None` at the end of the text.
        found: Option<char>,
    },
    /// A term is followed by something other than a sign or `=`.
    ExpectedSign {
        /// The position of the character after the term.
        at: usize,
        /// The character found in place of a sign or `=`.
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
    /// A number other than 0 is nearer to 0 than to every other float.
    NumberTooSmall {
        /// The position of the number.
        at: usize,
    },
    /// A parenthesis is not closed.
    Unclosed {
        /// The position of the opening parenthesis.
        at: usize,
    },
    /// Parentheses are nested too deeply.
    TooDeep {
        /// The position of the innermost opening parenthesis.
        at: usize,
    },
    /// Two factors of a product have coordinates.
    ProductOfCoordinates {
        /// The position of the second factor, or of the `*` before it.
        at: usize,
    },
    /// A divisor has coordinates.
    DivisionByCoordinate {
        /// The position of the `/`.
        at: usize,
    },
    /// A divisor is zero.
    DivisionByZero {
        /// The position of the `/`.
        at: usize,
    },
    /// The exact result of a sum, a product or a quotient is too large, is too small, or has too many digits.
    OutOfRange {
        /// The position of the operation, or of its second operand.
        at: usize,
    },
    /// The sum of like terms is larger than every float.
    SumTooLarge {
        /// The coordinate (x, y or z) of the terms; `None` for plain numbers.
        letter: Option<char>,
    },
    /// The sum of like terms is not 0, but nearer to 0 than to every other float.
    SumTooSmall {
        /// The coordinate (x, y or z) of the terms; `None` for plain numbers.
        letter: Option<char>,
    },
    /// The equation has quotients. Multiplied by their common denominator, a sum of like terms is not exactly a float.
    NotAFloat {
        /// The coordinate (x, y or z) of the terms; `None` for plain numbers.
        letter: Option<char>,
        /// The odd part of the common denominator of the quotients.
        denominator: u128,
    },
    /// The equation has no coordinates, or its coordinates cancel out.
    ZeroNormal,
}

impl Display for EquationError {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
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
            Self::NumberTooSmall { at } => write!(
                f,
                "character {at}: the number is too small for a 64-bit float, which would be 0"
            ),
            Self::Unclosed { at } => {
                write!(f, "character {at}: the parenthesis is not closed")
            }
            Self::TooDeep { at } => write!(
                f,
                "character {at}: more than {DEEPEST} parentheses within each other"
            ),
            Self::ProductOfCoordinates { at } => write!(
                f,
                "character {at}: a product of two coordinates does not describe a plane"
            ),
            Self::DivisionByCoordinate { at } => write!(
                f,
                "character {at}: a division by a coordinate does not describe a plane"
            ),
            Self::DivisionByZero { at } => write!(f, "character {at}: a division by zero"),
            Self::OutOfRange { at } => write!(
                f,
                "character {at}: the result is too large, too small, or has too many digits"
            ),
            Self::SumTooLarge { letter } => write!(
                f,
                "the {} add up to more than a 64-bit float holds",
                like_terms(*letter)
            ),
            Self::SumTooSmall { letter } => write!(
                f,
                "the {} add up to a number too small for a 64-bit float, which would be 0",
                like_terms(*letter)
            ),
            Self::NotAFloat {
                letter,
                denominator,
            } => write!(
                f,
                "64-bit floats do not hold this equation exactly: to remove the quotients, it is multiplied by \
                 {denominator}, and then the {} need more than 53 bits; write the equation without quotients",
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
            | Self::NumberTooLarge { at }
            | Self::NumberTooSmall { at }
            | Self::Unclosed { at }
            | Self::TooDeep { at }
            | Self::ProductOfCoordinates { at }
            | Self::DivisionByCoordinate { at }
            | Self::DivisionByZero { at }
            | Self::OutOfRange { at } => Some(at),
            Self::SumTooLarge { .. }
            | Self::SumTooSmall { .. }
            | Self::NotAFloat { .. }
            | Self::ZeroNormal => None,
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
