//! What numbers a column is made of.

use core::fmt::{Debug, Display};

/// The numbers of a column: f32 or f64. Values are f64 everywhere else; an f32 becomes one exactly.
///
/// ```
/// use transect::batch::Scalar;
/// assert_eq!(0.1_f32.to_f64(), 0.10000000149011612);
/// assert_eq!(0.1_f64.to_f64(), 0.1);
/// ```
pub trait Scalar: sealed::Sealed + Copy + Debug + Display + PartialOrd + Send + Sync {
    /// The same number in 64 bits.
    fn to_f64(self) -> f64;

    /// Whether it is neither NaN nor infinite.
    fn is_finite(self) -> bool;
}

impl Scalar for f32 {
    #[inline]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    #[inline]
    fn is_finite(self) -> bool {
        self.is_finite()
    }
}

impl Scalar for f64 {
    #[inline]
    fn to_f64(self) -> f64 {
        self
    }

    #[inline]
    fn is_finite(self) -> bool {
        self.is_finite()
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}
