//! PLY: ASCII, binary little-endian and binary big-endian.
//!
//! This module is used instead of `ply-rs-bw`, which stores every row of every element in a hash map. That is ten times
//! slower than reading bytes of a known layout.

mod body;
mod face;
mod header;
mod read;
mod strip;
mod vertex;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

#[cfg(test)]
mod tests;
