//! The unit of the coordinates.

use transect_draw::LengthUnit;
use transect_io::{Document, Format};

use crate::file_name::file_name;
use crate::user_error::UserError;

/// Returns the symbol of the unit that a user names in any of its usual spellings, if one is named.
///
/// # Errors
/// Returns [`UserError`] if the name is that of no known unit. The error lists the units.
pub fn symbol_of(named: Option<&str>) -> Result<Option<String>, UserError> {
    Ok(named
        .map(unit_named)
        .transpose()?
        .map(|unit| unit.to_string()))
}

fn unit_named(name: &str) -> Result<LengthUnit, UserError> {
    name.parse().map_err(|error| {
        UserError::with_hint(
            format!("--unit: {error}"),
            "leave --unit out for other units; lengths are then in file units",
        )
    })
}

/// Returns the symbol of the unit of the coordinates: that of the named unit, or of the unit that all files share, if
/// there is one.
///
/// # Errors
/// Returns [`UserError`] if the named unit is not known, or if a file has another unit: glTF is in metres by its
/// specification, and 3MF names a unit.
pub fn unit_of(document: &Document, named: Option<&str>) -> Result<Option<String>, UserError> {
    let Some(named) = named else {
        return Ok(common_unit(document));
    };
    let unit = unit_named(named)?;
    let symbol = unit.to_string();
    let mut sources = document.sources.iter();
    let other = sources.find(|source| source.unit.as_ref().is_some_and(|own| *own != symbol));
    let Some(source) = other else {
        return Ok(Some(symbol));
    };
    let file = file_name(&source.path.display().to_string());
    let reason = match source.format {
        Format::Glb => "is glTF, whose unit is the metre".to_owned(),
        _ => {
            let own = source.unit.as_deref().unwrap_or_default();
            format!("has the unit {own} already")
        }
    };
    Err(UserError::with_hint(
        format!("--unit {named}: {file} {reason}"),
        "leave --unit out; the name of a unit does not convert coordinates, so scale the model instead",
    ))
}

/// Returns the unit that all files share, or `None` if a file has no unit or the units differ.
pub fn common_unit(document: &Document) -> Option<String> {
    document.unit().map(str::to_owned)
}

/// The texts that follow a length, an area and a volume. They are empty, or a space and the unit.
pub struct Units {
    /// The text after a length: a space and the unit, or nothing.
    pub length: String,
    /// The text after an area: a space and the squared unit, or nothing.
    pub area: String,
    /// The text after a volume: a space and the cubed unit, or nothing.
    pub volume: String,
}

impl Units {
    /// Returns the texts for a unit; without a unit, all of them are empty.
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
