//! Resolves `--unit` and `--to-unit`.

use transect_report::unit::UnitConversion;

use crate::arguments::ToUnitArguments;
use crate::error::CommandError;

/// Returns the conversion that `--to-unit` asks for, from the unit that `--unit` names or from that of the files.
pub(super) fn conversion(
    to: &ToUnitArguments,
    named: Option<&str>,
) -> Result<Option<UnitConversion>, CommandError> {
    let to = to.to_unit.as_deref();
    let conversion = to.map(|to| UnitConversion::new(named, to)).transpose();
    Ok(conversion?)
}

/// Returns the unit in which all numbers are: that of `--to-unit`, or else that of `--unit`.
pub(super) fn unit_of_call(
    conversion: Option<&UnitConversion>,
    named: Option<String>,
) -> Option<String> {
    let converted = conversion.map(|conversion| conversion.unit().to_owned());
    converted.or(named)
}
