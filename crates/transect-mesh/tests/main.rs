//! Most tests of the library from outside, in one program: each program compiles the generic code that it calls.
//! `allocation.rs` is a program of its own, because it counts the allocations of the whole process.

mod crossings;
mod cutting;
#[expect(clippy::print_stdout, reason = "the programs print their results")]
mod examples;
#[path = "../../transect/tests/long_run.rs"]
mod long_run;
mod measures;
#[expect(dead_code, reason = "tests of `transect` use more of the numbers")]
#[path = "../../transect/tests/random.rs"]
mod random;
#[path = "../../transect/tests/run.rs"]
mod run;
#[cfg(feature = "serde_1")]
mod serde;
