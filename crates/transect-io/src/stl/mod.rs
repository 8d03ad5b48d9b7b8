//! STL, binary and ASCII.
//!
//! Read by own code: `stl_io` and its like read ASCII coordinates as f32, and text should become the
//! nearest f64. Facet normals are not read: a triangle's orientation is the order of its vertices.

mod ascii;
mod binary;
mod object;
mod write;

use crate::document::Document;
use crate::error::PlacedError;
use crate::format::has_binary_stl_length;
use crate::input::Input;

pub(crate) use write::write;

/// Reads an STL file: binary, unless it begins with `solid` and looks like text.
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
    if begins && !start.contains(&0) && !has_binary_stl_length(input.bytes) {
        ascii::read(input, text)
    } else {
        binary::read(input)
    }
}

#[cfg(test)]
mod tests;
