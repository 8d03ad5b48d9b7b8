//! The compression of PNG files.

use std::io::Write;

use png::{DeflateCompression, Encoder, Filter};

/// The level of compression. Compared with this level, level 3 takes up to a sixth less time and makes files up to 6 %
/// larger.
const LEVEL: u8 = 4;

/// Sets the compression of a picture with large areas of few colours.
///
/// Rows are not filtered. A filter replaces equal pixels by differences from their neighbours, so repeated edges and
/// hatches would no longer be repeated bytes. Seven of ten pictures were larger with filters at level 6 than without
/// filters at level 3 (`benchmarks/record/pictures-2026-11-23.csv`).
pub(crate) fn compress<W: Write>(encoder: &mut Encoder<'_, W>) {
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    encoder.set_filter(Filter::NoFilter);
}
