//! Small arrays from closures, with little code to compile.
//!
//! `core::array::from_fn` and `map` return the same arrays. But each call of them compiles to six functions, which also
//! handle a panic in the middle of the array. These functions were a sixth of the library's code. The inner functions of
//! `linear.rs` use `from_fn` all the same: with a loop, the interval of a box takes half as long again.

/// Returns the array of the values f(0), f(1), … in this order.
#[inline]
pub fn array<T: Copy + Default, const N: usize>(mut f: impl FnMut(usize) -> T) -> [T; N] {
    let mut values = [T::default(); N];
    let mut index = 0;
    while index < N {
        values[index] = f(index);
        index += 1;
    }
    values
}

/// Arrays of a few elements, of any type.
pub trait Few<T> {
    /// The array of the same length whose elements have another type.
    type Of<U>;

    /// Returns the array of the values f(first element), f(second element), … in this order.
    fn each<U>(self, f: impl FnMut(T) -> U) -> Self::Of<U>;
}

/// Implements [`Few`] for arrays of some lengths.
macro_rules! few {
    ($($length:literal: $($element:ident)+;)+) => {$(
        impl<T> Few<T> for [T; $length] {
            type Of<U> = [U; $length];

            #[inline(always)]
            fn each<U>(self, mut f: impl FnMut(T) -> U) -> [U; $length] {
                let [$($element),+] = self;
                [$(f($element)),+]
            }
        }
    )+};
}

few! {
    2: a b;
    3: a b c;
    4: a b c d;
    5: a b c d e;
    6: a b c d e g;
    8: a b c d e g h i;
}
