//! STL, binary and ASCII.
//!
//! This module is used instead of `stl_io` and similar crates, because they read ASCII coordinates as f32; here text
//! becomes the nearest f64. Facet normals are not read: the order of the vertices defines the orientation.

//!
//! | topic | file |
//! |---|---|
//! | Reading a file into memory | `binary.rs`, `ascii.rs`; `object.rs`: the mesh as an object |
//! | Reading a file piece by piece | `stream.rs`; `window.rs`: the part of a text that is in memory |
//! | Writing | `write.rs`; `stream_writer.rs`: piece by piece; `record.rs`: a triangle |

mod ascii;
mod binary;
mod object;
mod record;
mod stream;
mod stream_writer;
mod window;
mod write;

use crate::document::Document;
use crate::error::PlacedError;
use crate::format::{from_solid, has_binary_stl_length};
use crate::input::Input;

pub(crate) use binary::{HEADER, read_rest};
pub use stream::StlStream;
pub use stream_writer::StlWriter;
pub(crate) use write::write;

/// Reads an STL file as ASCII if it begins with `solid`, after comments or not, has no zero byte among its first 1024 bytes, and does not have
/// the length of a binary file. Reads any other file as binary.
pub(crate) fn read(input: &Input<'_>) -> Result<Document, PlacedError> {
    let text = input
        .bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(input.bytes);
    let is_text = is_text(text) && !has_binary_stl_length(input.bytes, input.bytes.len() as u64);
    if let Some(solids) = from_solid(text).filter(|_| is_text) {
        let before = &text[..text.len() - solids.len()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count();
        ascii::read(input, solids, 1 + line as u64)
    } else {
        binary::read(input)
    }
}

/// Returns `true` if the first 1024 bytes of a file have no zero.
fn is_text(text: &[u8]) -> bool {
    !text[..text.len().min(1024)].contains(&0)
}

#[cfg(test)]
mod tests;
