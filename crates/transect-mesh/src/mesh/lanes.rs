//! Compensated sums of many numbers, in several partial sums.

use transect_exact::error_free::two_sum;

/// The number of partial sums. Successive numbers are added to them in turn, so that a CPU can add several at once.
pub(super) const LANES: usize = 8;

/// Partial sums, and for each of them the sum of its rounding errors (Neumaier, 1974).
#[derive(Default)]
pub(super) struct Lanes {
    sums: [f64; LANES],
    rests: [f64; LANES],
}

impl Lanes {
    /// Adds one number to each partial sum. `rests` are the rounding errors of the numbers.
    #[inline(always)]
    pub(super) fn add(&mut self, numbers: &[f64; LANES], rests: &[f64; LANES]) {
        for lane in 0..LANES {
            let (sum, rest) = two_sum(self.sums[lane], numbers[lane]);
            self.sums[lane] = sum;
            self.rests[lane] += rest + rests[lane];
        }
    }

    /// Returns the sum of all numbers and of their rounding errors.
    #[inline(always)]
    pub(super) fn total(&self) -> f64 {
        let (mut total, mut lost) = (0.0, 0.0);
        for lane in 0..LANES {
            let (sum, rest) = two_sum(total, self.sums[lane]);
            total = sum;
            lost += rest + self.rests[lane];
        }
        total + lost
    }
}
