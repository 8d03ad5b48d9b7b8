//! Random numbers that are the same on every machine.

/// The state of the random number generator xorshift64*.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a random number that is at least `low` and less than `high`.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        let unit = (self.next() >> 40) as f64 / f64::from(1 << 24);
        (f64::from(low) + unit * (f64::from(high) - f64::from(low))) as f32
    }

    /// Returns a random number with 53 random bits, at least `low` and at most `high`.
    pub(crate) fn double(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        low + unit * (high - low)
    }

    /// Returns a random integer from `low` to `high`, both included.
    pub(crate) fn whole(&mut self, low: i32, high: i32) -> i32 {
        let many = u64::from(high.abs_diff(low)) + 1;
        low + (((self.next() >> 32) * many) >> 32) as i32
    }
}
