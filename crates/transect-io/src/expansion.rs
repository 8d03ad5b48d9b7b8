//! The size to which compressed data may expand.

use std::cell::Cell;
use std::io::Read;

use crate::error::ReadErrorKind;

/// The number of bytes to which any compressed file may expand, however small it is.
const BASE: u64 = 32 << 20;

/// The number of bytes to which a file may expand per byte of its size. Models expand to 3 to 30 times their size; a
/// file that is made to fill the memory expands to a thousand times its size.
const FACTOR: u64 = 200;

/// The number of bytes to which the data of a file may still expand.
pub(crate) struct Expansion {
    left: Cell<u64>,
    total: u64,
}

impl Expansion {
    /// Returns the limit for a compressed file of this size.
    pub(crate) fn of(bytes: usize) -> Self {
        let total = BASE.saturating_add(FACTOR.saturating_mul(bytes as u64));
        Self {
            left: Cell::new(total),
            total,
        }
    }

    /// Returns the number of bytes that may still be read.
    pub(crate) fn left(&self) -> u64 {
        self.left.get()
    }

    /// Appends all bytes of `data` to `bytes`. Errors of the decoder name the `format`.
    pub(crate) fn read(
        &self,
        format: &str,
        data: impl Read,
        bytes: &mut Vec<u8>,
    ) -> Result<(), ReadErrorKind> {
        let before = bytes.len();
        let left = self.left.get();
        data.take(left.saturating_add(1))
            .read_to_end(bytes)
            .map_err(|error| ReadErrorKind::Syntax(format!("the {format} data: {error}")))?;
        let read = (bytes.len() - before) as u64;
        let Some(left) = left.checked_sub(read) else {
            return Err(ReadErrorKind::Unsupported(format!(
                "a compressed file that expands to more than {} MB",
                self.total >> 20
            )));
        };
        self.left.set(left);
        Ok(())
    }
}
