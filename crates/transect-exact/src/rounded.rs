//! The rounded value of a polynomial whose variables are floats.

use crate::double_double::DoubleDouble;
use crate::dyadic::Dyadic;
use crate::polynomial::{Bounded, Polynomial};
use crate::quotient::nearest_float;
use crate::wide::Wide;

/// Returns the value of a polynomial with a relative error of at most 2⁻⁴⁸, and so with the right sign. If the error
/// bound of the evaluation in floats is larger, the result is computed by double-doubles or integers. It then has the
/// nearest mantissa of 53 bits, with any exponent.
///
/// # Panics
/// Panics if the value of a variable is NaN or infinite.
#[inline]
pub fn rounded<const DIGITS: usize>(polynomial: &impl Polynomial) -> Wide {
    match polynomial.evaluate::<Bounded>().accurate() {
        Some(value) => Wide::of(value),
        None => nearest::<DIGITS>(polynomial),
    }
}

#[inline(never)]
fn nearest<const DIGITS: usize>(polynomial: &impl Polynomial) -> Wide {
    // A subnormal float has fewer digits, so its relative error may be too large. Then the result is computed with
    // integers.
    let number = nearest_float(&polynomial.evaluate::<DoubleDouble>());
    match number {
        Some(value) if value.is_normal() || value == 0.0 => Wide::of(value),
        _ => {
            let exact = polynomial.evaluate::<Dyadic<DIGITS>>();
            let exponent = exact.exponent().unwrap_or(0);
            Wide::new(exact.to_f64_scaled(-exponent), exponent)
        }
    }
}
