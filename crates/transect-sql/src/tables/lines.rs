//! The lines of the records of a file of text, as editors count them.

use datafusion::error::Result;
use datafusion::execution::SessionState;
use futures::StreamExt;

use crate::tables::format::{Format, Header};
use crate::tables::location::Location;

/// Returns the line in which a row begins. Rows and lines are counted from 1; the line of names is not a row.
pub(super) async fn line_of_row(
    location: &Location,
    format: Format,
    row: u64,
    state: &SessionState,
) -> Result<Option<u64>> {
    let Format::Csv {
        delimiter,
        compression,
        comment,
        header,
    } = format
    else {
        return Ok(None);
    };
    let record = row + u64::from(header != Header::Missing);
    let mut bytes = location.bytes(compression, state).await?;
    let mut lines = Lines::new(delimiter, comment);
    while let Some(bytes) = bytes.next().await {
        if let Some(line) = lines.advance(bytes?.as_ref(), record) {
            return Ok(Some(line));
        }
    }
    Ok(None)
}

/// The position in a file, between records or in one.
#[derive(Debug)]
pub(super) struct Lines {
    delimiter: u8,
    comment: Option<u8>,
    line: u64,
    /// The number of records that have begun.
    records: u64,
    place: Place,
    after_return: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    StartOfRecord,
    Comment,
    StartOfCell,
    Plain,
    Quoted,
    /// After a quotation mark in a quoted cell: it ends the cell, or the next one doubles it.
    AfterQuote,
}

impl Lines {
    pub(super) fn new(delimiter: u8, comment: Option<u8>) -> Self {
        Self {
            delimiter,
            comment,
            line: 1,
            records: 0,
            place: Place::StartOfRecord,
            after_return: false,
        }
    }

    /// Reads on until a record begins, which is counted from 1. Returns its line, or `None` if it is not among the bytes.
    pub(super) fn advance(&mut self, bytes: &[u8], record: u64) -> Option<u64> {
        for &byte in bytes {
            let is_second = self.after_return && byte == b'\n';
            self.after_return = byte == b'\r';
            if is_second {
                continue;
            }
            let is_end = matches!(byte, b'\n' | b'\r');
            if self.place == Place::StartOfRecord && !is_end {
                if self.comment == Some(byte) {
                    self.place = Place::Comment;
                    continue;
                }
                self.records += 1;
                if self.records == record {
                    return Some(self.line);
                }
                self.place = Place::StartOfCell;
            }
            self.line += u64::from(is_end);
            self.place = match (self.place, byte) {
                (Place::Quoted, b'"') => Place::AfterQuote,
                (Place::Quoted, _) => Place::Quoted,
                (Place::AfterQuote | Place::StartOfCell, b'"') => Place::Quoted,
                _ if is_end => Place::StartOfRecord,
                (Place::Comment, _) => Place::Comment,
                (_, byte) if byte == self.delimiter => Place::StartOfCell,
                _ => Place::Plain,
            };
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of all records, read in pieces of some bytes.
    fn lines(text: &str, piece: usize) -> Vec<u64> {
        let all = 1..=20;
        let found = all.map_while(|record| {
            let mut lines = Lines::new(b',', Some(b'#'));
            let mut pieces = text.as_bytes().chunks(piece);
            pieces.find_map(|bytes| lines.advance(bytes, record))
        });
        found.collect()
    }

    #[test]
    fn lines_are_those_of_editors() {
        for (text, expected) in [
            ("x,y\n1,2\n3,4\n", vec![1, 2, 3]),
            ("x,y\r\n1,2\r\n\r\n3,4", vec![1, 2, 4]),
            ("# a \"\nx\n# b\n#\n1\n\n2\n", vec![2, 5, 7]),
            ("x,\"a\nb\"\"\n,c\",y\n1,2,3\n\"\n\"\n4\n", vec![1, 4, 5, 7]),
            ("x\r1\r2", vec![1, 2, 3]),
            ("a\"b\nc\"\nd\n", vec![1, 2, 3]),
            ("", vec![]),
        ] {
            for piece in [1, 2, 3, 100] {
                assert_eq!(lines(text, piece), expected, "{text:?}");
            }
        }
    }
}
