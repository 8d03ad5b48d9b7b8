//! The compression of PNG files.

use std::io::Write;

use png::{DeflateCompression, Encoder, Filter};

/// The level of compression. Level 3 takes up to a sixth less time and makes files up to 6 % larger.
const LEVEL: u8 = 4;

/// Sets the compression of a picture with large areas of few colours.
///
/// Rows are not filtered. A filter replaces equal pixels by differences from their neighbours, so repeated edges and
/// hatches would no longer be repeated bytes: most filtered pictures are larger.
/// (`benchmarks/record/pictures-2026-11-24.csv`)
pub(crate) fn compress<W: Write>(encoder: &mut Encoder<'_, W>) {
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    encoder.set_filter(Filter::NoFilter);
}
