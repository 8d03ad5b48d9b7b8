//! The lines of the records of a file of text, as editors count them.

use datafusion::common::exec_err;
use datafusion::error::Result;
use datafusion::execution::SessionState;
use futures::{Stream, StreamExt, stream};

use crate::tables::format::{Format, Header};
use crate::tables::location::Location;

/// Returns the line in which a row begins. Rows and lines are counted from 1; the line of names is not a row.
pub(super) async fn line_of_row(
    location: &Location,
    format: Format,
    row: u64,
    state: &SessionState,
) -> Result<Option<u64>> {
    let (Some(mut lines), Format::Csv { header, .. }) = (Lines::of(format), format) else {
        return Ok(None);
    };
    let record = row + u64::from(header != Header::Missing);
    let mut bytes = location.bytes(format, state).await?;
    while let Some(bytes) = bytes.next().await {
        if let Some(line) = lines.advance(bytes?.as_ref(), record) {
            return Ok(Some(line));
        }
    }
    Ok(None)
}

/// Returns the bytes of a file of text in pieces of whole records. Each of them has a record.
pub(super) async fn records(
    location: &Location,
    format: Format,
    state: &SessionState,
) -> Result<impl Stream<Item = Result<Vec<u8>>>> {
    let Some(lines) = Lines::of(format) else {
        return exec_err!("{location}: the file is not text");
    };
    let start = (location.bytes(format, state).await?, lines, Vec::new());
    Ok(stream::try_unfold(
        start,
        |(mut bytes, mut lines, mut rest): (_, Lines, Vec<u8>)| async move {
            while let Some(more) = bytes.next().await.transpose()? {
                let more: &[u8] = more.as_ref();
                let end = lines.pass(more);
                rest.extend_from_slice(&more[..end]);
                if end > 0 {
                    let whole = std::mem::replace(&mut rest, more[end..].to_vec());
                    return Ok(Some((whole, (bytes, lines, rest))));
                }
                rest.extend_from_slice(more);
            }
            // The last record may have no end of a line, and there may be empty lines after it.
            let has_record = lines.records > lines.ended;
            lines.ended = lines.records;
            let whole = std::mem::take(&mut rest);
            Ok(has_record.then_some((whole, (bytes, lines, rest))))
        },
    ))
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
    /// The line in which the last cell in quotation marks began.
    quoted_from: u64,
    /// `true` if a cell has an end of a line.
    has_cells_of_lines: bool,
    /// The number of records that have ended.
    ended: u64,
    /// The number of bytes of the last piece up to its last end of a record.
    last_end: usize,
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
    /// Returns the start of a file of text, or `None` for another format.
    pub(super) fn of(format: Format) -> Option<Self> {
        match format {
            Format::Parquet => None,
            Format::Csv {
                delimiter, comment, ..
            } => Some(Self::new(delimiter, comment)),
        }
    }

    fn new(delimiter: u8, comment: Option<u8>) -> Self {
        Self {
            delimiter,
            comment,
            line: 1,
            records: 0,
            place: Place::StartOfRecord,
            after_return: false,
            quoted_from: 0,
            has_cells_of_lines: false,
            ended: 0,
            last_end: 0,
        }
    }

    /// Reads on. Returns the number of bytes up to the last end of a record, or 0 if no record ends.
    pub(super) fn pass(&mut self, bytes: &[u8]) -> usize {
        self.last_end = 0;
        self.advance(bytes, u64::MAX);
        self.last_end
    }

    /// Returns the line of the quotation mark whose cell has not ended. At the end of the file, a cell that is not quoted
    /// has ended.
    pub(super) fn open_quotation(&self) -> Option<u64> {
        (self.place == Place::Quoted).then_some(self.quoted_from)
    }

    pub(super) const fn has_cells_of_lines(&self) -> bool {
        self.has_cells_of_lines
    }

    /// Reads on until a record begins, which is counted from 1. Returns its line, or `None` if it is not among the bytes.
    fn advance(&mut self, bytes: &[u8], record: u64) -> Option<u64> {
        for (place, &byte) in bytes.iter().enumerate() {
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
            match (self.place, byte) {
                (Place::StartOfCell, b'"') => self.quoted_from = self.line,
                (Place::Quoted, _) => self.has_cells_of_lines |= is_end,
                _ => {}
            }
            self.line += u64::from(is_end);
            let is_in_record = matches!(
                self.place,
                Place::StartOfCell | Place::Plain | Place::AfterQuote
            );
            if is_end && is_in_record {
                self.ended += 1;
                self.last_end = place + 1;
            }
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
    fn pieces_end_with_records() {
        for (text, expected) in [
            ("x,y\n1,2\n3,4", vec![4, 8]),
            ("x\r\n\"a\r\nb\"\r\n\r\n", vec![2, 10]),
            ("# a \"\nx\n# b\n\n", vec![8]),
            ("x\n\"a\n", vec![2]),
        ] {
            for piece in [1, 3, 100] {
                let mut lines = Lines::new(b',', Some(b'#'));
                let mut ends = Vec::new();
                for (index, bytes) in text.as_bytes().chunks(piece).enumerate() {
                    let end = lines.pass(bytes);
                    if end > 0 {
                        ends.push(index * piece + end);
                    }
                }
                match piece {
                    1 => assert_eq!(ends, expected, "{text:?}"),
                    _ => assert_eq!(ends.last(), expected.last(), "{text:?}"),
                }
            }
        }
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
