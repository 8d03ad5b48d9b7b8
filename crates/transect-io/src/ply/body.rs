//! The data after the header, as numbers, in each of the three encodings of PLY. An element, such as `vertex`, is a
//! table; its properties, such as `x`, are the columns.

use crate::error::{Place, PlacedError, ReadErrorKind};
use crate::input::counted;
use crate::ply::header::{Element, Kind, Scalar};
use crate::text::{Tokens, is_not_finite, number, shown};

/// Reads the numbers after the header one by one, as f64. An f64 holds every value of every PLY type exactly.
pub(super) trait Body {
    /// Reads the next number, whose type in the file is `kind`. In binary files, the number may be NaN or infinite.
    fn scalar(&mut self, kind: Scalar) -> Result<f64, PlacedError>;
    /// Reads the next number like [`scalar`](Self::scalar). In text files, too, it may be NaN or infinite.
    fn attribute(&mut self, kind: Scalar) -> Result<f64, PlacedError> {
        self.scalar(kind)
    }
    /// Returns the place in the file of the number that was read last.
    fn place(&self) -> Place;
    /// Returns the number of bytes that have not been read yet.
    fn remaining(&self) -> usize;
    /// Returns the number of unread bytes. The reader calls this function after the last element, to report bytes that
    /// belong to no element. White space in text does not count.
    fn trailing(&self) -> usize {
        self.remaining()
    }
    /// Returns the unread bytes of a binary file, for the fast paths that read whole rows; `None` for a text file.
    fn bytes(&self) -> Option<&[u8]>;
    /// Skips this many of the bytes that [`bytes`](Self::bytes) returns.
    fn advance(&mut self, bytes: usize);
    /// `true` if numbers are stored in big-endian byte order.
    const BIG_ENDIAN: bool;

    /// Reads the length of a list. It is an error if the rest of the file is too short for that many entries of type
    /// `item`.
    fn count(&mut self, kind: Scalar, item: Scalar) -> Result<usize, PlacedError> {
        let count = self.scalar(kind)?;
        if count < 0.0 {
            return Err(self.error(ReadErrorKind::Syntax(format!("a list of {count} entries"))));
        }
        // The conversion to an integer is exact: the header allows only integer types of at most 32 bits for lengths.
        let count = count as usize;
        // In text, each entry takes at least a digit and a space, but the last entry needs no space after it.
        let size = if self.bytes().is_some() {
            item.size()
        } else {
            2
        };
        let needed = (count as u64).saturating_mul(size as u64);
        let available = self.remaining() as u64 + u64::from(self.bytes().is_none());
        if needed > available {
            return Err(self.error(ReadErrorKind::Truncated {
                what: "a list",
                needed,
                available,
            }));
        }
        Ok(count)
    }

    /// Skips all rows of an element.
    fn skip(&mut self, element: &Element) -> Result<(), PlacedError> {
        if element.properties.is_empty() {
            return Ok(());
        }
        if let (Some(stride), Some(_)) = (element.stride(), self.bytes()) {
            // The caller has checked that the file is long enough for these rows, so the new position is inside the
            // file.
            self.advance(stride.saturating_mul(element.rows as usize));
            return Ok(());
        }
        for _ in 0..element.rows {
            for property in &element.properties {
                self.skip_property(property.kind)?;
            }
        }
        Ok(())
    }

    /// Skips the value of one property in one row.
    fn skip_property(&mut self, kind: Kind) -> Result<(), PlacedError> {
        match kind {
            Kind::Scalar(scalar) => self.scalar(scalar).map(drop),
            Kind::List { count, item } => {
                for _ in 0..self.count(count, item)? {
                    self.scalar(item)?;
                }
                Ok(())
            }
        }
    }

    fn error(&self, kind: ReadErrorKind) -> PlacedError {
        PlacedError {
            place: Some(self.place()),
            kind,
        }
    }
}

/// The numbers of an ASCII file.
pub(super) struct Ascii<'a> {
    pub(super) tokens: Tokens<'a>,
}

impl<'a> Ascii<'a> {
    /// Returns the next word that is not part of a comment. Comments belong into the header, but some programs write them
    /// among the numbers.
    fn word(&mut self) -> Result<&'a [u8], PlacedError> {
        loop {
            match self.tokens.expect("the body")? {
                b"comment" | b"obj_info" => {
                    self.tokens.rest_of_line();
                }
                word => return Ok(word),
            }
        }
    }

    /// Returns a word as a finite number of type `kind`.
    fn parsed(&self, word: &[u8], kind: Scalar) -> Result<f64, PlacedError> {
        let value = number(word, "a number").map_err(|reason| self.error(reason))?;
        match kind.range() {
            Some([least, most]) if value.fract() != 0.0 || value < least || value > most => {
                let word = shown(word);
                Err(self.error(ReadErrorKind::Syntax(format!(
                    "{word} is not an integer from {least} to {most}"
                ))))
            }
            _ => Ok(value),
        }
    }
}

impl Body for Ascii<'_> {
    const BIG_ENDIAN: bool = false;

    fn scalar(&mut self, kind: Scalar) -> Result<f64, PlacedError> {
        let word = self.word()?;
        self.parsed(word, kind)
    }

    fn attribute(&mut self, kind: Scalar) -> Result<f64, PlacedError> {
        let word = self.word()?;
        if kind.range().is_none() && is_not_finite(word) {
            return Ok(f64::NAN);
        }
        self.parsed(word, kind)
    }

    fn place(&self) -> Place {
        Place::Line(self.tokens.place)
    }

    fn remaining(&self) -> usize {
        self.tokens.remaining()
    }

    fn trailing(&self) -> usize {
        let mut tokens = self.tokens.clone();
        tokens
            .next()
            .map_or(0, |word| word.len() + tokens.remaining())
    }

    fn bytes(&self) -> Option<&[u8]> {
        None
    }

    fn advance(&mut self, _: usize) {}
}

/// The numbers of a binary file, in big-endian byte order if `BIG` is `true`.
pub(super) struct Binary<'a, const BIG: bool> {
    pub(super) bytes: &'a [u8],
    /// The position of the next number in the file.
    pub(super) at: usize,
    /// The position in the file of the number that was read last.
    pub(super) last: usize,
}

impl<const BIG: bool> Binary<'_, BIG> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], PlacedError> {
        self.last = self.at;
        let found = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk);
        let Some(&found) = found else {
            return Err(self.error(ReadErrorKind::Truncated {
                what: "the body",
                needed: N as u64,
                available: self.remaining() as u64,
            }));
        };
        self.at += N;
        Ok(found)
    }
}

impl<const BIG: bool> Body for Binary<'_, BIG> {
    const BIG_ENDIAN: bool = BIG;

    #[inline]
    fn scalar(&mut self, kind: Scalar) -> Result<f64, PlacedError> {
        macro_rules! take {
            ($type:ty) => {{
                let bytes = self.take()?;
                f64::from(if BIG {
                    <$type>::from_be_bytes(bytes)
                } else {
                    <$type>::from_le_bytes(bytes)
                })
            }};
        }
        Ok(match kind {
            Scalar::I8 => take!(i8),
            Scalar::U8 => take!(u8),
            Scalar::I16 => take!(i16),
            Scalar::U16 => take!(u16),
            Scalar::I32 => take!(i32),
            Scalar::U32 => take!(u32),
            Scalar::F32 => take!(f32),
            Scalar::F64 => take!(f64),
        })
    }

    fn place(&self) -> Place {
        Place::Byte(self.last as u64)
    }

    fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    fn bytes(&self) -> Option<&[u8]> {
        self.bytes.get(self.at..)
    }

    fn advance(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes);
        self.last = self.at;
    }
}

/// Returns an error if the rows of an element need more bytes than the file still has. Callers check this before they
/// reserve memory for the rows.
pub(super) fn check_claim(
    element: &Element,
    needed: u64,
    available: usize,
) -> Result<(), PlacedError> {
    let available = available as u64;
    if needed <= available {
        return Ok(());
    }
    let rows = element.rows;
    Err(PlacedError::at_line(
        element.line,
        ReadErrorKind::Syntax(format!(
            "element {} declares {rows} rows, which need at least {}; {available} are available",
            element.name,
            counted(needed as usize, "byte"),
        )),
    ))
}
