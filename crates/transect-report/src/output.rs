//! What halves are written in.

use transect::scene::Numbers;
use transect_io::{Document, Format};

/// The format of the first file: halves are written in it unless another is asked for.
#[must_use]
pub fn family(document: &Document) -> Format {
    document
        .sources
        .first()
        .map_or(Format::Glb, |source| source.format)
}

/// The numbers that a format holds: they decide what the certificate is about.
#[must_use]
pub fn numbers(format: Format) -> Numbers {
    match format {
        Format::Stl => Numbers::Single,
        Format::Glb => Numbers::SingleMoved,
        _ => Numbers::Double,
    }
}
