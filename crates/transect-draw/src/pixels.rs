//! The compression of PNG files.

use std::io::Write;

use png::{DeflateCompression, Encoder, Filter};

/// The level of compression. Level 3 takes about half the time of level 6, the default of most libraries. Level 2 is
/// about as fast and makes files up to a quarter larger.
const LEVEL: u8 = 3;

/// Sets the compression of a picture with large areas of few colours.
///
/// Rows are not filtered. A filter replaces equal pixels by differences from their neighbours, so repeated edges and
/// hatches would no longer be repeated bytes. Compared with filtered pictures at level 6, unfiltered pictures at level
/// 3 are between a third smaller and a quarter larger (`benchmarks/record/pictures-2026-11-23.csv`).
pub(crate) fn compress<W: Write>(encoder: &mut Encoder<'_, W>) {
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    encoder.set_filter(Filter::NoFilter);
}
