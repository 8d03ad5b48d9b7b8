//! The unit of the coordinates.

use transect_io::Document;

/// The unit that all files are in, if they are in one and say so.
pub(crate) fn common_unit(document: &Document) -> Option<String> {
    let mut units = document.sources.iter().map(|source| source.unit);
    let first = units.next().flatten()?;
    units
        .all(|unit| unit == Some(first))
        .then(|| first.to_string())
}
