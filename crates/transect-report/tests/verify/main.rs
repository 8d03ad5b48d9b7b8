//! Tests that verified halves are matched with the right objects of the input, whatever the names and the order of
//! these objects are.

mod certified;
mod cut;
mod damaged;
#[path = "../models/random.rs"]
mod random;
mod solids;
mod trees;
