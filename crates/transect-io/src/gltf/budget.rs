//! How much memory the contents of a file may take.

use crate::error::PlacedError;

/// What any file may unfold to, however small it is.
const BASE: u64 = 32 << 20;

/// How many bytes each byte of a file may unfold to. Honest files need 4 to 12: a vertex of 12
/// bytes becomes three `f64`, twice while it is welded.
const FACTOR: u64 = 16;

/// Memory that may still be taken.
///
/// A few bytes of JSON may refer to the same vertices again and again, so that the size of the
/// file alone bounds nothing. Everything that is unfolded is charged here first.
#[derive(Debug)]
pub(super) struct Budget {
    total: u64,
    left: u64,
}

impl Budget {
    /// The budget of a file of so many bytes.
    pub(super) fn of(bytes: u64) -> Self {
        let total = BASE.saturating_add(bytes.saturating_mul(FACTOR));
        Self { total, left: total }
    }

    /// Adds what files of so many bytes more may unfold to.
    pub(super) fn grow(&mut self, bytes: u64) {
        let more = bytes.saturating_mul(FACTOR);
        self.total = self.total.saturating_add(more);
        self.left = self.left.saturating_add(more);
    }

    /// Takes `count` times `size` bytes.
    pub(super) fn charge(
        &mut self,
        element: &str,
        count: usize,
        size: usize,
    ) -> Result<(), PlacedError> {
        let bytes = (count as u64).saturating_mul(size as u64);
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(PlacedError::unsupported(
                element,
                format!("a file that unfolds to more than {} MB", self.total >> 20),
            )),
        }
    }
}
