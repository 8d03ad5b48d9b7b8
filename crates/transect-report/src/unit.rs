//! The unit of the coordinates.

use transect::length_unit::LengthUnit;
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

/// The conversion of a model to another unit (`--to-unit`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitConversion {
    /// The unit of the files, if the user names it.
    from: Option<String>,
    /// The symbol of the other unit.
    to: String,
}

impl UnitConversion {
    /// Returns the conversion to a unit, from the named unit or that of the files.
    ///
    /// # Errors
    /// Returns [`UserError`] if a name is that of no known unit.
    pub fn new(from: Option<&str>, to: &str) -> Result<Self, UserError> {
        let unit: Result<LengthUnit, _> = to.parse();
        let to = unit.map_err(|error| UserError::new(format!("--to-unit: {error}")))?;
        Ok(Self {
            from: symbol_of(from)?,
            to: to.to_string(),
        })
    }

    /// Returns the symbol of the unit of the converted model.
    #[must_use]
    pub fn unit(&self) -> &str {
        &self.to
    }

    /// Converts all coordinates of a document. Each number is rounded once. Returns the text of a note.
    ///
    /// # Errors
    /// Returns [`UserError`] if the unit of the files is not known, or contradicts the named one, or if a coordinate is
    /// beyond the range of floats in the other unit.
    pub fn apply(&self, document: &mut Document) -> Result<String, UserError> {
        let Self { from, to } = self;
        let Some(from) = unit_of(document, from.as_deref())? else {
            return Err(UserError::with_hint(
                format!("--to-unit {to}: the unit of the model is not known"),
                "name it with --unit",
            ));
        };
        let converted = document.convert(&from, to);
        let failed = |reason: &dyn std::fmt::Display| {
            UserError::new(format!("--to-unit {to}: from {from}: {reason}"))
        };
        match converted {
            Ok(true) => Ok(format!("coordinates are converted from {from} to {to}")),
            Ok(false) => Err(failed(&"the unit is not known")),
            Err(error) => Err(failed(&error)),
        }
    }
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
