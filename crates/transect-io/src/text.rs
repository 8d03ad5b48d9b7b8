//! Words, lines and numbers of text formats.

use std::borrow::Cow;

use crate::error::{PlacedError, ReadErrorKind};

/// The words of a text, separated by white space, with their line numbers.
#[derive(Clone)]
pub(crate) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
    /// The line of the last word that was read.
    pub(crate) place: u64,
}

impl<'a> Tokens<'a> {
    /// Splits `bytes` into words; the first line has the number `line`.
    pub(crate) fn new(bytes: &'a [u8], line: u64) -> Self {
        Self {
            bytes,
            at: 0,
            line,
            place: line,
        }
    }

    pub(crate) fn next(&mut self) -> Option<&'a [u8]> {
        while let Some(byte) = self.bytes.get(self.at) {
            if !is_space(*byte) {
                break;
            }
            self.line += u64::from(*byte == b'\n');
            self.at += 1;
        }
        self.place = self.line;
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|&b| is_space(b)).unwrap_or(rest.len());
        self.at += length;
        (length > 0).then_some(&rest[..length])
    }

    /// Returns the next word. At the end of the text, returns an error that says that the file ends inside `inside`, an
    /// element of the format such as "a facet".
    pub(crate) fn expect(&mut self, inside: &str) -> Result<&'a [u8], PlacedError> {
        let word = self.next();
        word.ok_or_else(|| self.error(format!("the file ends inside {inside}")))
    }

    /// Reads the next word, which must be `keyword` in upper or lower case.
    pub(crate) fn keyword(&mut self, keyword: &str, inside: &str) -> Result<(), PlacedError> {
        let word = self.expect(inside)?;
        if word.eq_ignore_ascii_case(keyword.as_bytes()) {
            return Ok(());
        }
        Err(self.unexpected(keyword, word))
    }

    /// Returns an error at the line of the last word: `expected` was expected, and `word` was found.
    pub(crate) fn unexpected(&self, expected: &str, word: &[u8]) -> PlacedError {
        self.error(format!("expected {expected}, found {}", shown(word)))
    }

    fn error(&self, message: String) -> PlacedError {
        PlacedError::at_line(self.place, ReadErrorKind::Syntax(message))
    }

    /// Reads the next word as a finite number. Errors call the number `what`; if the text ends here, the error says
    /// that the file ends inside `inside`.
    pub(crate) fn number(&mut self, what: &'static str, inside: &str) -> Result<f64, PlacedError> {
        let word = self.expect(inside)?;
        number(word, what).map_err(|reason| PlacedError::at_line(self.place, reason))
    }

    /// Returns the rest of the line without surrounding white space.
    pub(crate) fn rest_of_line(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest
            .iter()
            .position(|&b| b == b'\n' || b == b'\r')
            .unwrap_or(rest.len());
        self.at += length;
        rest[..length].trim_ascii()
    }

    /// Returns the number of bytes that have not been read yet.
    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }
}

/// Returns `true` for ASCII white space, including the vertical tab.
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

pub(crate) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&b| is_space(b)).filter(|word| !word.is_empty())
}

/// Returns a text without the byte order mark at its start, and without the NUL and Ctrl-Z bytes that old programs write
/// at its end.
pub(crate) fn without_marks(bytes: &[u8]) -> &[u8] {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let end = text.iter().rposition(|&b| b != 0 && b != 0x1a);
    &text[..end.map_or(0, |last| last + 1)]
}

/// Returns the part of a line before a comment, which begins with `#`.
pub(crate) fn without_comment(line: &[u8]) -> &[u8] {
    line.split(|&b| b == b'#').next().unwrap_or_default()
}

/// The lines of a text and their numbers, without line ends. A backslash at the end of a line joins the line with the
/// next line; the joined line has the number of its first line.
#[derive(Clone)]
pub(crate) struct Lines<'a> {
    rest: &'a [u8],
    terminator: u8,
    line: u64,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        // Old Macintosh programs use a single carriage return as the line end.
        let terminator = if bytes.contains(&b'\n') { b'\n' } else { b'\r' };
        Self {
            rest: without_marks(bytes),
            terminator,
            line: 0,
        }
    }

    fn physical(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        self.line += 1;
        let (line, rest) = match self.rest.iter().position(|&b| b == self.terminator) {
            Some(end) => (&self.rest[..end], &self.rest[end + 1..]),
            None => (self.rest, &[][..]),
        };
        self.rest = rest;
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    pub(crate) fn next(&mut self) -> Option<(u64, Cow<'a, [u8]>)> {
        let line = self.physical()?;
        let number = self.line;
        let Some(start) = line.strip_suffix(b"\\") else {
            return Some((number, Cow::Borrowed(line)));
        };
        let mut joined = start.to_vec();
        while let Some(next) = self.physical() {
            joined.push(b' ');
            match next.strip_suffix(b"\\") {
                Some(more) => joined.extend_from_slice(more),
                None => {
                    joined.extend_from_slice(next);
                    break;
                }
            }
        }
        Some((number, Cow::Owned(joined)))
    }
}

/// Reads a finite number as the f64 nearest to the decimal text.
pub(crate) fn number(word: &[u8], what: &'static str) -> Result<f64, ReadErrorKind> {
    let text = core::str::from_utf8(word).unwrap_or_default();
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(value) => Err(ReadErrorKind::NotFinite { what, value }),
        // Some C libraries write non-finite numbers as `-nan(ind)`, `1.#INF` and the like, which Rust does not parse.
        Err(_) if is_not_finite(word) => Err(ReadErrorKind::NotFinite {
            what,
            value: f64::NAN,
        }),
        Err(_) => Err(ReadErrorKind::Syntax(format!(
            "{what}: {} is not a number",
            shown(word)
        ))),
    }
}

/// Reads a number of an attribute, such as a normal. NaN and infinities become 0 and are counted in `not_finite`: no cut
/// depends on attributes, and many programs write normals of triangles without area as NaN.
pub(crate) fn attribute(
    word: &[u8],
    what: &'static str,
    not_finite: &mut usize,
) -> Result<f64, ReadErrorKind> {
    match number(word, what) {
        Err(ReadErrorKind::NotFinite { .. }) => {
            *not_finite += 1;
            Ok(0.0)
        }
        other => other,
    }
}

pub(crate) fn is_not_finite(word: &[u8]) -> bool {
    let lower = word.to_ascii_lowercase();
    let begins = |prefix: &[u8]| {
        lower
            .strip_prefix(b"-")
            .or(lower.strip_prefix(b"+"))
            .unwrap_or(&lower)
            .starts_with(prefix)
    };
    begins(b"nan") || begins(b"inf") || begins(b"1.#")
}

/// Appends the shortest decimal text that reads back as the same number.
/// Very large and very small numbers are written with an exponent.
pub(crate) fn push_number(value: f64, out: &mut Vec<u8>) -> std::io::Result<()> {
    use std::io::Write;
    if value != 0.0 && !(1e-6..1e16).contains(&value.abs()) {
        write!(out, "{value:e}")
    } else {
        write!(out, "{value}")
    }
}

/// Returns a word as messages show it: in quotes, and shortened if it is long.
pub(crate) fn shown(word: &[u8]) -> String {
    let text = String::from_utf8_lossy(&word[..word.len().min(40)]);
    let cut = if word.len() > 40 { "…" } else { "" };
    format!("{:?}{cut}", text)
}

/// Returns bytes as text without surrounding white space. Invalid UTF-8 becomes the replacement character.
pub(crate) fn name(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.trim_ascii()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_and_counted() {
        let mut lines = Lines::new(b"\xef\xbb\xbfa\r\nb \\\r\nc\\\nd\n\ne");
        let mut all = Vec::new();
        while let Some((number, line)) = lines.next() {
            all.push((number, String::from_utf8_lossy(&line).into_owned()));
        }
        let expected = [(1, "a"), (2, "b  c d"), (5, ""), (6, "e")];
        assert_eq!(all, expected.map(|(n, l)| (n, l.to_string())));
        let mut lines = Lines::new(b"a\rb\r");
        assert_eq!(lines.next().map(|l| l.0), Some(1));
        assert_eq!(lines.next(), Some((2, Cow::Borrowed(&b"b"[..]))));
        assert_eq!(lines.next(), None);
    }

    #[test]
    fn numbers_are_the_nearest_or_an_error() {
        assert_eq!(number(b"0.1", "x").ok(), Some(0.1));
        assert_eq!(number(b"+1.018757e+002", "x").ok(), Some(101.8757));
        for word in ["nan", "-nan(ind)", "1.#INF", "inf", "-Infinity", "1e999"] {
            assert!(
                matches!(
                    number(word.as_bytes(), "x"),
                    Err(ReadErrorKind::NotFinite { .. })
                ),
                "{word}"
            );
        }
        for word in ["", "1,5", "0x10", "1.2.3", "\u{fffd}", "infer"] {
            let found = number(word.as_bytes(), "x");
            assert!(found.is_err(), "{word}");
        }
        assert!(matches!(
            number(&[0xff, 0xfe], "x"),
            Err(ReadErrorKind::Syntax(_))
        ));
    }
}
