//! Most tests of the library from outside, in one program: each program compiles the generic code that it calls. Tests of
//! batches and trees are in the program of `batches.rs`. `conformance/` is a program of its own, which is also built
//! without the standard library. (These two belong to the package of this folder's `Cargo.toml`.) `allocation.rs` is a
//! program of its own, because it counts the allocations of the whole process.

mod answers;
#[cfg(feature = "scene")]
mod cutting;
mod equation;
mod families;
mod halfway;
mod interop;
mod invalid_numbers;
#[cfg(feature = "mesh")]
mod long_run;
#[cfg(feature = "scene")]
mod measures;
mod names;
#[cfg(feature = "mesh")]
mod oracle;
mod random;
mod region;
mod run;
mod sat;
mod wrong_types;
