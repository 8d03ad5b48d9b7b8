//! The unit of the coordinates.

use transect_io::Document;

/// The unit that all files are in, if they are in one and say so.
pub fn common_unit(document: &Document) -> Option<String> {
    let mut units = document.sources.iter().map(|source| source.unit);
    let first = units.next().flatten()?;
    units
        .all(|unit| unit == Some(first))
        .then(|| first.to_string())
}

/// The unit as it follows lengths, areas and volumes.
pub struct Units {
    /// Behind a length, with a space before it.
    pub length: String,
    /// Behind an area.
    pub area: String,
    /// Behind a volume.
    pub volume: String,
}

impl Units {
    /// Of a unit, or of none.
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
