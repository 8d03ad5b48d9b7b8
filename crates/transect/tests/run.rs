//! The choice between a quick run of the tests and a long run.

use std::ops::Div;

/// Returns `true` if `TRANSECT_LONG` is `1`, as in `.ci/nightly`. Tests of random cases then make more cases.
pub(crate) fn is_long() -> bool {
    std::env::var_os("TRANSECT_LONG").is_some_and(|value| value == "1")
}

/// Returns the number of cases of this run: all of them in a long run, and else a fifth.
pub(crate) fn cases<T: From<u8> + Div<Output = T>>(all: T) -> T {
    if is_long() { all } else { all / T::from(5) }
}
