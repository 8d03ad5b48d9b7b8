//! The choice between a quick run of the tests and a long run.

/// Returns `true` if `TRANSECT_LONG` is `1`, as in `.ci/nightly`. Tests of random cases then make more cases.
pub(crate) fn is_long() -> bool {
    std::env::var_os("TRANSECT_LONG").is_some_and(|value| value == "1")
}
