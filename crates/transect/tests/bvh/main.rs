//! Tests that trees give the same results as classifying every box alone, for any boxes, planes and history of changes.
//! Damaged files must be errors.

mod files;
mod margins;
mod model;
mod nearest;
mod order;
mod questions;
mod sequences;
#[path = "../batch/worst.rs"]
mod worst;
