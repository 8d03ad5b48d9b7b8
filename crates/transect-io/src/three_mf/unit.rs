//! The units of 3MF.

use transect::length_unit::LengthUnit;

/// The unit of models that name none.
pub(super) const DEFAULT_UNIT: LengthUnit = LengthUnit::MILLIMETRE;

/// The units that 3MF has, with their names in it.
const UNITS: [(LengthUnit, &str); 6] = [
    (LengthUnit::MICROMETRE, "micron"),
    (LengthUnit::MILLIMETRE, "millimeter"),
    (LengthUnit::CENTIMETRE, "centimeter"),
    (LengthUnit::INCH, "inch"),
    (LengthUnit::FOOT, "foot"),
    (LengthUnit::METRE, "meter"),
];

/// Returns the name of a unit in 3MF, if it has one.
pub(super) fn name_of(unit: LengthUnit) -> Option<&'static str> {
    let found = UNITS.iter().find(|(own, _)| *own == unit);
    found.map(|(_, name)| *name)
}

/// Returns the unit with this name in 3MF.
pub(super) fn unit_named(name: &str) -> Option<LengthUnit> {
    let found = UNITS.iter().find(|(_, own)| *own == name);
    found.map(|(unit, _)| *unit)
}
