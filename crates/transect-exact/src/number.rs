//! Numbers with which polynomials are evaluated: floats with bounds, double-doubles, integers.

/// A type of numbers with which a polynomial can be evaluated.
pub trait Number: Clone {
    /// The number zero.
    const ZERO: Self;

    /// Converts a float without rounding.
    #[must_use]
    fn of(value: f64) -> Self;
    /// Returns self + other.
    #[must_use]
    fn plus(&self, other: &Self) -> Self;
    /// Returns self − other.
    #[must_use]
    fn minus(&self, other: &Self) -> Self;
    /// Returns self · other.
    #[must_use]
    fn times(&self, other: &Self) -> Self;
}

/// Rounded numbers without a bound on their error.
impl Number for f64 {
    const ZERO: Self = 0.0;

    #[inline]
    fn of(value: f64) -> Self {
        value
    }

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}
