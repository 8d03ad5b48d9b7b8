//! Trees of boxes answer as if each box were asked alone, whatever boxes and planes there are, however
//! the tree came to be; and damaged files are errors.

mod files;
mod margins;
mod model;
mod nearest;
mod order;
mod questions;
mod sequences;
#[path = "../batch/worst.rs"]
mod worst;
