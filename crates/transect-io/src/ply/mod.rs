//! PLY: ASCII, binary little-endian and binary big-endian.
//!
//! Read by own code: `ply-rs-bw` keeps every row of every element in a hash map, which is an order of
//! magnitude slower than reading the bytes of a known layout.

mod body;
mod face;
mod header;
mod read;
mod vertex;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

#[cfg(test)]
mod tests;
