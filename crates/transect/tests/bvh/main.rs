//! Trees of boxes answer as if each box were asked alone, whatever boxes and planes there are, however
//! the tree came to be; and damaged files are errors.

mod files;
mod model;
mod order;
mod questions;
mod sequences;
