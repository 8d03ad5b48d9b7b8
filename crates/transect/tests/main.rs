//! Most tests of the library from outside, in one program: each program compiles the generic code that it calls. Tests of
//! batches and trees are in the program of `batches.rs`. `conformance/` is a program of its own, which is also built
//! without the standard library. (These two belong to the package of this folder's `Cargo.toml`.)

mod answers;
mod equation;
mod families;
mod halfway;
mod interop;
mod invalid_numbers;
mod long_run;
mod names;
mod oracle;
mod random;
mod region;
mod run;
mod sat;
mod wrong_types;
