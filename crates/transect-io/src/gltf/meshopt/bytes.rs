//! Compressed bytes, and the numbers in them.

/// Damage of compressed bytes, as text.
pub(super) type Damage = &'static str;

/// Bytes that are read from the front.
pub(super) struct Bytes<'b>(pub(super) &'b [u8]);

impl<'b> Bytes<'b> {
    pub(super) fn take(&mut self, count: usize) -> Result<&'b [u8], Damage> {
        let (taken, rest) = self
            .0
            .split_at_checked(count)
            .ok_or("the compressed data ends early")?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Damage> {
        self.take(1).map(|bytes| bytes[0])
    }

    /// Returns an integer whose bytes have seven bits each, the lowest first.
    pub(super) fn integer(&mut self) -> Result<u32, Damage> {
        let mut integer = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            integer |= u32::from(byte & 127) << shift;
            if byte < 128 {
                break;
            }
        }
        Ok(integer)
    }

    /// Returns an error if bytes are left.
    pub(super) fn end(&self) -> Result<(), Damage> {
        match self.0 {
            [] => Ok(()),
            _ => Err("the compressed data is longer than its count"),
        }
    }
}

/// Returns a difference from its form without a sign: 0, −1, 1, −2, 2 and so on.
pub(super) fn difference(zigzag: u32) -> u32 {
    (zigzag >> 1) ^ (zigzag & 1).wrapping_neg()
}
