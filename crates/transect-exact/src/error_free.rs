//! Sums and products of two floats with their rounding errors, which are floats, too.

/// The least magnitude for which the rounding error of a product of two floats is certainly a float: 2⁻⁹⁶⁸.
pub(crate) const EXACT_PRODUCT: f64 = f64::from_bits((1023 - 968) << 52);

/// Returns a + b rounded to a float, and the rounding error of this sum (Knuth, "The Art of Computer Programming" 2,
/// 4.2.2).
#[inline]
pub fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let rest = sum - a;
    (sum, (a - (sum - rest)) + (b - rest))
}

/// Returns the same result as [`two_sum`] with fewer operations, if |a| ≥ |b| or a = 0 (Dekker, 1971).
#[inline]
pub fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// Returns a·b rounded to a float, and the rounding error of this product. The returned error is exact if nothing
/// overflows, and if a factor is 0 or |ab| ≥ 2⁻⁹⁶⁸ (Dekker, 1971, with Veltkamp's splitting).
#[inline]
pub fn two_product(a: f64, b: f64) -> (f64, f64) {
    Halves::of(a).product(&Halves::of(b))
}

/// A float, and its two halves of at most 26 bits each (Veltkamp's splitting). A factor of several products is split
/// only once.
#[derive(Clone, Copy)]
pub struct Halves {
    value: f64,
    high: f64,
    low: f64,
}

impl Halves {
    /// Splits a float. Its magnitude must be below 2⁹⁹⁶, because the splitting multiplies it by 2²⁷ + 1.
    #[inline]
    #[must_use]
    pub fn of(value: f64) -> Self {
        let scaled = 134_217_729.0 * value; // 2²⁷ + 1
        let high = scaled - (scaled - value);
        Self {
            value,
            high,
            low: value - high,
        }
    }

    /// Returns the product of two floats and its rounding error, as [`two_product`] does.
    #[inline]
    pub fn product(&self, other: &Self) -> (f64, f64) {
        let product = self.value * other.value;
        // In this order, each sum is exact (Dekker).
        let rest =
            ((self.high * other.high - product) + self.high * other.low + self.low * other.high)
                + self.low * other.low;
        (product, rest)
    }
}

/// Returns `true` if the product of two floats and its rounding error, both returned by [`two_product`], are exact.
#[inline]
pub(crate) fn is_exact_product(a: f64, b: f64, product: f64) -> bool {
    a == 0.0 || b == 0.0 || product.abs() >= EXACT_PRODUCT
}
