//! The unit of the coordinates.

use transect_io::Document;

/// Returns the unit that all files share, or `None` if a file has no unit or the units differ.
pub fn common_unit(document: &Document) -> Option<String> {
    let mut units = document.sources.iter().map(|source| source.unit);
    let first = units.next().flatten()?;
    units
        .all(|unit| unit == Some(first))
        .then(|| first.to_string())
}

/// The text that follows a length, an area or a volume: empty, or the unit with a leading space.
pub struct Units {
    /// The text after a length.
    pub length: String,
    /// The text after an area.
    pub area: String,
    /// The text after a volume.
    pub volume: String,
}

impl Units {
    /// Returns the texts for a unit, or empty texts for `None`.
    #[must_use]
    pub fn of(unit: Option<&str>) -> Self {
        let after = |power: &str| unit.map_or(String::new(), |unit| format!(" {unit}{power}"));
        Self {
            length: after(""),
            area: after("²"),
            volume: after("³"),
        }
    }
}
