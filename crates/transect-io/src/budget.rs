//! The memory limit for the contents of a file.

use crate::error::{Place, PlacedError, ReadErrorKind};

/// The memory in bytes that any file may use, however small it is.
const BASE: u64 = 32 << 20;

/// The number of bytes of memory that a file may use per byte of its size. Ordinary files need 4 to 12: a position of
/// 12 bytes becomes three `f64`, and is stored twice while equal positions are merged.
const FACTOR: u64 = 16;

/// The memory that the reader may still use for the contents of a file.
///
/// A few bytes of JSON or XML can refer to the same content repeatedly, so the file size alone does not limit the
/// memory. Memory for file contents is therefore charged here before it is allocated.
#[derive(Debug)]
pub(crate) struct Budget {
    total: u64,
    left: u64,
}

impl Budget {
    /// Returns the budget of a file of this size.
    pub(crate) fn of(bytes: u64) -> Self {
        let total = BASE.saturating_add(bytes.saturating_mul(FACTOR));
        Self { total, left: total }
    }

    /// Adds the memory that further files of this total size may use.
    pub(crate) fn grow(&mut self, bytes: u64) {
        let more = bytes.saturating_mul(FACTOR);
        self.total = self.total.saturating_add(more);
        self.left = self.left.saturating_add(more);
    }

    /// Subtracts `count` times `size` bytes from the remaining memory. If less memory remains, returns an error at
    /// `place`.
    pub(crate) fn charge(
        &mut self,
        place: &str,
        count: usize,
        size: usize,
    ) -> Result<(), PlacedError> {
        let bytes = (count as u64).saturating_mul(size as u64);
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(PlacedError {
                place: Some(Place::Element(place.to_owned())),
                kind: ReadErrorKind::Unsupported(format!(
                    "a file whose contents need more than {} MB of memory",
                    self.total >> 20
                )),
            }),
        }
    }
}
