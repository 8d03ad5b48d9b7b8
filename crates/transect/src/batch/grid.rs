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

// # Sums that do not round
//
// Names are those of `nearest.rs` of transect-exact: N and M are the largest magnitudes of a coefficient and of a
// coordinate, Z is fl(NM), s the leading sum, e the estimate of its error, T the sum of the magnitudes of the terms, T̂
// its value in floats, and u = 2⁻⁵³.
//
// If S is zero or exactly midway between two floats, the margin test fails. Often the factors have few bits
// then, and e is exact, so fl(s + e) is the nearest float. For single values, e is exact if every hᵢ + lᵢ is exactly
// nᵢxᵢ (a factor is 0, or the product is ≥ 2⁻⁹⁶⁸), and the five additions in e do not round. For columns, a test of
// coordinates takes fewer operations. Let g be the largest power of two of which all nᵢ are multiples, and c the power
// of two with c ≤ κY/g < 2c:
//
// | sum | Y | κ |
// |---|---|---:|
// | multiples, if N < 1024g | Z | 2⁻¹⁶ |
// | compensated, with products | T̂ | 2⁻⁵⁰ |
// | compensated, with halves | T̂ | 2⁻²² |
//
// The value is exact before its last rounding if fl(fl(xᵢ + c) − c) = xᵢ for every i, and d is a multiple of 2⁻⁵³gc,
// with the ranges of Z or T̂ above and 2⁻³⁰⁰ ≤ g < 2²⁰⁰. The condition on d is tested as fl(fl(d + gc) − gc) = d, or,
// for multiples, as Z ≤ 2⁶⁹g′ with the largest power of two g′ of which d is a multiple. If N < 1024g, about one sum in
// five lies midway between two floats. So a block of rows is then tested at once.
//
// Proof. A float x with fl(fl(x + c) − c) = x is a multiple of q = 2⁻⁵³c: if |x| ≥ c/2, any float is. Otherwise x + c ≥
// c/2, so fl(x + c) is a multiple of q, and so is its difference from c. This difference is ≤ c/2 + q in magnitude, so
// it is a float, and it equals x. Therefore each nᵢxᵢ, d and each product of parts of factors is a multiple of gq >
// 2⁻⁵⁴κY. Rounding keeps this, so all terms of e are multiples of gq. Their magnitudes add up to at most 3.01·2⁻¹⁹Z for
// multiples (the remainders of the nᵢ are zero), 3.1uT for products and 1.1·2⁻²⁴T for halves: < 2⁵³gq, so no operation
// on them rounds. The ranges keep c, gc and gq normal. If κY/g overflows, a NaN results. For multiples, a nonzero value
// is at least gq in magnitude, so it is normal. In columns, M and Z must be below 2⁹⁶⁰, so no splitting overflows. ∎

/// The coefficients of a plane as multiples of a power of two. `Compensated::is_exact` and `multiples.rs` need this power
/// (see the comment above).
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
