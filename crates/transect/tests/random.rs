//! A small generator of random numbers: SplitMix64 (Steele, Lea, Flood,
//! "Fast Splittable Pseudorandom Number Generators", 2014). The same seed gives the same cases on every platform.

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns an integer from 0 to bound − 1.
    pub(crate) fn below<N: TryInto<u64> + TryFrom<u64>>(&mut self, bound: N) -> N {
        let bound: u64 = bound.try_into().ok().expect("a bound is not negative");
        let below = (u128::from(self.bits()) * u128::from(bound)) >> 64;
        N::try_from(below as u64).ok().expect("below the bound")
    }

    pub(crate) fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Returns an integer from −bound to bound, both included.
    pub(crate) fn integer(&mut self, bound: u64) -> f64 {
        self.below(2 * bound + 1) as f64 - bound as f64
    }

    /// Returns an integer from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below(high - low + 1)
    }

    /// Returns a number from −1 (included) to 1 (excluded).
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2_f64.powi(-52) - 1.0
    }

    /// Returns ±2^k with k from `low` to `high`, which must be within −1074 … 1023.
    pub(crate) fn power_of_two(&mut self, low: i32, high: i32) -> f64 {
        let exponent = self.between(low.into(), high.into()) as i32;
        self.pick(&[-1.0, 1.0]) * power_of_two(exponent)
    }

    /// Returns any finite number; all bit patterns are equally likely.
    pub(crate) fn any_finite(&mut self) -> f64 {
        loop {
            let value = f64::from_bits(self.bits());
            if value.is_finite() {
                return value;
            }
        }
    }

    /// Returns any finite f32; all bit patterns are equally likely.
    pub(crate) fn any_finite_single(&mut self) -> f64 {
        loop {
            let value = f32::from_bits(self.bits() as u32);
            if value.is_finite() {
                return f64::from(value);
            }
        }
    }
}

/// Returns 2^exponent, including subnormal powers.
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    if exponent < -1022 {
        f64::from_bits(1 << (exponent + 1074))
    } else {
        f64::from_bits(((exponent + 1023) as u64) << 52)
    }
}
