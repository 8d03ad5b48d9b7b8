//! The parser of equations.

use alloc::string::String;
use alloc::vec::Vec;

use crate::equation::error::{DEEPEST, EquationError, LETTERS};
use crate::equation::linear::Linear;

/// The kind of the factor that was read last. It decides which factor may follow without `*`.
#[derive(Clone, Copy, PartialEq)]
enum Factor {
    Number,
    Coordinate,
    Parentheses,
}

/// A text, read from left to right. Each character is stored with its position; whitespace is removed.
pub(super) struct Parser<const D: usize> {
    characters: Vec<(usize, char)>,
    next: usize,
    end: usize,
    /// The number of parentheses that are open.
    depth: usize,
}

impl<const D: usize> Parser<D> {
    pub(super) fn new(text: &str) -> Self {
        Self {
            characters: (1..)
                .zip(text.chars())
                .filter(|(_, character)| !character.is_whitespace())
                // Texts from papers and web pages have the minus sign of typography.
                .map(|(at, character)| (at, if character == '−' { '-' } else { character }))
                .collect(),
            next: 0,
            // Positions count characters from 1, as people do, not bytes.
            end: text.chars().count() + 1,
            depth: 0,
        }
    }

    /// Reads the whole text, and returns the normal and the offset of its left side minus its right side.
    pub(super) fn equation(&mut self) -> Result<([f64; D], f64), EquationError> {
        let left = self.sum()?;
        let at = match self.peek() {
            Some((at, '=')) => at,
            Some((at, found)) => return Err(EquationError::ExpectedSign { at, found }),
            None => {
                return Err(EquationError::NoEquals {
                    at: self.end,
                    dimension: D,
                });
            }
        };
        self.next += 1;
        let right = self.sum()?;
        match self.peek() {
            None => left.plus(&right.negated(), at)?.to_floats(at),
            Some((at, '=')) => Err(EquationError::SecondEquals { at }),
            Some((at, found)) => Err(EquationError::ExpectedSign { at, found }),
        }
    }

    /// Reads the whole text as an expression without `=`.
    pub(super) fn expression(&mut self) -> Result<Linear<D>, EquationError> {
        let sum = self.sum()?;
        match self.peek() {
            None => Ok(sum),
            Some((at, '=')) => Err(EquationError::SecondEquals { at }),
            Some((at, found)) => Err(EquationError::ExpectedSign { at, found }),
        }
    }

    fn peek(&self) -> Option<(usize, char)> {
        self.characters.get(self.next).copied()
    }

    /// Returns the character that is `ahead` positions ahead, if there is no whitespace between the character read last
    /// and that character.
    fn adjacent(&self, ahead: usize) -> Option<char> {
        let &(at, character) = self.characters.get(self.next + ahead)?;
        let (last, _) = self.characters[self.next - 1];
        (at == last + 1 + ahead).then_some(character)
    }

    /// Reads terms with signs between them.
    fn sum(&mut self) -> Result<Linear<D>, EquationError> {
        let mut sum = self.term()?;
        while let Some((at, '+' | '-')) = self.peek() {
            sum = sum.plus(&self.term()?, at)?;
        }
        Ok(sum)
    }

    /// Reads a term: signs, then a product.
    fn term(&mut self) -> Result<Linear<D>, EquationError> {
        let mut is_negative = false;
        while let Some((_, character @ ('+' | '-'))) = self.peek() {
            is_negative ^= character == '-';
            self.next += 1;
        }
        let product = self.product()?;
        Ok(if is_negative {
            product.negated()
        } else {
            product
        })
    }

    /// Reads factors with `*` or `/` between them, from left to right. `*` may be left out before a coordinate and
    /// before a parenthesis, as in `2x` and `2(x+y)`. After a divisor, it may be left out only before a coordinate:
    /// `1/3x` can only mean (1/3)·x, because 1/(3x) is not linear, but `1/2(3)` could mean (1/2)·3 or 1/(2·3).
    fn product(&mut self) -> Result<Linear<D>, EquationError> {
        let (mut product, mut last) = self.factor()?;
        let mut is_divisor = false;
        while let Some((at, character)) = self.peek() {
            let follows = last != Factor::Coordinate
                && (character.is_alphabetic() || (character == '(' && !is_divisor));
            if !follows && !matches!(character, '*' | '/') {
                break;
            }
            self.next += usize::from(!follows);
            let factor;
            (factor, last) = self.factor()?;
            is_divisor = character == '/';
            product = if is_divisor {
                product.over(&factor, at)?
            } else {
                product.times(&factor, at)?
            };
        }
        Ok(product)
    }

    /// Reads a number, a coordinate, or a sum in parentheses.
    fn factor(&mut self) -> Result<(Linear<D>, Factor), EquationError> {
        if let Some(number) = self.number()? {
            return Ok((Linear::number(number), Factor::Number));
        }
        if let Some(axis) = self.axis()? {
            return Ok((Linear::coordinate(axis), Factor::Coordinate));
        }
        match self.peek() {
            Some((at, '(')) => Ok((self.parentheses(at)?, Factor::Parentheses)),
            Some((at, character)) => Err(EquationError::ExpectedTerm {
                at,
                found: Some(character),
            }),
            None => Err(EquationError::ExpectedTerm {
                at: self.end,
                found: None,
            }),
        }
    }

    /// Reads a sum in parentheses, which begin at the position `open`.
    fn parentheses(&mut self, open: usize) -> Result<Linear<D>, EquationError> {
        if self.depth == DEEPEST {
            return Err(EquationError::TooDeep { at: open });
        }
        self.next += 1;
        self.depth += 1;
        let sum = self.sum()?;
        self.depth -= 1;
        match self.peek() {
            Some((_, ')')) => {
                self.next += 1;
                Ok(sum)
            }
            None | Some((_, '=')) => Err(EquationError::Unclosed { at: open }),
            Some((at, found)) => Err(EquationError::ExpectedSign { at, found }),
        }
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
            // A number that underflows to zero would describe another plane.
            Ok(value) if value == 0.0 && has_value(&text) => {
                Err(EquationError::NumberTooSmall { at })
            }
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

    /// Reads a coordinate.
    fn axis(&mut self) -> Result<Option<usize>, EquationError> {
        let Some((at, letter)) = self.peek().filter(|(_, c)| c.is_alphabetic()) else {
            return Ok(None);
        };
        self.next += 1;
        LETTERS[..D]
            .iter()
            .position(|&known| known == letter.to_ascii_lowercase())
            .map(Some)
            .ok_or(EquationError::UnknownLetter {
                at,
                letter,
                dimension: D,
            })
    }
}

/// Returns `true` if the digits before the exponent are not all zero.
fn has_value(number: &str) -> bool {
    let end = number.find(['e', 'E']).unwrap_or(number.len());
    number[..end].contains(|digit: char| matches!(digit, '1'..='9'))
}
