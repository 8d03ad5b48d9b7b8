//! The size and the checksum of a table's bytes, computed while the table is read.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read};
use std::rc::Rc;

use crc32fast::Hasher;

/// The number of bytes read from a stream so far, and their CRC-32 checksum.
#[derive(Clone, Default)]
pub(crate) struct Sum(Rc<RefCell<(u64, Hasher)>>);

impl Sum {
    pub(crate) fn bytes(&self) -> u64 {
        self.0.borrow().0
    }

    pub(crate) fn checksum(&self) -> u32 {
        self.0.borrow().1.clone().finalize()
    }
}

/// A stream that passes on the bytes of another stream and adds them to a [`Sum`].
pub(crate) struct Summed<R> {
    stream: R,
    sum: Sum,
}

impl<R: Read + 'static> Summed<R> {
    /// Returns the stream, and a handle to its [`Sum`], which is complete after the whole stream is read.
    pub(crate) fn of(stream: R) -> (Box<dyn BufRead>, Sum) {
        let sum = Sum::default();
        let summed = Self {
            stream,
            sum: sum.clone(),
        };
        (Box::new(BufReader::with_capacity(1 << 16, summed)), sum)
    }
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.stream.read(buffer)?;
        let mut sum = self.sum.0.borrow_mut();
        sum.0 += read as u64;
        sum.1.update(&buffer[..read]);
        Ok(read)
    }
}
