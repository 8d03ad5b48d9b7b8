//! Tests that trees give the same results as classifying every box alone, for any boxes, any planes, and after any
//! sequence of changes. Also tests that damaged files are errors.

mod extremes;
mod files;
mod margins;
mod model;
mod nearest;
mod order;
mod questions;
mod sequences;
