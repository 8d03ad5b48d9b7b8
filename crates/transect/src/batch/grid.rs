//! Multiples of powers of two: a test on coordinates shows that sums of their products are exact.

use core::ops::Range;

use transect_exact::linear::LinearForm;

/// The bits of the exponent of a float.
pub(crate) const EXPONENT: u64 = 0x7ff << 52;

/// The factors 2⁻⁵⁰ and 2⁻²². The sum of the terms' magnitudes times one of them is about the number to which
/// `Compensated::is_exact` adds coordinates: the first if the rounding errors of products are exact, the second for
/// products of halves.
const OF_EXACT_PRODUCTS: f64 = f64::from_bits((1023 - 50) << 52);
const OF_ROUNDED_TERMS: f64 = f64::from_bits((1023 - 22) << 52);

/// The steps of coefficients for which no number in `Compensated::is_exact` leaves the range of normal floats.
const STEPS: Range<f64> = f64::from_bits((1023 - 300) << 52)..f64::from_bits((1023 + 200) << 52);

/// The coefficients of a plane as multiples of a power of two. `Compensated::is_exact` and `multiples.rs` need this power
/// (docs/exactness.md, "Exact sums").
pub(crate) struct Grid {
    /// The largest power of two of which all coefficients are multiples.
    pub(crate) step: f64,
    /// [`OF_EXACT_PRODUCTS`] or [`OF_ROUNDED_TERMS`] divided by `step`; NaN if `step` is not in the range [`STEPS`].
    pub(crate) scale: f64,
    /// `true` if the coefficients have few bits. Then many sums lie halfway between two floats.
    pub(crate) has_few_bits: bool,
}

impl Grid {
    pub(crate) fn new<const D: usize>(form: &LinearForm<D>, is_fused: bool) -> Self {
        let nonzero = form
            .coefficients()
            .map(f64::abs)
            .into_iter()
            .filter(|n| *n > 0.0);
        let step = nonzero.clone().map(step_of).fold(f64::INFINITY, f64::min);
        let largest = nonzero.fold(0.0, f64::max);
        let size = if is_fused {
            OF_EXACT_PRODUCTS
        } else {
            OF_ROUNDED_TERMS
        };
        Self {
            step,
            scale: if STEPS.contains(&step) {
                size / step
            } else {
                f64::NAN
            },
            has_few_bits: largest < step * 1024.0,
        }
    }
}

/// Returns the largest power of two of which a positive normal float is a multiple, or 0 if that is not a normal float.
#[inline]
pub(crate) fn step_of(number: f64) -> f64 {
    let bits = number.to_bits();
    let zeros = u64::from((bits | 1 << 52).trailing_zeros());
    let exponent = (bits >> 52) + zeros;
    f64::from_bits(exponent.saturating_sub(52) << 52)
}
