//! The tests of batches and trees, and the programs of `examples/`, in one program: they call the same generic loops, which
//! take most of the time to compile.

mod batch;
mod bvh;
#[expect(clippy::print_stdout, reason = "the programs print their results")]
mod examples;
mod families;
mod halfway;
mod random;
mod run;
