//! Random numbers for the tests.

/// The random number generator xorshift64*, which gives the same numbers on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns 53 random bits.
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.bits() >> 22) as usize % end
    }

    /// Returns a random number that is at least 0 and less than 1.
    pub(crate) fn share(&mut self) -> f64 {
        self.bits() as f64 / (1_u64 << 53) as f64
    }
}
