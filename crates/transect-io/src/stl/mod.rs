//! STL, binary and ASCII.
//!
//! This module is used instead of `stl_io` and similar crates, because they read ASCII coordinates as f32; here text
//! becomes the nearest f64. Facet normals are not read: the order of the vertices defines the orientation.

mod ascii;
mod binary;
mod object;
mod write;

use std::io::Read;

use crate::document::Document;
use crate::error::PlacedError;
use crate::format::has_binary_stl_length;
use crate::input::Input;

pub(crate) use write::write;

/// The number of bytes before the triangles of a binary STL file.
pub(crate) const HEADER: usize = 84;

/// Reads a binary STL file whose first [`HEADER`] bytes are read already, in pieces. `count` is the number of triangles
/// that the header gives.
pub(crate) fn read_rest(
    input: &Input<'_>,
    count: usize,
    rest: &mut impl Read,
) -> Result<Document, PlacedError> {
    binary::read_rest(input, count, rest)
}

/// Reads an STL file as binary, unless it begins with `solid` and looks like text.
pub(crate) fn read(input: &Input<'_>) -> Result<Document, PlacedError> {
    let text = input
        .bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(input.bytes);
    let start = &text[..text.len().min(1024)];
    let begins = start
        .trim_ascii_start()
        .get(..5)
        .is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
    if begins
        && !start.contains(&0)
        && !has_binary_stl_length(input.bytes, input.bytes.len() as u64)
    {
        ascii::read(input, text)
    } else {
        binary::read(input)
    }
}

#[cfg(test)]
mod tests;
