//! Random numbers that are the same on every platform.

/// A generator of random numbers: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
/// 2014). It serves randomized algorithms and tests; it is not for cryptography.
///
/// ```
/// use transect_exact::SplitMix64;
/// let mut random = SplitMix64::new(1);
/// assert_eq!([(); 4].map(|()| random.below(6)), [3, 4, 5, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates a generator. Equal seeds give equal numbers on every platform.
    #[inline]
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns an integer from 0 to count − 1.
    #[inline]
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.bits()) * count as u128) >> 64) as usize
    }
}
