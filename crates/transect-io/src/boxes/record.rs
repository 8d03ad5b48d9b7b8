//! The records of a CSV file (RFC 4180), read one by one.

use std::borrow::Cow;
use std::io::{BufRead, Read};

use crate::error::{PlacedError, ReadErrorKind};
use crate::table_error::TableError;

/// The largest length of a record in bytes. A record with a long list of outline points in a cell is below this limit.
/// A binary file without line ends soon exceeds the limit.
pub(crate) const MOST_BYTES: usize = 4 << 20;

/// A reader of records that keeps the bytes of the current record.
#[derive(Debug)]
pub(crate) struct Records<R> {
    reader: R,
    /// The current record, without its line end.
    raw: Vec<u8>,
    /// The position in `raw` at which each cell ends.
    ends: Vec<usize>,
    /// The line in which the current record begins, counted from 1.
    pub(crate) line: u64,
    /// The line in which the next record begins, counted from 1.
    next_line: u64,
    /// The number of bytes of the file that have been read.
    pub(crate) bytes: u64,
}

impl<R: BufRead> Records<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self {
            reader,
            raw: Vec::new(),
            ends: Vec::new(),
            line: 1,
            next_line: 1,
            bytes: 0,
        }
    }

    /// Reads the next record. Empty lines are skipped. Returns `false` at the end of the file.
    pub(crate) fn advance(&mut self) -> Result<bool, PlacedError> {
        loop {
            self.line = self.next_line;
            if !self.read_record()? {
                return Ok(false);
            }
            if self.line == 1 && self.raw.starts_with(b"\xef\xbb\xbf") {
                self.raw.drain(..3);
            }
            if !self.raw.is_empty() {
                return match self.split() {
                    Ok(()) => Ok(true),
                    Err(error) => Err(self.error(error)),
                };
            }
        }
    }

    /// Reads one record into `raw`, without its line end. A quoted cell can contain line ends, so the record ends at
    /// the first line end before which the number of quotes is even.
    fn read_record(&mut self) -> Result<bool, PlacedError> {
        self.raw.clear();
        let mut open = false;
        loop {
            let start = self.raw.len();
            let room = (MOST_BYTES + 1).saturating_sub(start) as u64;
            let read = self
                .reader
                .by_ref()
                .take(room)
                .read_until(b'\n', &mut self.raw)
                .map_err(|error| PlacedError::from(ReadErrorKind::Io(error)))?;
            self.bytes += read as u64;
            if self.raw.len() > MOST_BYTES {
                return Err(self.error(TableError::TooLong(MOST_BYTES)));
            }
            if read == 0 {
                return match (start, open) {
                    (0, _) => Ok(false),
                    // The file ends after an odd number of quotes, as if inside a quoted cell. If a stray quote in an
                    // unquoted cell is the cause, that quote is reported instead of a missing closing quote.
                    (_, true) => {
                        let error = self.split().err().unwrap_or(TableError::UnclosedQuote);
                        Err(self.error(error))
                    }
                    _ => Ok(true),
                };
            }
            self.next_line += 1;
            let quotes = self.raw[start..].iter().filter(|&&b| b == b'"').count();
            open ^= quotes % 2 == 1;
            if !open {
                let ending: &[u8] = if self.raw.ends_with(b"\r\n") {
                    b"\r\n"
                } else {
                    b"\n"
                };
                if self.raw.ends_with(ending) {
                    self.raw.truncate(self.raw.len() - ending.len());
                }
                return Ok(true);
            }
        }
    }

    /// Finds the positions in the current record at which its cells end.
    fn split(&mut self) -> Result<(), TableError> {
        self.ends.clear();
        let mut start = 0;
        loop {
            let rest = &self.raw[start..];
            let end = if rest.first() == Some(&b'"') {
                start + quoted(rest)?
            } else {
                start + plain(rest)?
            };
            self.ends.push(end);
            if end == self.raw.len() {
                return Ok(());
            }
            start = end + 1;
        }
    }

    /// Returns the number of cells in the current record.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the contents of a cell without its quotes. For an index after the last cell, the contents are empty.
    pub(crate) fn cell(&self, index: usize) -> Cow<'_, [u8]> {
        let Some(&end) = self.ends.get(index) else {
            return Cow::default();
        };
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1] + 1,
        };
        let cell = &self.raw[start..end];
        match cell {
            [b'"', inside @ .., b'"'] if inside.contains(&b'"') => {
                Cow::Owned(without_doubled_quotes(inside))
            }
            [b'"', inside @ .., b'"'] => Cow::Borrowed(inside),
            plain => Cow::Borrowed(plain),
        }
    }

    /// Returns the record as in the file, without its line end.
    pub(crate) fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// Returns an error at the line where the current record begins; the error names no column.
    pub(crate) fn error(&self, error: TableError) -> PlacedError {
        PlacedError::at_line(self.line, error)
    }
}

/// Returns the length of an unquoted cell at the start of `rest`.
fn plain(rest: &[u8]) -> Result<usize, TableError> {
    for (index, byte) in rest.iter().enumerate() {
        match byte {
            b',' => return Ok(index),
            b'"' => return Err(TableError::StrayQuote),
            b'\r' => return Err(TableError::StrayReturn),
            _ => {}
        }
    }
    Ok(rest.len())
}

/// Returns the length of a quoted cell at the start of `rest`, including its quotes.
fn quoted(rest: &[u8]) -> Result<usize, TableError> {
    let mut at = 1;
    loop {
        let Some(quote) = rest[at..].iter().position(|&byte| byte == b'"') else {
            return Err(TableError::UnclosedQuote);
        };
        at += quote + 1;
        match rest.get(at) {
            Some(b'"') => at += 1,
            Some(b',') | None => return Ok(at),
            Some(b'\r') => return Err(TableError::StrayReturn),
            Some(_) => return Err(TableError::StrayQuote),
        }
    }
}

fn without_doubled_quotes(inside: &[u8]) -> Vec<u8> {
    let mut cell = Vec::with_capacity(inside.len());
    let mut bytes = inside.iter();
    while let Some(&byte) = bytes.next() {
        cell.push(byte);
        if byte == b'"' {
            bytes.next();
        }
    }
    cell
}
