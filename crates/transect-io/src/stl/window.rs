//! The part of a text file that is in memory while the file is read from its start to its end.

use std::fs::File;
use std::io::Read;

use crate::error::{PlacedError, ReadErrorKind};
use crate::text::Tokens;

/// The number of bytes that are read at once.
const STEP: usize = 1 << 18;

/// The largest number of bytes of one element, such as a facet.
const MOST: usize = 64 << 20;

/// The part of a text that is in memory.
#[derive(Debug)]
pub(super) struct Window {
    bytes: Vec<u8>,
    /// The number of bytes that are read.
    at: usize,
    /// The line of the next byte.
    line: u64,
    /// `true` if the file has no more bytes.
    is_last: bool,
}

impl Window {
    /// Returns a window of the bytes that were read so far. `line` is the number of its first line.
    pub(super) fn new(bytes: Vec<u8>, line: u64) -> Self {
        Self {
            bytes,
            at: 0,
            line,
            is_last: false,
        }
    }

    /// Reads an element by `read`, and more of the file if the element may not end in the window. `read` must not read
    /// line ends after the last word of the element.
    pub(super) fn read<T>(
        &mut self,
        file: &mut File,
        read: impl Fn(&mut Tokens<'_>) -> Result<T, PlacedError>,
    ) -> Result<T, PlacedError> {
        loop {
            let mut tokens = Tokens::new(&self.bytes[self.at..], self.line);
            let found = read(&mut tokens);
            // A word that ends with the window may go on after it.
            let is_whole = tokens.remaining() > 0 || self.is_last;
            if is_whole {
                self.at = self.bytes.len() - tokens.remaining();
                self.line = tokens.place;
                return found;
            }
            self.read_more(file)?;
        }
    }

    fn read_more(&mut self, file: &mut File) -> Result<(), PlacedError> {
        self.bytes.drain(..self.at);
        self.at = 0;
        if self.bytes.len() > MOST {
            let what = format!("an element of more than {} MiB", MOST >> 20);
            return Err(PlacedError::at_line(
                self.line,
                ReadErrorKind::Unsupported(what),
            ));
        }
        // A long element is not read again for each step.
        let step = STEP.max(self.bytes.len());
        let read = file
            .by_ref()
            .take(step as u64)
            .read_to_end(&mut self.bytes)
            .map_err(ReadErrorKind::Io)?;
        self.is_last = read < step;
        Ok(())
    }
}
