//! The number types of columns: f32 and f64.

use core::fmt::{Debug, Display};

use crate::batch::scalar::sealed::Lanes;

/// The number type of a column: f32 or f64. The rest of the library computes in f64; converting an f32 to f64 is exact.
///
/// ```
/// use transect::batch::Scalar;
/// assert_eq!(0.1_f32.to_f64(), 0.10000000149011612);
/// assert_eq!(0.1_f64.to_f64(), 0.1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the number type of a column",
    label = "this type does not implement `transect::batch::Scalar`",
    note = "columns hold `f32` or `f64`"
)]
pub trait Scalar: Lanes + Copy + Debug + Display + PartialOrd + Send + Sync + 'static {
    /// Returns the same number as f64.
    fn to_f64(self) -> f64;

    /// Returns `true` if the number is neither NaN nor infinite.
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

/// This module is private, so that other crates cannot implement [`Scalar`] for further types.
pub(crate) mod sealed {
    use fearless_simd::{Simd, SimdBase, SimdFloat, SimdFloatElement, SimdWiden};

    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not the number type of a column",
        label = "this type does not implement `transect::batch::Scalar`",
        note = "columns hold `f32` or `f64`"
    )]
    pub trait Lanes: SimdFloatElement {
        /// The SIMD vector type for numbers of this type, at the CPU feature level `S`.
        type Vector<S: Simd>: SimdFloat<S, Element = Self>;
        /// `true` for f32.
        const IS_SINGLE: bool;
        /// Half the distance from 1 to the next greater number of this type: the unit roundoff.
        const U: f64;
        /// The least positive normal number of this type.
        const LEAST_NORMAL: f64;
        /// The greatest finite number of this type.
        const LARGEST: f64;
        /// Zero.
        const ZERO: Self;

        /// Returns the number of this type that is nearest to `value`.
        fn from_f64(value: f64) -> Self;
        /// Returns a number of this type that is at least `value`; infinity if `value` is NaN.
        fn above(value: f64) -> Self;
        /// Returns two SIMD vectors with the numbers of a column from index `first` on, converted to f64.
        fn widened<S: Simd, const N: usize>(
            simd: S,
            column: &[Self; N],
            first: usize,
        ) -> [S::f64s; 2];
    }

    impl Lanes for f32 {
        type Vector<S: Simd> = S::f32s;
        const IS_SINGLE: bool = true;
        const U: f64 = f32::EPSILON as f64 / 2.0;
        const LEAST_NORMAL: f64 = Self::MIN_POSITIVE as f64;
        const LARGEST: f64 = Self::MAX as f64;
        const ZERO: Self = 0.0;

        #[inline]
        fn from_f64(value: f64) -> Self {
            value as Self
        }

        #[inline]
        fn above(value: f64) -> Self {
            if value <= Self::LARGEST {
                // The conversion may round down, by less than one step.
                (value as Self).next_up()
            } else {
                Self::INFINITY
            }
        }

        #[inline(always)]
        fn widened<S: Simd, const N: usize>(
            simd: S,
            column: &[Self; N],
            first: usize,
        ) -> [S::f64s; 2] {
            let numbers = S::f32s::from_slice(simd, &column[first..first + S::f32s::LEN]);
            numbers.widen().into()
        }
    }

    impl Lanes for f64 {
        type Vector<S: Simd> = S::f64s;
        const IS_SINGLE: bool = false;
        const U: f64 = Self::EPSILON / 2.0;
        const LEAST_NORMAL: f64 = Self::MIN_POSITIVE;
        const LARGEST: f64 = Self::MAX;
        const ZERO: Self = 0.0;

        #[inline]
        fn from_f64(value: f64) -> Self {
            value
        }

        #[inline]
        fn above(value: f64) -> Self {
            if value.is_nan() {
                Self::INFINITY
            } else {
                value.next_up()
            }
        }

        #[inline(always)]
        fn widened<S: Simd, const N: usize>(
            simd: S,
            column: &[Self; N],
            first: usize,
        ) -> [S::f64s; 2] {
            let (low, high) = column[first..first + 2 * S::f64s::LEN].split_at(S::f64s::LEN);
            [
                S::f64s::from_slice(simd, low),
                S::f64s::from_slice(simd, high),
            ]
        }
    }
}
