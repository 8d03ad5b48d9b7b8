//! Most tests of the library from outside, in one program: each program compiles the generic loops that it calls.
//! `conformance/` is a program of its own, which is also built without the standard library. So is `allocation.rs`,
//! because it counts the allocations of the whole process.

mod answers;
#[cfg(feature = "batch")]
mod batch;
#[cfg(feature = "bvh")]
mod bvh;
#[cfg(feature = "scene")]
mod cutting;
mod equation;
#[cfg(all(feature = "batch", feature = "bvh", feature = "mesh"))]
#[expect(clippy::print_stdout, reason = "the programs print their results")]
mod examples;
mod families;
mod halfway;
mod interop;
mod invalid_numbers;
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
